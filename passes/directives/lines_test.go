package directives

import (
	"go/parser"
	"go/token"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/rules"
)

// TestReach: a directive above a declaration speaks for all of it, one behind
// code for its line.
func TestReach(t *testing.T) {
	t.Parallel()
	const source = `package p

//timeoutlint:ignore bareclient A
var (
	a = 1
	b = 2
)

type t struct {
	//timeoutlint:ignore bareclient B
	c func(
		int)
	d int //timeoutlint:ignore bareclient C
}

func f() {
	switch {
	//timeoutlint:ignore bareclient D
	case a > 0:
		f()
	default: //timeoutlint:ignore bareclient E
		f()
	} //timeoutlint:ignore bareclient F
	f()
	//timeoutlint:ignore bareclient G
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	require.NoError(t, err)
	r := &Result{fset: fset}
	r.readFile(file, time.Now())
	got := map[string][2]int{}
	for _, d := range r.all {
		got[d.Reason] = [2]int{d.from, d.to}
	}
	require.Equal(t, map[string][2]int{"A": {3, 7}, "B": {10, 12}, "C": {13, 13}, "D": {18, 20}, "E": {21, 21}, "F": {23, 23}, "G": {25, 26}}, got)
}

// TestNolintIsLeft: golangci-lint has to see what its own directives hide, and
// does not know the names of rules.
func TestNolintIsLeft(t *testing.T) {
	t.Parallel()
	const source = "package p\n\nvar a = 1 //nolint:timeoutlint // A\nvar b = 2 //nolint:bareclient // B\nvar c = 3 //nolint\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
	require.NoError(t, err)
	r := &Result{fset: fset, used: map[*Directive]bool{}}
	r.readFile(file, time.Now())
	ignored := func(nolint bool) []bool {
		var out []bool
		for _, decl := range file.Decls {
			out = append(out, r.Ignores(rules.BareClient, decl.Pos(), nolint))
		}
		return out
	}
	require.Equal(t, []bool{false, true, false}, ignored(false))
	require.Len(t, r.Unused(func(string) bool { return true }), 1)
	require.Equal(t, []bool{true, true, true}, ignored(true))
	require.Empty(t, r.Unused(func(string) bool { return true }))
	require.False(t, r.Ignores(rules.BareDial, file.Decls[1].Pos(), true))
}
