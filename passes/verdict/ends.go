package verdict

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// endsProgram reports whether the function declared around pos ends the program,
// whatever comes of what it waits for: a command within a larger program, which
// somebody has started for the answer.
func (r *Reporter) endsProgram(pass *analysis.Pass, pos token.Pos) bool {
	for _, n := range r.places.Around(pos, pos) {
		if fn, ok := n.(*ast.FuncDecl); ok {
			return fn.Body != nil && leaves(pass.TypesInfo, fn.Body) && !stays(pass, fn)
		}
	}
	return false
}

// stays reports whether a function serves, or waits to be told to end.
func stays(pass *analysis.Pass, fn *ast.FuncDecl) bool {
	serves := func(c calls.Call) bool {
		return c.Row.Does == knowledge.Serves && len(c.Outer) > 0 && c.Outer[0] == fn
	}
	if slices.ContainsFunc(pass.ResultOf[calls.Analyzer].(*calls.Result).Calls, serves) {
		return true
	}
	asks := false
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			obj := pass.TypesInfo.Uses[id]
			asks = asks || obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "os/signal"
		}
		return !asks
	})
	return asks
}

// leaves: the last statement ends the program, whatever another function says,
// which may have served until then; and no other statement returns.
func leaves(info *types.Info, body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	last, ok := body.List[len(body.List)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := last.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	if !ok || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return outcome(info, arg) }) ||
		!slices.Contains([]string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln"}, fn.FullName()) {
		return false
	}
	returns := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			returns = true
		}
		return !returns
	})
	return !returns
}

// outcome: what a call of a function comes to.
func outcome(info *types.Info, arg ast.Expr) bool {
	call, ok := ast.Unparen(arg).(*ast.CallExpr)
	return ok && !info.Types[call.Fun].IsType() && !info.Types[call.Fun].IsBuiltin()
}
