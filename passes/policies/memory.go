package policies

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// literal is a variable: a struct whose type has a row, or what is stored in it.
func (e *evaluation) literal(a *ssa.Alloc) Policy {
	var stored []ssa.Value
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
			stored = append(stored, st.Val)
		}
	}
	if len(stored) > 0 {
		return e.any(stored)
	}
	row := e.r.row(calls.Named(a.Type()))
	if row == nil {
		return open
	}
	return e.changed(a, e.row(row, nil, nil))
}

// load is what is stored where a value is loaded from.
func (e *evaluation) load(addr ssa.Value) Policy {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return e.literal(a)
	case *ssa.FreeVar:
		if bound := e.r.program.Binding(a); bound != nil {
			return e.load(bound)
		}
	case *ssa.FieldAddr:
		return e.field(program.FieldOf(a))
	case *ssa.Global:
		return e.global(a)
	}
	return open
}

// field is all that this package stores in a field that it declares.
func (e *evaluation) field(f *types.Var) Policy {
	if f == nil || f.Pkg() != e.r.pass.Pkg {
		return open
	}
	var stored []ssa.Value
	for _, addr := range e.r.program.Addressed(f) {
		for _, ref := range *addr.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(addr) {
				stored = append(stored, st.Val)
			}
		}
	}
	if len(stored) == 0 {
		return open
	}
	return e.any(stored)
}

func (e *evaluation) global(g *ssa.Global) Policy {
	if g.Pkg != e.r.program.SSA {
		return open
	}
	var stored []ssa.Value
	for _, fn := range e.r.program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok && st.Addr == ssa.Value(g) {
					stored = append(stored, st.Val)
				}
			}
		}
	}
	if len(stored) == 0 {
		return open
	}
	return e.any(stored)
}

// parameter is what the callers hand over, where all of them are known.
func (e *evaluation) parameter(p *ssa.Parameter) Policy {
	fn := p.Parent()
	if !e.r.program.Closed(fn) {
		return open
	}
	i := slices.Index(fn.Params, p)
	var given []ssa.Value
	for _, call := range e.r.program.Calls[fn] {
		if args := call.Common().Args; i >= 0 && i < len(args) {
			given = append(given, args[i])
		}
	}
	if len(given) == 0 {
		return open
	}
	return e.any(given)
}

// changed adds what is done to a policy after it was made: fields that are set,
// methods that change it.
func (e *evaluation) changed(v ssa.Value, p Policy) Policy {
	if v.Referrers() == nil {
		return p
	}
	for _, same := range alike(v) {
		for _, ref := range *same.Referrers() {
			switch ref := ref.(type) {
			case *ssa.FieldAddr:
				p = e.set(ref, p)
			case *ssa.Call:
				if row := e.r.row(named(ref.Common())); row != nil && row.From.Kind() == "recv" && receiver(ref.Common()) == same && len(*ref.Referrers()) == 0 {
					own := *row
					own.From = ""
					p = p.with(e.of(&own, ref.Common()))
				}
			}
		}
	}
	return p
}

// alike are the loads of the variable that a value was loaded from.
func alike(v ssa.Value) []ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.X.Referrers() == nil {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	for _, ref := range *load.X.Referrers() {
		if other, ok := ref.(*ssa.UnOp); ok && other.Op == token.MUL {
			out = append(out, other)
		}
	}
	return out
}

// set is a field that is set.
func (e *evaluation) set(addr *ssa.FieldAddr, p Policy) Policy {
	f := program.FieldOf(addr)
	if f == nil {
		return p
	}
	row := e.r.row(calls.Named(addr.X.Type()) + "." + f.Name())
	if row == nil {
		return p
	}
	for _, ref := range *addr.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(addr) {
			stored := st.Val
			p = p.with(e.row(row, nil, func(int) ssa.Value { return stored }))
		}
	}
	return p
}
