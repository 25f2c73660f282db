package waits

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// pointer: what a caller may leave out. Of a slice its length is what counts.
func pointer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	}
	return false
}

// nilness is 0 for what is nil, 1 for what is made on the spot, and what a
// parameter is; nil: another.
func (b *builder) nilness(v ssa.Value) *tree.Expr {
	if isNil(v) {
		zero := tree.Num(0)
		return &zero
	}
	switch v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Function:
		one := tree.Num(1)
		return &one
	}
	_, e := b.handed(v)
	return e
}

// boolean: true or false.
func boolean(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

// truth is 1 for true and 0 for false, and what a parameter is; nil: another.
func (b *builder) truth(v ssa.Value) *tree.Expr {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Bool {
		e := tree.Num(0)
		if constant.BoolVal(c.Value) {
			e = tree.Num(1)
		}
		return &e
	}
	_, e := b.handed(v)
	return e
}

// asksNil is a test of a pointer that a caller may have left out: whether it is
// nil, or something of what it points to that a default of this function does
// not have. swapped: it holds where the test does not.
func (b *builder) asksNil(c *ssa.BinOp) (g *tree.Guard, swapped bool) {
	if c.Op != token.EQL && c.Op != token.NEQ {
		return nil, false
	}
	if p, e := b.handed(c.X); e != nil && isNil(c.Y) && pointer(p.Type()) && !carriesContext(p.Type()) {
		return &tree.Guard{Op: tree.IsNil, L: *e}, c.Op == token.NEQ
	}
	load, ok := c.X.(*ssa.UnOp)
	want, isConst := c.Y.(*ssa.Const)
	if !ok || load.Op != token.MUL || !isConst || want.Value == nil {
		return nil, false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil, false
	}
	either, ok := field.X.(*ssa.Phi)
	if !ok {
		return nil, false
	}
	var given *ssa.Parameter
	for _, edge := range either.Edges {
		switch v := edge.(type) {
		case *ssa.Parameter:
			if given != nil && given != v {
				return nil, false
			}
			given = v
		case *ssa.Alloc:
			if !lacks(v, field.Field, want) {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	if given == nil || !pointer(given.Type()) || carriesContext(given.Type()) {
		return nil, false
	}
	return &tree.Guard{Op: tree.NotNil, L: *b.nilness(given)}, c.Op == token.NEQ
}

// lacks: a struct that is made here never has a value in a field.
func lacks(made *ssa.Alloc, field int, want *ssa.Const) bool {
	set := false
	for _, ref := range *made.Referrers() {
		switch r := ref.(type) {
		case *ssa.FieldAddr:
			if r.Field != field {
				continue
			}
			for _, use := range *r.Referrers() {
				store, ok := use.(*ssa.Store)
				if !ok {
					return false
				}
				have, ok := store.Val.(*ssa.Const)
				if !ok || have.Value == nil || constant.Compare(have.Value, token.EQL, want.Value) {
					return false
				}
				set = true
			}
		case *ssa.Phi, *ssa.DebugRef:
		default:
			return false
		}
	}
	return set || !zero(want.Value)
}

// zero: the value of what is not set.
func zero(v constant.Value) bool {
	switch v.Kind() {
	case constant.String:
		return constant.StringVal(v) == ""
	case constant.Bool:
		return !constant.BoolVal(v)
	}
	return constant.Sign(v) == 0
}

// dyn is what is in an interface; nil: not known.
func (b *builder) dyn(v ssa.Value, up, depth int) *tree.Dyn {
	if v == nil || depth > 8 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		t := types.Unalias(v.X.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if named, ok := t.(*types.Named); ok && named.TypeArgs().Len() == 0 && named.Obj().Pkg() != nil && named.Obj().Parent() == named.Obj().Pkg().Scope() {
			return &tree.Dyn{Type: named.Obj().Pkg().Path() + "." + named.Obj().Name()}
		}
	case *ssa.ChangeInterface:
		return b.dyn(v.X, up, depth+1)
	case *ssa.TypeAssert:
		return b.dyn(v.X, up, depth+1)
	case *ssa.Extract:
		if asked, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 0 {
			return b.dyn(asked.X, up, depth+1)
		}
	case *ssa.Parameter:
		return &tree.Dyn{Param: index(v), Up: up}
	case *ssa.FreeVar:
		if bound := b.program.Binding(v); bound != nil {
			return b.dyn(bound, up+1, depth+1)
		}
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			if all := stored(alloc); len(all) == 1 {
				return b.dyn(all[0], up, depth+1)
			}
		}
		if free, ok := v.X.(*ssa.FreeVar); ok && v.Op == token.MUL {
			if alloc, ok := b.program.Binding(free).(*ssa.Alloc); ok {
				if all := stored(alloc); len(all) == 1 {
					return b.dyn(all[0], up+1, depth+1)
				}
			}
		}
	}
	return nil
}
