package driver

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/timeoutlint/timeoutlint/internal/house"
)

// TestWithoutBodies compares, for files of the standard library and those
// made to be awkward, with what the parser finds.
func TestWithoutBodies(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"package p\n\nfunc f() struct{ a int } { return struct{ a int }{1} }\n",
		"package p\n\nfunc f() interface{ M() struct{} } { if x == (T{}) { } }\n\nfunc g()\n\nvar v = func() int { return 1 }()\n",
		"package p\n\nfunc (t *T[K, V]) f(a map[string]struct{}, f func() error) (_ [2]int, e error) {\n\t_ = `}`; _ = '}'; _ = \"}\" // }\n\t/* } */ }\n",
		"package p; func f() { { } }; func g() int { return 2 }\n",
		"package p\n\nfunc f(\n\ta int,\n) {\n\tfunc() {}()\n}\n",
		"package p\n\nfunc f[T interface{ ~int }](t T) { }\n\ntype T struct {\n\tf func() func(int) struct{}\n}\n",
	} {
		sameWithout(t, "text", []byte(src))
	}
	goroot, err := house.GoRoot(t.Context())
	require.NoError(t, err)
	whole, left := 0, 0
	for _, folder := range []string{"net", "net/http", "runtime", "go/types", "encoding/json", "reflect", "crypto/tls", "os", "syscall"} {
		names, err := filepath.Glob(filepath.Join(goroot, "src", folder, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, names, folder)
		for _, name := range names {
			src, err := os.ReadFile(name)
			require.NoError(t, err)
			whole, left = whole+len(src), left+len(withoutBodies(src, false))
			if len(src)%3 == 0 {
				sameWithout(t, name, src)
			}
		}
	}
	require.Less(t, left, whole*2/3)
}

func sameWithout(t *testing.T, name string, src []byte) {
	t.Helper()
	if a, b := bare(src), bare(withoutBodies(src, false)); a != b {
		require.Equal(t, a, b, name)
	}
}

// bare prints a file without the bodies of its functions.
func bare(src []byte) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return err.Error()
	}
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
			fn.Body = &ast.BlockStmt{}
		}
	}
	var out strings.Builder
	if err := (&printer.Config{Mode: printer.RawFormat}).Fprint(&out, fset, file); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

func TestBrokenKeepsItsText(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"package p\n\nfunc f() { \"", "package p\n\nfunc f() {", "package p\n\nfunc f() { /*", "package p\n\n}\n"} {
		require.Equal(t, src, string(withoutBodies([]byte(src), true)))
	}
}
