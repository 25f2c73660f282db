package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

// isObject: a variable that holds a struct or an array is an object; any other
// is a variable that is stored to whole.
func isObject(a *ssa.Alloc) bool { return structure(a.Type().Underlying().(*types.Pointer).Elem()) }

// lastStore is the store that a load sees, where one is on every way to it and
// none can come between.
func lastStore(a *ssa.Alloc, at ssa.Instruction) *ssa.Store {
	var last *ssa.Store
	for _, ref := range *a.Referrers() {
		switch s := ref.(type) {
		case *ssa.Store:
			if s.Addr != ssa.Value(a) {
				return nil
			}
			switch {
			case program.Precedes(s, at):
				if last == nil || program.Precedes(last, s) {
					last = s
				} else if !program.Precedes(s, last) {
					return nil
				}
			case at.Block().Dominates(s.Block()) && !program.Reaches(s.Block(), at.Block()): // after it
			default:
				return nil
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			if writes(s.Fn.(*ssa.Function), s, a) {
				return nil
			}
		default:
			return nil
		}
	}
	return last
}

// writes reports whether a literal, or one in it, stores to a captured variable
// or hands its address on.
func writes(fn *ssa.Function, made *ssa.MakeClosure, v ssa.Value) bool {
	for i, bound := range made.Bindings {
		if bound != v || i >= len(fn.FreeVars) {
			continue
		}
		for _, ref := range *fn.FreeVars[i].Referrers() {
			switch r := ref.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				if writes(r.Fn.(*ssa.Function), r, fn.FreeVars[i]) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}
