package shutdownwait

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

// locked reports whether a lock is held during a call: taken before it in its
// function, or in one that calls it. Who waits for the lock then waits for ever
// too.
func locked(p *program.Package, call ssa.CallInstruction) bool {
	if holds(call) {
		return true
	}
	return slices.ContainsFunc(p.Calls[call.Parent()], holds)
}

func holds(call ssa.CallInstruction) bool {
	locks := mutexes(call.Parent(), "Lock")
	return slices.ContainsFunc(locks, func(lock *ssa.Call) bool {
		return program.Precedes(lock, call) && !slices.ContainsFunc(mutexes(call.Parent(), "Unlock"), func(unlock *ssa.Call) bool {
			return program.Precedes(lock, unlock) && program.Precedes(unlock, call)
		})
	})
}

// mutexes are the calls of a method of locks in a function, not counting those
// that are deferred.
func mutexes(fn *ssa.Function, method string) (out []*ssa.Call) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.StaticCallee() == nil {
				continue
			}
			switch call.Call.StaticCallee().String() {
			case "(*sync.Mutex)." + method, "(*sync.RWMutex)." + method:
				out = append(out, call)
			}
		}
	}
	return out
}
