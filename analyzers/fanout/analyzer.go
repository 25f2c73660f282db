package fanout

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.Fanout.Name,
	Doc:      rules.Fanout.Summary,
	URL:      rules.Fanout.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, inspect.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	r := rule{info: pass.TypesInfo, helpers: map[*types.Func]calls.Call{}}
	for _, c := range met.Calls {
		switch c.Row.Does {
		case knowledge.Requests, knowledge.Queries, knowledge.Dials:
			if c.Fn.Pkg().Path() == "net" && !strings.HasPrefix(c.Fn.Name(), "Dial") {
				continue // looking up a name
			}
			r.calls = append(r.calls, c)
			if len(c.Outer) != 1 || c.Go {
				continue
			}
			if fd, ok := c.Outer[0].(*ast.FuncDecl); ok {
				if fn, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
					r.helpers[fn] = c
				}
			}
		}
	}
	if len(r.calls) == 0 {
		return nil, nil
	}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.RangeStmt)(nil)}, func(n ast.Node) {
		loop := n.(*ast.RangeStmt)
		if !out.Wanted(loop.Pos()) || !r.many(loop.X) || r.limited(loop.Body) {
			return
		}
		started, c, ok := r.starts(loop.Body)
		if !ok {
			return
		}
		confidence := rules.Low
		if r.given(loop.X) {
			confidence = rules.Medium
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.Fanout, Confidence: confidence, At: started,
			Message: fmt.Sprintf("a goroutine for each of %s calls %s (%s), and nothing limits how many do so at once; use an errgroup with SetLimit, or a semaphore",
				types.ExprString(loop.X), knowledge.Short(calls.FullName(c.Fn)), out.At(c.Pos())),
		})
	})
	return nil, nil
}

type rule struct {
	info    *types.Info
	calls   []calls.Call
	helpers map[*types.Func]calls.Call
}

// starts is the first goroutine of a loop that waits for a dependency.
func (r rule) starts(body *ast.BlockStmt) (at ast.Node, c calls.Call, ok bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.RangeStmt, *ast.ForStmt:
			return false
		case *ast.GoStmt:
			if found, yes := r.waits(n.Call); yes && !ok {
				at, c, ok = n, found, true
			}
			return false
		case *ast.CallExpr:
			fn, isFunc := typeutil.Callee(r.info, n).(*types.Func)
			if isFunc && calls.FullName(fn) == "(*golang.org/x/sync/errgroup.Group).Go" && !ok {
				if found, yes := r.waits(n); yes && !r.limits(n) {
					at, c, ok = n, found, true
				}
			}
		}
		return true
	})
	return at, c, ok
}

// waits is the dependency that a node, or a function it calls, waits for.
func (r rule) waits(n ast.Node) (calls.Call, bool) {
	for _, c := range r.calls {
		if n.Pos() <= c.Pos() && c.End() <= n.End() {
			return c, true
		}
	}
	var found calls.Call
	ok := false
	ast.Inspect(n, func(x ast.Node) bool {
		if call, isCall := x.(*ast.CallExpr); isCall && !ok {
			if fn, isFunc := typeutil.Callee(r.info, call).(*types.Func); isFunc {
				found, ok = r.helpers[fn]
			}
		}
		return !ok
	})
	return found, ok
}
