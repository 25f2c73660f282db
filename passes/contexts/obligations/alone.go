package obligations

import (
	"path/filepath"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// Alone is the waits of a package that nothing but their context can end, by
// where they are. It holds no syntax.
type Alone struct{ Places []tree.Place }

// AloneAnalyzer lists the waits for others that only a context ends.
var AloneAnalyzer = &analysis.Analyzer{
	Name:       "alone",
	Doc:        "the waits that nothing but their context can end",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{Analyzer},
	ResultType: reflect.TypeFor[*Alone](),
	Run: func(pass *analysis.Pass) (any, error) {
		out := &Alone{}
		for _, call := range pass.ResultOf[Analyzer].(*Result).alone {
			at := pass.Fset.PositionFor(call.Pos(), false)
			out.Places = append(out.Places, tree.Place{File: pass.Pkg.Path() + "/" + filepath.Base(at.Filename), Line: at.Line, Column: at.Column})
		}
		return out, nil
	},
}
