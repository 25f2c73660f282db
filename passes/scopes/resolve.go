package scopes

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// resolve finds what the context's name means at pos, and whether there is
// any choice.
func (s *Scope) resolve(info *types.Info, pkg *types.Package, pos token.Pos, param *types.Var) {
	innermost := pkg.Scope().Innermost(pos)
	if innermost == nil {
		return
	}
	_, obj := innermost.LookupParent(param.Name(), pos)
	here, ok := obj.(*types.Var)
	s.Plain = ok && types.Identical(here.Type(), param.Type())
	for scope := innermost; scope != nil && scope != pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, ok := scope.Lookup(name).(*types.Var)
			if ok && v.Pos() < pos && calls.IsContext(v.Type()) && v.Name() != "_" && (s.Request || v.Name() != param.Name()) {
				s.Plain = false // two contexts: which one is a choice
			}
		}
	}
	ast.Inspect(s.Func, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Pos() > pos {
			return true
		}
		for _, lhs := range assign.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && info.ObjectOf(id) == obj {
				s.Derived = true
				if group(assign.Rhs[0]) {
					s.Plain = false // an errgroup's context has ended after Wait
				}
			}
		}
		return true
	})
}

func group(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "WithContext"
}

func (s *Scope) innermost(t *ast.FuncType) {
	if s.inner == nil {
		s.inner = t
	}
}

// Returns reports whether the innermost function returns more than errors and
// plain values: something that may go on using the context.
func (s *Scope) Returns(info *types.Info) bool {
	if s.inner.Results == nil {
		return false
	}
	for _, field := range s.inner.Results.List {
		t := info.TypeOf(field.Type)
		if _, basic := t.Underlying().(*types.Basic); !basic && !types.Identical(t, types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}
