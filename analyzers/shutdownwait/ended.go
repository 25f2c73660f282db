package shutdownwait

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// ended reports where something is shut down under a context that has ended: the
// statements wait for its end before.
func ended(pass *analysis.Pass, out *verdict.Reporter, list []ast.Stmt) {
	for i, s := range list {
		ctx := over(pass.TypesInfo, s)
		if ctx == nil {
			continue
		}
		gone := map[types.Object]bool{ctx: true}
		for _, next := range list[i+1:] {
			ast.Inspect(next, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					derive(pass.TypesInfo, n, gone)
				case *ast.CallExpr:
					if arg := stops(pass.TypesInfo, n); arg != nil && gone[pass.TypesInfo.Uses[arg]] {
						out.Report(pass, verdict.Verdict{
							Rule: rules.ShutdownWait, Confidence: rules.High, At: n,
							Message: fmt.Sprintf("%s has ended (%s), so this returns at once and drops what is under way; give it a context of its own, made with context.WithTimeout and context.WithoutCancel",
								arg.Name, out.At(s.Pos())),
							Path: []verdict.Step{{Pos: s.Pos(), Text: "waits for its end"}},
						})
					}
				}
				return true
			})
		}
	}
}

// over is the context whose end a statement waits for; nil: none is.
func over(info *types.Info, s ast.Stmt) types.Object {
	expr, ok := s.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	from, ok := expr.X.(*ast.UnaryExpr)
	if !ok || from.Op != token.ARROW {
		return nil
	}
	call, ok := from.X.(*ast.CallExpr)
	if !ok {
		return nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Done" {
		return nil
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok || !calls.IsContext(info.TypeOf(id)) {
		return nil
	}
	return info.Uses[id]
}

// derive adds the contexts that are made of one that has ended, and takes away a
// name that means another now.
func derive(info *types.Info, n *ast.AssignStmt, gone map[types.Object]bool) {
	id, ok := n.Lhs[0].(*ast.Ident)
	if !ok || len(n.Rhs) != 1 {
		return
	}
	obj := info.ObjectOf(id)
	call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		delete(gone, obj)
		return
	}
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	parent, named := ast.Unparen(call.Args[0]).(*ast.Ident)
	made := ok && fn.Pkg() != nil && fn.Pkg().Path() == "context" && fn.Name() != "WithoutCancel" && named && gone[info.Uses[parent]]
	if obj != nil && (made || gone[obj]) {
		gone[obj] = made
	}
}

// stops is the context of a call that lets something come to its end.
func stops(info *types.Info, call *ast.CallExpr) *ast.Ident {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	switch sel.Sel.Name {
	case "Shutdown", "ShutdownWithContext", "ForceFlush", "Drain":
	default:
		return nil
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok || !calls.IsContext(info.TypeOf(id)) {
		return nil
	}
	return id
}
