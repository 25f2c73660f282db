package contexts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// asksDeadline reports whether the branch that leads to one edge of a phi asks
// the context for its deadline.
func asksDeadline(phi *ssa.Phi, edge int) bool {
	cond := choice(phi, edge)
	for range 4 {
		switch x := cond.(type) {
		case *ssa.UnOp:
			cond = x.X
		case *ssa.Extract:
			call, ok := x.Tuple.(*ssa.Call)
			return ok && call.Call.IsInvoke() && call.Call.Method.Name() == "Deadline" && calls.IsContext(call.Call.Value.Type())
		default:
			return false
		}
	}
	return false
}

// asksNil reports whether the branch behind a phi compares a context to nil.
func asksNil(phi *ssa.Phi) bool {
	for i := range phi.Edges {
		bin, ok := choice(phi, i).(*ssa.BinOp)
		if !ok || bin.Op != token.EQL && bin.Op != token.NEQ {
			continue
		}
		if calls.IsContext(bin.X.Type()) && (isNil(bin.Y) || isNil(bin.X)) {
			return true
		}
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// choice is the condition of the nearest branch above an edge of a phi.
func choice(phi *ssa.Phi, edge int) ssa.Value {
	for b := phi.Block().Preds[edge]; b != nil; b = b.Idom() {
		if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			return branch.Cond
		}
	}
	return nil
}
