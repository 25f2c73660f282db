package retries

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// same reports whether a function of this package gives the same whenever it is
// given the same: it changes nothing, waits for nothing and asks nobody outside,
// as one that puts a key or an address together.
func same(fn *ssa.Function, depth int) bool {
	if fn == nil || len(fn.Blocks) == 0 || depth > 3 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				if !local(instr.Addr) {
					return false
				}
			case *ssa.MapUpdate, *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer, *ssa.Next:
				return false
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					return false
				}
			case *ssa.Call:
				if _, builtin := instr.Call.Value.(*ssa.Builtin); !builtin && !builds(instr.Common(), depth) {
					return false
				}
			}
		}
	}
	return true
}

func builds(c *ssa.CallCommon, depth int) bool {
	if quiet(callee(c)) {
		return builder(c) && !strings.Contains(qualified(c), "time.") // which is another each time
	}
	return same(c.StaticCallee(), depth+1)
}

// local: in a variable of the function itself.
func local(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.IndexAddr:
		return local(a.X)
	case *ssa.FieldAddr:
		return local(a.X)
	}
	return false
}
