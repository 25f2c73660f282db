package verdict

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/edits"
)

// endsProgram reports whether the function declared around pos ends the program,
// whatever comes of what it waits for: a command within a larger program, which
// somebody has started for the answer.
func endsProgram(pass *analysis.Pass, pos token.Pos) bool {
	place, _ := edits.At(pass, pos, pos)
	for _, n := range place.Path {
		if fn, ok := n.(*ast.FuncDecl); ok {
			return fn.Body != nil && leaves(pass.TypesInfo, fn.Body)
		}
	}
	return false
}

// leaves: the last statement ends the program, and no other returns.
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
	if !ok || !slices.Contains([]string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln"}, fn.FullName()) {
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
