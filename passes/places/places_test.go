package places_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/passes/places"
)

// parse reads the Go files of a package of the standard library.
func parse(t *testing.T, path string) (*token.FileSet, []*ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	goroot, err := house.GoRoot(t.Context())
	require.NoError(t, err)
	names, err := filepath.Glob(filepath.Join(goroot, "src", path, "*.go"))
	require.NoError(t, err)
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		require.NoError(t, err)
		files = append(files, f)
	}
	require.NotEmpty(t, files)
	return fset, files
}

// TestAround: the same as walking down from the file, for every node and every
// byte of real packages.
func TestAround(t *testing.T) {
	for _, path := range []string{"net/textproto", "context"} {
		fset, files := parse(t, path)
		slices.Reverse(files) // the driver may hand them over in any order
		x := places.New(files)
		for _, f := range files {
			ask := func(pos, end token.Pos) {
				want, _ := astutil.PathEnclosingInterval(f, pos, end)
				for prose(want[0]) {
					want = want[1:]
				}
				got := x.Around(pos, end)
				if _, declared := want[0].(*ast.FuncDecl); declared && len(got) == len(want)+1 {
					got = got[1:] // between the parameters and the results
				}
				if !slices.Equal(got, want) {
					require.Failf(t, "another path", "%s to %s: got %T %v, want %T %v", fset.Position(pos), fset.Position(end), got[0], len(got), want[0], len(want))
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if n == nil || prose(n) {
					return false
				}
				if n != ast.Node(f) {
					ask(n.Pos(), n.End())
				}
				return true
			})
			for pos := f.Name.Pos(); pos < f.FileEnd; pos += 11 {
				ask(pos, pos)
			}
			require.Same(t, f, x.File(f.FileStart))
		}
	}
}

func prose(n ast.Node) bool {
	switch n.(type) {
	case *ast.Comment, *ast.CommentGroup:
		return true
	}
	return false
}

// TestNowhere: no file has the position.
func TestNowhere(t *testing.T) {
	_, files := parse(t, "context")
	x := places.New(files)
	require.Nil(t, x.Around(token.NoPos, token.NoPos))
	require.Nil(t, x.File(files[len(files)-1].FileEnd+1))
}
