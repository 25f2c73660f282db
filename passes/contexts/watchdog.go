package contexts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// timed reports whether a timer may cancel the context that a call makes: its
// cancel function is given to time.AfterFunc, or goes to code that waits for a
// time itself.
func timed(p *program.Package, made *ssa.Call) bool {
	for _, ref := range *made.Referrers() {
		if cancel, ok := ref.(*ssa.Extract); ok && cancel.Index == 1 && goesToTimer(p, cancel, map[ssa.Value]bool{}) {
			return true
		}
	}
	return false
}

func goesToTimer(p *program.Package, v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, ref := range *v.Referrers() {
		switch r := ref.(type) {
		case *ssa.Call:
			callee := r.Call.StaticCallee()
			if r.Call.Value == v || callee == nil {
				continue
			}
			if obj, ok := callee.Object().(*types.Func); ok && calls.FullName(obj) == "time.AfterFunc" {
				return true
			}
			if handsToTimer(p, callee, r.Call.Args, v, seen) {
				return true
			}
		case *ssa.Go:
			if callee := r.Call.StaticCallee(); callee != nil && handsToTimer(p, callee, r.Call.Args, v, seen) {
				return true
			}
		case *ssa.ChangeType:
			if goesToTimer(p, r, seen) {
				return true
			}
		case *ssa.MakeClosure:
			if waitsForTime(r.Fn.(*ssa.Function)) {
				return true
			}
		case *ssa.Store:
			if r.Val == v && keptForTimer(p, r.Addr, seen) {
				return true
			}
		}
	}
	return false
}

// handsToTimer: the function that is given the cancel function waits for a time.
func handsToTimer(p *program.Package, callee *ssa.Function, args []ssa.Value, v ssa.Value, seen map[ssa.Value]bool) bool {
	for i, arg := range args {
		if arg == v && i < len(callee.Params) && callee.Pkg == p.SSA && (waitsForTime(callee) || goesToTimer(p, callee.Params[i], seen)) {
			return true
		}
	}
	return false
}

// keptForTimer: the variable or the field that the cancel function is kept in is
// used by code that waits for a time.
func keptForTimer(p *program.Package, addr ssa.Value, seen map[ssa.Value]bool) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return goesToTimer(p, a, seen)
	case *ssa.FieldAddr:
		field := program.FieldOf(a)
		if field == nil {
			return false
		}
		for _, use := range p.Addressed(field) {
			if use.Parent() != a.Parent() && waitsForTime(use.Parent()) {
				return true
			}
		}
	}
	return false
}

// timers are the functions that make something to wait for a time with.
var timers = map[string]bool{"time.After": true, "time.NewTimer": true, "time.AfterFunc": true, "time.NewTicker": true, "time.Tick": true, "time.Sleep": true}

// waitsForTime reports whether a function, or a literal in it, makes a timer.
func waitsForTime(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || call.Common().StaticCallee() == nil {
				continue
			}
			if obj, ok := call.Common().StaticCallee().Object().(*types.Func); ok && timers[calls.FullName(obj)] {
				return true
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		if waitsForTime(lit) {
			return true
		}
	}
	return false
}
