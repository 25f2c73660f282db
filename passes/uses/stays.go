package uses

import (
	"go/ast"
	"go/token"
	"go/types"
)

// stays reports whether a node is a loop without an end that waits in each round,
// or asks to be told of signals: what a daemon does, and now and then a command.
// Serving is known elsewhere (passes/calls).
func stays(info *types.Info, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Cond == nil && n.Init == nil && n.Post == nil && waits(info, n.Body)
	case *ast.SelectStmt:
		return len(n.Body.List) == 0
	case *ast.RangeStmt:
		return Ticks(info, n.X)
	case *ast.SelectorExpr:
		return named(info, n.Sel, "os/signal", "Notify", "NotifyContext")
	}
	return false
}

// waits: a select, a receive or a sleep, not counting those of function literals.
func waits(info *types.Info, body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SelectStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.SelectorExpr:
			found = found || named(info, n.Sel, "time", "Sleep")
		}
		return !found
	})
	return found
}

// Ticks reports whether the values come from a clock, and do not end.
func Ticks(info *types.Info, over ast.Expr) bool {
	ch, ok := types.Unalias(info.TypeOf(over)).Underlying().(*types.Chan)
	if !ok {
		return false
	}
	elem, ok := types.Unalias(ch.Elem()).(*types.Named)
	return ok && elem.Obj().Pkg() != nil && elem.Obj().Pkg().Path() == "time" && elem.Obj().Name() == "Time"
}

// named: the identifier is one of those functions of the package.
func named(info *types.Info, id *ast.Ident, path string, names ...string) bool {
	fn, ok := info.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != path || fn.Signature().Recv() != nil {
		return false
	}
	for _, name := range names {
		if fn.Name() == name {
			return true
		}
	}
	return false
}
