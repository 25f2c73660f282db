package scopes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// branch says what the body of an if makes of a call: if ctx.Err() != nil,
// and if err != nil.
func branch(info *types.Info, cond ast.Expr, dropped bool) When {
	out := Now
	ast.Inspect(cond, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok || b.Op != token.NEQ || !info.Types[b.Y].IsNil() {
			return true
		}
		if call, ok := b.X.(*ast.CallExpr); ok && method(info, call, "Err") {
			out = Ended
		} else if dropped && types.Identical(info.TypeOf(b.X), types.Universe.Lookup("error").Type()) {
			out = min(out, Undoing)
		}
		return true
	})
	return out
}

// dropped reports whether nothing but an error, to be logged, is kept of the
// call at path[0].
func dropped(path []ast.Node) bool {
	for i, n := range path[1:] {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.SelectorExpr, *ast.ParenExpr:
		case *ast.ExprStmt:
			return true
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); !ok || id.Name != "_" {
					up, ok := path[i+2].(*ast.IfStmt)
					return ok && up.Init == ast.Stmt(n) && len(n.Lhs) == 1
				}
			}
			return true
		default:
			return false
		}
	}
	return false
}

// literal says when the function literal at path[i] runs.
func literal(info *types.Info, path []ast.Node, i int) When {
	lit := path[i].(*ast.FuncLit)
	up := path[i+1]
	for paren, ok := up.(*ast.ParenExpr); ok && i+2 < len(path); paren, ok = up.(*ast.ParenExpr) {
		_, i = paren, i+1
		up = path[i+1]
	}
	switch up := up.(type) {
	case *ast.CallExpr:
		if ast.Unparen(up.Fun) == ast.Expr(lit) {
			return Now // or what the go or defer above it says
		}
		return given(info, up)
	case *ast.AssignStmt:
		for j, rhs := range up.Rhs {
			if rhs == ast.Expr(lit) && len(up.Lhs) == len(up.Rhs) {
				if id, ok := up.Lhs[j].(*ast.Ident); ok {
					return variable(info, path, info.ObjectOf(id))
				}
			}
		}
	case *ast.ValueSpec:
		for j, rhs := range up.Values {
			if rhs == ast.Expr(lit) && len(up.Names) == len(up.Values) {
				return variable(info, path, info.Defs[up.Names[j]])
			}
		}
	}
	return Elsewhere
}

// given says when a function runs its literal, by the function's name: those
// that clean up, those that are known to call back before they return, and the
// rest, which may keep it, unless they are given a context too.
func given(info *types.Info, call *ast.CallExpr) When {
	name := ""
	switch fn := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		name = fn.Name
	case *ast.SelectorExpr:
		name = fn.Sel.Name
	case *ast.IndexExpr:
		return Elsewhere
	}
	for _, word := range []string{"Cleanup", "AfterFunc", "Defer", "Shutdown", "OnExit"} {
		if strings.Contains(name, word) {
			return Ended
		}
	}
	for _, arg := range call.Args {
		if calls.IsContext(info.TypeOf(arg)) {
			return Closure // given the context beside its literal
		}
	}
	lower := strings.ToLower(name)
	for _, verb := range []string{"do", "call", "retry", "go", "range", "walk", "foreach", "each", "poll", "wait", "until", "try", "transaction", "runintx", "withtx", "atomic", "inspect"} {
		if strings.HasPrefix(lower, verb) {
			return Closure
		}
	}
	return Elsewhere
}

// variable follows a literal that is kept in a local variable.
func variable(info *types.Info, path []ast.Node, obj types.Object) When {
	decl, ok := path[len(path)-2].(*ast.FuncDecl)
	if !ok || obj == nil || obj.Parent() == nil || obj.Parent() == obj.Pkg().Scope() {
		return Elsewhere
	}
	out := Closure
	called := map[*ast.Ident]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			if id, ok := n.Call.Fun.(*ast.Ident); ok && info.Uses[id] == obj {
				out = Ended
			}
		case *ast.GoStmt:
			if id, ok := n.Call.Fun.(*ast.Ident); ok && info.Uses[id] == obj {
				out = min(out, Goroutine)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok {
				called[id] = true
			}
			for _, arg := range n.Args {
				if id, ok := arg.(*ast.Ident); ok && info.Uses[id] == obj {
					called[id] = true
					out = min(out, given(info, n))
				}
			}
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok {
					called[id] = true
				}
			}
		case *ast.Ident:
			if info.Uses[n] == obj && !called[n] {
				out = min(out, Elsewhere)
			}
		}
		return true
	})
	return out
}
