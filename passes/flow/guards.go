package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// phi joins what several ways bring, and heeds what was asked on them: what is
// replaced where it is nil or zero, and a context that was found to have a
// deadline.
func (f *function) phi(v *ssa.Phi) Set {
	if x, y, ok := f.defaulted(v); ok {
		return Set{f.add(Term{Op: OrElse, Args: []Set{f.value(x), f.value(y)}})}
	}
	var out Set
	for i, edge := range v.Edges {
		s := f.value(edge)
		if calls.IsContext(v.Type()) && asksDeadline(v, i) {
			s = Set{f.add(Term{Op: Deadlined, Args: []Set{s}})}
		}
		out = union(out, s)
	}
	return out
}

// defaulted recognises x, or y where x is nil or zero.
func (f *function) defaulted(v *ssa.Phi) (x, y ssa.Value, ok bool) {
	if len(v.Edges) != 2 {
		return nil, nil, false
	}
	for i := range 2 {
		x, y = v.Edges[i], v.Edges[1-i]
		if x == y || x == v || y == v {
			continue
		}
		for block := v.Block().Preds[1-i]; block != nil; block = block.Idom() {
			d := block.Idom()
			if d == nil {
				break
			}
			test, isIf := d.Instrs[len(d.Instrs)-1].(*ssa.If)
			if !isIf || len(block.Preds) != 1 {
				continue
			}
			asked, onTrue := empty(test.Cond)
			if asked == nil || !sameLoad(asked, x) {
				continue
			}
			if onTrue == (d.Succs[0] == block) {
				return x, y, true
			}
		}
	}
	return nil, nil, false
}

// empty is what a condition asks to be nil or zero, and whether that holds where
// the condition does.
func empty(cond ssa.Value) (asked ssa.Value, holds bool) {
	c, ok := cond.(*ssa.BinOp)
	if !ok {
		return nil, false
	}
	k, ok := c.Y.(*ssa.Const)
	if !ok || k.Value != nil && k.Value.ExactString() != "0" && k.Value.ExactString() != `""` {
		return nil, false
	}
	switch c.Op {
	case token.EQL, token.LEQ:
		return c.X, true
	case token.NEQ, token.GTR:
		return c.X, false
	case token.LSS:
		return c.X, true
	}
	return nil, false
}

// sameLoad reports whether two values are one, or loads of one address.
func sameLoad(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ssa.UnOp)
	y, also := b.(*ssa.UnOp)
	if !ok || !also || x.Op != token.MUL || y.Op != token.MUL {
		return false
	}
	return sameAddress(x.X, y.X)
}

func sameAddress(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ssa.FieldAddr)
	y, also := b.(*ssa.FieldAddr)
	return ok && also && x.Field == y.Field && sameLoad(x.X, y.X) || ok && also && x.Field == y.Field && sameAddress(x.X, y.X)
}

// asksDeadline: the way in comes from the side of a test on which the context
// has a deadline.
func asksDeadline(v *ssa.Phi, edge int) bool {
	for block := v.Block().Preds[edge]; block != nil; block = block.Idom() {
		test, ok := block.Instrs[len(block.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, want := test.Cond, 0
		if not, isNot := cond.(*ssa.UnOp); isNot && not.Op == token.NOT {
			cond, want = not.X, 1
		}
		x, ok := cond.(*ssa.Extract)
		if !ok || x.Index != 1 {
			continue
		}
		call, ok := x.Tuple.(*ssa.Call)
		if !ok || !call.Call.IsInvoke() || call.Call.Method.Name() != "Deadline" {
			continue
		}
		yes := block.Succs[want]
		if yes == v.Block() && v.Block().Preds[edge] == block {
			return true
		}
		return yes != v.Block() && yes.Dominates(v.Block().Preds[edge])
	}
	return false
}
