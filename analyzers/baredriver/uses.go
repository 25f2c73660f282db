package baredriver

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/breakers"
	"github.com/timeoutlint/timeoutlint/passes/contexts/holders"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// use is a call that waits for what a handle is connected to.
type use struct {
	call ssa.CallInstruction
	row  *knowledge.Call
	end  bounds.End
}

// uses are the calls in sight on a handle that one of the given calls made.
func (r rule) uses(made ...ssa.CallInstruction) []use {
	var out []use
	for _, fn := range r.b.Program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				obj := breakers.Callee(call)
				if obj == nil || obj.Signature().Recv() == nil {
					continue
				}
				if row := r.b.Row(obj); row != nil && row.Does != knowledge.Closes && r.from(handle(call), made) {
					out = append(out, use{call, row, r.b.Ends(call, row)})
				}
			}
		}
	}
	return out
}

// handle is the receiver of a method call.
func handle(call ssa.CallInstruction) ssa.Value {
	if call.Common().IsInvoke() {
		return call.Common().Value
	}
	return call.Common().Args[0]
}

// from reports whether a value was certainly made by one of the calls.
func (r rule) from(v ssa.Value, made []ssa.CallInstruction) bool {
	if _, ok := types.Unalias(v.Type()).Underlying().(*types.Basic); ok {
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok {
		if global, ok := load.X.(*ssa.Global); ok {
			return r.kept(global, made)
		}
	}
	makers, ok := holders.Makers(r.b.Program, v)
	if !ok {
		return false
	}
	for _, m := range makers {
		for _, own := range made {
			if ssa.CallInstruction(m) == own {
				return true
			}
		}
	}
	return false
}

// kept reports whether a variable of the package is given nothing but what one
// of the calls made.
func (r rule) kept(global *ssa.Global, made []ssa.CallInstruction) bool {
	found := false
	if global.Pkg != r.b.Program.SSA {
		return false
	}
	for _, fn := range r.b.Program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if s, ok := instr.(*ssa.Store); ok && s.Addr == ssa.Value(global) {
					if _, again := s.Val.(*ssa.UnOp); again || !r.from(s.Val, made) {
						return false
					}
					found = true
				}
			}
		}
	}
	return found
}

// never is the first use that nothing ends, or nil.
func never(uses []use) *use {
	for i := range uses {
		if uses[i].end.State == bounds.Never {
			return &uses[i]
		}
	}
	return nil
}
