package flow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Holder says who, besides the function that made a context, may cancel it.
type Holder uint8

// The holders, from none to the most.
const (
	NoHolder  Holder = iota
	Stopper          // what stops the function, or what it belongs to: a goroutine or a literal of it, a method Stop or Close
	AnyHolder        // whoever was given the cancel function; a timer, too
)

// holder is who may cancel the context that a call returns.
func (f *function) holder(v *ssa.Call) Holder {
	out := NoHolder
	for _, ref := range *v.Referrers() {
		if cancel, ok := ref.(*ssa.Extract); ok && cancel.Index == 1 {
			h := &holding{f: f, seen: map[ssa.Value]bool{}, home: v.Parent()}
			out = max(out, h.value(cancel))
		}
	}
	return out
}

// holding follows a cancel function to where it is called.
type holding struct {
	f    *function
	seen map[ssa.Value]bool
	home *ssa.Function
}

// value is the most that the uses of a value, which is the cancel function, permit.
func (h *holding) value(v ssa.Value) Holder {
	if h.seen[v] || v.Referrers() == nil {
		return NoHolder
	}
	h.seen[v] = true
	out := NoHolder
	for _, use := range *v.Referrers() {
		out = max(out, h.use(v, use))
	}
	return out
}

func (h *holding) use(v ssa.Value, use ssa.Instruction) Holder {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return NoHolder
	case ssa.CallInstruction:
		return h.call(v, use)
	case *ssa.Store:
		if use.Val != v {
			return NoHolder // the variable is given another
		}
		switch to := use.Addr.(type) {
		case *ssa.Alloc:
			return h.value(to)
		case *ssa.FieldAddr:
			return h.field(to)
		}
		return AnyHolder
	case *ssa.UnOp:
		return h.value(use)
	case *ssa.ChangeType:
		return h.value(use)
	case *ssa.Phi:
		return h.value(use)
	case *ssa.MakeClosure:
		out := NoHolder
		lit, ok := use.Fn.(*ssa.Function)
		if !ok || lit.Synthetic != "" {
			return AnyHolder
		}
		for i, b := range use.Bindings {
			if b == v && i < len(lit.FreeVars) {
				out = max(out, h.value(lit.FreeVars[i]))
			}
		}
		return out
	}
	return AnyHolder
}

// call is a call of the cancel function, or one that is given it.
func (h *holding) call(v ssa.Value, call ssa.CallInstruction) Holder {
	c := call.Common()
	if c.Value == v {
		_, deferred := call.(*ssa.Defer)
		switch fn := call.Parent(); {
		case deferred && fn == h.home:
			return NoHolder
		case timed(call):
			return AnyHolder
		case fn == h.home:
			return NoHolder
		}
		return Stopper
	}
	callee := c.StaticCallee()
	if callee == nil || len(callee.Blocks) == 0 || !h.f.own(callee) {
		return AnyHolder
	}
	out := NoHolder
	for i, arg := range c.Args {
		if arg == v && i < len(callee.Params) {
			out = max(out, Stopper, h.value(callee.Params[i]))
		}
	}
	return out
}

// field is who calls what is kept in a field: methods that stop what has it, or
// anybody.
func (h *holding) field(at *ssa.FieldAddr) Holder {
	called := false
	for _, fn := range h.f.program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				x, ok := instr.(*ssa.FieldAddr)
				if !ok || x.Field != at.Field || TypeName(x.X.Type()) != TypeName(at.X.Type()) {
					continue
				}
				for _, ref := range *x.Referrers() {
					load, ok := ref.(*ssa.UnOp)
					if !ok {
						continue
					}
					for _, use := range *load.Referrers() {
						call, ok := use.(ssa.CallInstruction)
						switch {
						case ok && call.Common().Value == load && stops(fn):
							called = true
						case !ok && harmless(use):
						default:
							return AnyHolder
						}
					}
				}
			}
		}
	}
	if called {
		return Stopper
	}
	return AnyHolder
}

// harmless: the cancel function is compared to nil.
func harmless(use ssa.Instruction) bool {
	switch use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	}
	return false
}

// stops: the function, or that around it, is named after the end of what it
// belongs to.
func stops(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	name := strings.ToLower(fn.Name())
	for _, word := range []string{"stop", "close", "shutdown", "halt", "terminate", "quit", "teardown", "destroy", "exit"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

// timed: the call is made when some time is over.
func timed(call ssa.CallInstruction) bool {
	for b := call.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Call:
				if callee := instr.Call.StaticCallee(); callee != nil && callee.String() == "time.Sleep" {
					return true
				}
			case *ssa.UnOp:
				if instr.Op == token.ARROW && ticks(instr.X) {
					return true
				}
			case *ssa.Select:
				for _, state := range instr.States {
					if ticks(state.Chan) {
						return true
					}
				}
			}
		}
	}
	return false
}

// ticks: what comes over the channel is a time.
func ticks(ch ssa.Value) bool {
	t, ok := ch.Type().Underlying().(*types.Chan)
	return ok && calls.Named(t.Elem()) == "time.Time"
}
