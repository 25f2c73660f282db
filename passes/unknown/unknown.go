// Package unknown finds what knowledge and a package do not know of each
// other: calls that look as if they block and that no row speaks of, and rows
// of the user that meet nothing in the package.
//
// It judges a call by its name, its signature and its package's path, because
// of a dependency nothing else is at hand. That is good enough to count what a
// team should look at, and not to report anything.
package unknown

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Result is what one package has to say.
type Result struct {
	Calls    []Call       // that no row speaks of, in the order of the source
	Imports  []string     // import paths
	Met      map[Row]bool // rows of the user that the package has a use for
	Declared map[Row]bool // rows of the user, of every version and a package that is imported: does it declare the name?
}

// Call is a call into a package of which nothing is known.
type Call struct {
	Name    string // FullName of the function
	Package string // its import path
	Context bool   // it takes a context
	Pos     token.Position
}

// Own is a package fact: the package is the user's, so that facts speak for it.
type Own struct{}

// AFact marks Own as a fact.
func (*Own) AFact() {}

func (*Own) String() string { return "own" }

// Analyzer collects the result.
var Analyzer = &analysis.Analyzer{
	Name:       "unknown",
	Doc:        "calls that no knowledge row speaks of, and rows of the user that meet nothing",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{settings.Analyzer, calls.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Own)(nil)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{Met: map[Row]bool{}, Declared: map[Row]bool{}}
	if !settings.Own(pass) {
		return r, nil
	}
	pass.ExportPackageFact(new(Own))
	for _, imp := range pass.Pkg.Imports() {
		r.Imports = append(r.Imports, imp.Path())
	}
	known := pass.ResultOf[calls.Analyzer].(*calls.Result)
	shipped := knowledge.Builtin()
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if expr, ok := n.(*ast.CallExpr); ok {
				if fn, ok := typeutil.Callee(pass.TypesInfo, expr).(*types.Func); ok && unknown(pass, known, shipped, fn) {
					takes, waits := blocks(fn)
					if waits {
						r.Calls = append(r.Calls, Call{
							Name: calls.FullName(fn), Package: fn.Pkg().Path(), Context: takes, Pos: pass.Fset.PositionFor(expr.Pos(), false),
						})
					}
				}
			}
			return true
		})
	}
	r.meet(pass, pass.ResultOf[settings.Analyzer].(*settings.Settings).Knowledge)
	return r, nil
}

// unknown reports whether the function is somebody else's and neither we know
// its package nor the user the function. The standard library is known.
func unknown(pass *analysis.Pass, known *calls.Result, shipped *knowledge.Table, fn *types.Func) bool {
	pkg := fn.Pkg()
	if pkg == nil || pkg == pass.Pkg || !fn.Exported() {
		return false
	}
	first, _, _ := strings.Cut(pkg.Path(), "/")
	return strings.Contains(first, ".") && !shipped.Knows(pkg.Path()) && known.Row(fn) == nil &&
		!known.Table().Exempt(pkg.Path(), calls.FullName(fn)) && !pass.ImportPackageFact(pkg, new(Own))
}
