package directives

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/rules"
)

// FuzzRead: whatever a comment says, what is made of it is whole: a directive
// that suppresses has a reason if it is ours, and lines that lie in the file.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"//timeoutlint:ignore bareclient the proxy ends it",
		"//timeoutlint:ignore bareclient,baredial until 2999-01-31 moves to the new client then",
		"//timeoutlint:ignore bareclient the proxy ends it until 2999-01-31", "//timeoutlint:ignore x y until 2020-01-31",
		"//timeoutlint:ignore all until 2020-01-31 is over",
		"//timeoutlint:ignore", "//timeoutlint:ignore x", "//timeoutlint:ignore x until", "//timeoutlint:ignore x until 31.1. y",
		"//timeoutlint:bounded a watchdog ends it", "//timeoutlint:bounded", "//timeoutlint:bonded x",
		"//lint:ignore bareclient reason", "//nolint", "//nolint:timeoutlint // reason", "//nolint:errcheck,timeoutlint", "//nolint:all",
		"/* block */", "//line a.go:7",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, comment string) {
		src := "package p\n\n" + comment + "\nfunc f() {\n\tg() " + comment + "\n}\n"
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments|parser.SkipObjectResolution)
		if file == nil || err != nil {
			return
		}
		r := &Result{fset: fset, used: map[*Directive]bool{}}
		r.readFile(file, time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC))
		for _, d := range r.all {
			if d.Wrong == "" && !d.Mild && d.Reason == "" {
				t.Errorf("%q suppresses without a reason", d.Text)
			}
			if strings.ContainsRune(d.Wrong+d.Remark, '\n') {
				t.Errorf("%q is answered in more than one line", d.Text)
			}
			if !d.bounded && (d.from < 0 || d.to < d.from) {
				t.Errorf("%q speaks for the lines %d to %d", d.Text, d.from, d.to)
			}
		}
		for pos := file.FileStart; pos < file.FileEnd; pos += 3 {
			_ = r.Ignores(rules.BareClient, pos, true)
		}
		_, _ = r.Wrong(), r.Unused(func(string) bool { return true })
	})
}
