package fanout

import (
	"go/ast"
	"go/types"
	"regexp"
)

const few = 16 // as many at once are a choice, not an accident

// many reports whether an expression can have more elements than a few.
func (r rule) many(x ast.Expr) bool {
	switch r.info.TypeOf(x).Underlying().(type) {
	case *types.Slice:
		lit, ok := ast.Unparen(x).(*ast.CompositeLit)
		return !ok || len(lit.Elts) > few
	case *types.Map, *types.Chan:
		return true
	}
	return false
}

// limited reports whether something in a loop makes it wait for those before.
func (r rule) limited(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			found = found || token(r.info.TypeOf(n.Chan))
		case *ast.UnaryExpr:
			found = found || n.Op.String() == "<-" && token(r.info.TypeOf(n.X))
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok {
				switch sel.Sel.Name {
				case "Acquire", "TryAcquire", "SetLimit", "Wait", "WaitN", "Take", "Allow", "Submit":
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// token: a channel whose elements are nothing but places.
func token(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	switch elem := ch.Elem().Underlying().(type) {
	case *types.Struct:
		return elem.NumFields() == 0
	case *types.Basic:
		return elem.Info()&(types.IsBoolean|types.IsInteger) != 0
	}
	return false
}

// limits reports whether the group of a Go call is given a limit anywhere.
func (r rule) limits(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return true
	}
	group, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return true // a field: who knows
	}
	for id, obj := range r.info.Uses {
		if obj == r.info.Uses[group] && id != group && r.setsLimit(id) {
			return true
		}
	}
	return false
}

// setsLimit: SetLimit follows the name, as in g.SetLimit(8).
func (r rule) setsLimit(id *ast.Ident) bool {
	for use, obj := range r.info.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.Name() == "SetLimit" && use.Pos() == id.End()+1 {
			return true
		}
	}
	return false
}

// given reports whether what is ranged over comes from whoever calls, or out of
// a channel: as many as they like. Servers, peers and targets that this process
// was set up with are as many as somebody wrote down.
func (r rule) given(x ast.Expr) bool {
	if _, ok := r.info.TypeOf(x).Underlying().(*types.Chan); ok {
		return true
	}
	if machines.MatchString(types.ExprString(x)) {
		return false
	}
	for {
		switch e := ast.Unparen(x).(type) {
		case *ast.SelectorExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.Ident:
			v, ok := r.info.Uses[e].(*types.Var)
			return ok && v.Kind() == types.ParamVar
		default:
			return false
		}
	}
}

var machines = regexp.MustCompile(`(?i)client|server|peer|target|node|host|replica|endpoint|upstream|backend|pool|shard|site|disk|cluster|remote|instance|member|region`)
