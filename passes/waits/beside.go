package waits

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// whole: a deadline is meant for all that the function does from there on. It is
// made of the context that the function is given, of which nothing else is made, and
// ends with the function.
func (b *builder) whole(call *ssa.Call, parent ssa.Value) bool {
	ends := false
	for _, ref := range *call.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if !ok || isContext(x.Type()) {
			continue
		}
		for _, use := range *x.Referrers() {
			if d, ok := use.(*ssa.Defer); ok && d.Call.Value == ssa.Value(x) {
				ends = true
			}
		}
	}
	if !ends || parent == nil || onward(call.Block(), call.Block(), nil) {
		return false
	}
	switch v := parent.(type) {
	case *ssa.Parameter:
		return isContext(v.Type()) && uses(v) == 1
	case *ssa.Call: // r.Context()
		obj := callee(v.Common())
		if obj == nil || calls.FullName(obj) != "(*net/http.Request).Context" || uses(v) != 1 {
			return false
		}
		r, ok := v.Call.Args[0].(*ssa.Parameter)
		if !ok {
			return false
		}
		for _, ref := range *r.Referrers() {
			if other, ok := ref.(*ssa.Call); ok && other != v && callee(other.Common()) == obj {
				return false
			}
		}
		return true
	}
	return false
}

// alone: a deadline's context is given to requests and calls of which rows say that they
// wait, and to nothing else.
func (b *builder) alone(call *ssa.Call) bool {
	for _, ref := range *call.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if !ok || !isContext(x.Type()) {
			continue
		}
		for _, use := range *x.Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case *ssa.Call:
				obj := callee(use.Common())
				if obj == nil || !b.plainly(use) && b.calls.Row(obj) == nil {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// uses counts what has a value as an operand.
func uses(v ssa.Value) int {
	n := 0
	for _, ref := range *v.Referrers() {
		if _, ok := ref.(*ssa.DebugRef); !ok {
			n++
		}
	}
	return n
}

// besides are the goroutines of the function that a select waits for, and after a
// while no longer: what they send is received nowhere else.
func (b *builder) besides(sel *ssa.Select) []tree.Node {
	out := tree.Node{Kind: tree.Aside, Place: b.place(sel.Pos()), Num: &tree.Expr{}}
	if onward(sel.Block(), sel.Block(), nil) {
		return nil
	}
	var from []ssa.Value
	for _, s := range sel.States {
		done := doneOf(s.Chan)
		switch {
		case s.Dir != types.RecvOnly:
			return nil
		case done != nil:
			c := b.ctx(done)
			out.Ctx = &c
		case isTimer(s.Chan.Type()) && certain(s.Chan, sel):
			d := b.after(s.Chan, sel)
			out.Num = &d
		case isTimer(s.Chan.Type()):
			return nil
		default:
			if ch := root(s.Chan); ch != nil {
				from = append(from, ch)
			} else if made, ok := s.Chan.(*ssa.MakeChan); ok {
				from = append(from, made)
			}
		}
	}
	for _, ch := range from {
		if b.received(ch, sel) {
			continue
		}
		for _, block := range b.fn.Blocks {
			for _, instr := range block.Instrs {
				started, ok := instr.(*ssa.Go)
				if !ok || !started.Block().Dominates(sel.Block()) {
					continue
				}
				made, ok := started.Call.Value.(*ssa.MakeClosure)
				if !ok || !captures(made, ch) || !sends(made, ch) {
					continue
				}
				if f := b.fnVal(made, 0, 0); f != nil {
					out.Kids = append(out.Kids, tree.Node{Kind: tree.Call, Fn: f, Place: b.place(started.Pos())})
				}
			}
		}
	}
	if len(out.Kids) == 0 || out.Ctx == nil && out.Num.Op == tree.Opaque {
		return nil
	}
	return []tree.Node{out}
}

// received: something else than a select receives from a channel of its function.
func (b *builder) received(ch ssa.Value, but *ssa.Select) bool {
	same := func(v ssa.Value) bool { return v == ch || root(v) == ch }
	for _, block := range b.fn.Blocks {
		for _, instr := range block.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if instr.Op == token.ARROW && same(instr.X) {
					return true
				}
			case *ssa.Select:
				for _, s := range instr.States {
					if instr != but && s.Dir == types.RecvOnly && same(s.Chan) {
						return true
					}
				}
			}
		}
	}
	return false
}

// sends: a literal sends to a channel that it captures.
func sends(made *ssa.MakeClosure, ch ssa.Value) bool {
	lit := made.Fn.(*ssa.Function)
	for i, bound := range made.Bindings {
		if bound != ch {
			continue
		}
		for _, block := range lit.Blocks {
			for _, instr := range block.Instrs {
				if s, ok := instr.(*ssa.Send); ok && (s.Chan == ssa.Value(lit.FreeVars[i]) || root(s.Chan) == ssa.Value(lit.FreeVars[i])) {
					return true
				}
			}
		}
	}
	return false
}
