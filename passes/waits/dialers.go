package waits

import (
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// dials is the most time that a transport gives to connecting, where every
// dialer that it may use is in sight and has a constant Timeout.
func (b *builder) dials(t *bounds.Object) (nanos int64, ok bool) {
	if n, ok := t.Limit("DialContext").Value.Exact(); ok {
		return n, true
	}
	for _, p := range t.Presets {
		if p.Field == "DialContext" {
			return 0, false
		}
	}
	if t.Left(bounds.Passed) || len(t.Writes("DialTLSContext"))+len(t.Writes("DialTLS")) > 0 {
		return 0, false
	}
	for _, field := range []string{"DialContext", "Dial"} {
		for _, w := range t.Writes(field) {
			n, ok := b.dialFunc(w.Value)
			if !ok {
				return 0, false
			}
			nanos = max(nanos, n)
		}
	}
	return nanos, nanos > 0
}

// dialFunc is the most time that a dial function takes to connect: the bound
// method of a dialer, or a literal that does no more than ask one.
func (b *builder) dialFunc(v ssa.Value) (int64, bool) {
	for {
		change, ok := v.(*ssa.ChangeType)
		if !ok {
			break
		}
		v = change.X
	}
	made, ok := v.(*ssa.MakeClosure)
	if !ok {
		return 0, false
	}
	fn := made.Fn.(*ssa.Function)
	if fn.Synthetic != "" && len(made.Bindings) == 1 {
		return b.dialer(made.Bindings[0])
	}
	var most int64
	var asked []*ssa.BasicBlock
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			obj := callee(call.Common())
			if obj == nil {
				if _, builtin := call.Common().Value.(*ssa.Builtin); builtin {
					continue
				}
				return 0, false
			}
			switch calls.FullName(obj) {
			case "(*net.Dialer).DialContext", "(*net.Dialer).Dial":
				n, ok := b.dialer(call.Common().Args[0])
				if !ok {
					return 0, false
				}
				most, asked = max(most, n), append(asked, block)
			default:
				if b.calls.Row(obj) != nil {
					return 0, false
				}
			}
		}
	}
	for i, x := range asked {
		for j, y := range asked {
			if i != j && x == y || program.Reaches(x, y) { // one after the other
				return 0, false
			}
		}
	}
	return most, most > 0
}

// dialer is the Timeout of a net.Dialer: the longest of those that it may be.
func (b *builder) dialer(v ssa.Value) (int64, bool) {
	objects, complete := b.bounds.Of(v)
	if !complete || len(objects) == 0 {
		return 0, false
	}
	var most int64
	for _, o := range objects {
		n, ok := o.Limit("Timeout").Value.Exact()
		if d := o.Limit("Deadline").State; !ok || n <= 0 || d != bounds.Unset && d != bounds.Zeroed {
			return 0, false
		}
		most = max(most, n)
	}
	return most, true
}
