package verdict

import (
	"go/ast"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/directives"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Later is what decides about findings that are made when the package is no
// longer in sight, as when a whole module is joined. It holds no syntax.
type Later struct {
	Path    string          // of the package
	Files   map[string]bool // in which a finding may be shown, by absolute name
	Spans   []directives.Span
	Funcs   []Extent // in source order
	Command bool     // findings are notes here
}

// Extent is the lines of a declared function.
type Extent struct {
	File     string
	From, To int
	Name     string // "T.Method" for a method
}

// LaterAnalyzer makes the package's Later.
var LaterAnalyzer = &analysis.Analyzer{
	Name:       "verdictlater",
	Doc:        "decides which findings of the whole module are shown",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{Analyzer, calls.Analyzer, directives.Analyzer, settings.Analyzer},
	ResultType: reflect.TypeFor[*Later](),
	Run: func(pass *analysis.Pass) (any, error) {
		r := pass.ResultOf[Analyzer].(*Reporter)
		out := &Later{Path: pass.Pkg.Path(), Files: map[string]bool{}, Command: pass.ResultOf[calls.Analyzer].(*calls.Result).Command,
			Spans: pass.ResultOf[directives.Analyzer].(*directives.Result).Spans(joined(), pass.ResultOf[settings.Analyzer].(*settings.Settings).Nolint)}
		for _, f := range pass.Files {
			out.Files[pass.Fset.Position(f.FileStart).Filename] = r.Wanted(f.FileStart)
			for _, decl := range f.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok {
					from, to := pass.Fset.Position(fn.Pos()), pass.Fset.Position(fn.End())
					out.Funcs = append(out.Funcs, Extent{from.Filename, from.Line, to.Line, called(fn)})
				}
			}
		}
		return out, nil
	},
}

// joined are the names of the rules whose findings are made later.
func joined() []string {
	var names []string
	for _, r := range rules.Built() {
		if r.Joined() {
			names = append(names, r.Name)
		}
	}
	return names
}

// called is a function's name, with that of its receiver's type.
func called(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}
