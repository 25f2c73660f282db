package scopes

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/timeoutlint/timeoutlint/passes/places"
)

// resolve finds what the context's name means at pos, and whether there is
// any choice.
func (k *known) resolve(s *Scope, pos token.Pos, param *types.Var) {
	innermost := places.Scope(k.info, s.Path, pos)
	if innermost == nil {
		return
	}
	_, obj := innermost.LookupParent(param.Name(), pos)
	here, ok := obj.(*types.Var)
	s.Plain = ok && types.Identical(here.Type(), param.Type())
	for scope := innermost; scope != nil && scope != k.pkg.Scope(); scope = scope.Parent() {
		for _, v := range k.contexts(scope) {
			if v.Pos() < pos && (s.Request || v.Name() != param.Name()) {
				s.Plain = false // two contexts: which one is a choice
			}
		}
	}
	for _, assign := range k.assignments(s.Func)[obj] {
		if assign.Pos() > pos {
			break
		}
		s.Derived = true
		if group(assign.Rhs[0]) {
			s.Plain = false // an errgroup's context has ended after Wait
		}
	}
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
