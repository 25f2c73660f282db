package deafsleep

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/contexts/turns"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
)

// length is the time that is slept, where it is a constant.
func length(info *types.Info, arg ast.Expr) (bool, time.Duration) {
	v := info.Types[arg].Value
	if v == nil {
		return false, 0
	}
	n, ok := constant.Int64Val(constant.ToInt(v))
	return ok, time.Duration(n)
}

// setting reports whether what is slept comes from a field: from settings, as
// often as not.
func setting(info *types.Info, arg ast.Expr) bool {
	found := false
	ast.Inspect(arg, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			v, ok := info.Uses[sel.Sel].(*types.Var)
			found = found || ok && v.IsField()
		}
		return !found
	})
	return found
}

// short reports whether whoever has given up hardly notices the sleep: what is
// certainly over soon, or as random as a stagger.
func short(info *types.Info, l turns.Loop, arg ast.Expr) bool {
	longest, bounded := turns.AtMost(info, arg)
	if info.Types[arg].Value == nil && bounded {
		return true
	}
	if l.Turns {
		return bounded && longest < turn
	}
	return bounded && longest < long
}

// random reports whether what is slept, or what the variable that it is was
// given in this function, is drawn by math/rand: a stagger of many, with no
// length of its own.
func random(info *types.Info, s scopes.Scope, arg ast.Expr) bool {
	found := false
	draws := func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			fn, ok := info.Uses[sel.Sel].(*types.Func)
			found = found || ok && fn.Pkg() != nil && (fn.Pkg().Path() == "math/rand" || fn.Pkg().Path() == "math/rand/v2")
		}
		return !found
	}
	ast.Inspect(arg, draws)
	id, ok := ast.Unparen(arg).(*ast.Ident)
	if found || !ok {
		return found
	}
	ast.Inspect(s.Func, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 {
			if to, ok := assign.Lhs[0].(*ast.Ident); ok && info.ObjectOf(to) == info.ObjectOf(id) {
				ast.Inspect(assign.Rhs[0], draws)
			}
		}
		return !found
	})
	return found
}

// restarted reports whether the function makes a context from nothing under the
// name of the one in scope: that one is not meant any more.
func restarted(info *types.Info, s scopes.Scope) bool {
	found := false
	ast.Inspect(s.Func, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 || found {
			return !found
		}
		if id, ok := assign.Lhs[0].(*ast.Ident); !ok || id.Name != s.Text {
			return true
		}
		ast.Inspect(assign.Rhs[0], func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			fn, ok := info.Uses[sel.Sel].(*types.Func)
			found = found || ok && (fn.FullName() == "context.Background" || fn.FullName() == "context.TODO")
			return !found
		})
		return !found
	})
	return found
}

// apart reports whether the sleep is in a literal that a go statement starts.
func apart(s scopes.Scope) bool {
	for i, n := range s.Path {
		if call, ok := n.(*ast.CallExpr); ok && i > 0 && i+1 < len(s.Path) {
			if _, ok := s.Path[i+1].(*ast.GoStmt); ok && s.Path[i-1] == call.Fun {
				return true
			}
		}
	}
	return false
}
