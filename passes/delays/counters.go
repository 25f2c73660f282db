package delays

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

// counter is which parameter of a function a number is made of, Itself where the
// function, or a method beside it, counts it, and none.
func (r *Result) counter(fn *ssa.Function, v ssa.Value, depth int) int {
	if v == nil || depth > 8 {
		return none
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		b, ok := v.Type().Underlying().(*types.Basic)
		if ok && b.Info()&(types.IsInteger|types.IsFloat) != 0 && !isDelay(v.Type()) && v.Parent() == fn {
			return slices.Index(fn.Params, v)
		}
	case *ssa.Convert:
		return r.counter(fn, v.X, depth+1)
	case *ssa.ChangeType:
		return r.counter(fn, v.X, depth+1)
	case *ssa.BinOp:
		if n := r.counter(fn, v.X, depth+1); n != none {
			return n
		}
		return r.counter(fn, v.Y, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if e == ssa.Value(v) {
				continue
			}
			if n := r.counter(fn, e, depth+2); n != none {
				return n
			}
		}
	case *ssa.Call:
		if _, builtin := v.Call.Value.(*ssa.Builtin); builtin || strings.HasPrefix(full(v.Common()), "math.") {
			for _, arg := range v.Call.Args {
				if n := r.counter(fn, arg, depth+1); n != none {
					return n
				}
			}
		}
	case *ssa.UnOp:
		if v.Op == token.MUL && r.counted(fn, v.X) {
			return Itself
		}
	}
	return none
}

// counted: the function adds one to a number in memory each time it is called,
// before or after it looks.
func (r *Result) counted(fn *ssa.Function, addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		field := program.FieldOf(a)
		for _, val := range r.storedHere(fn, field) {
			if b, ok := val.(*ssa.BinOp); ok && b.Op == token.ADD && (loads(b.X, field) || loads(b.Y, field)) {
				return true
			}
		}
	case *ssa.FreeVar, *ssa.Global:
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok || st.Addr != addr {
					continue
				}
				if sum, ok := st.Val.(*ssa.BinOp); ok && sum.Op == token.ADD {
					return true
				}
			}
		}
	}
	return false
}

// storedHere lists what one function stores in a field.
func (r *Result) storedHere(fn *ssa.Function, field *types.Var) []ssa.Value {
	var out []ssa.Value
	if field == nil {
		return nil
	}
	for _, addr := range r.program.Addressed(field) {
		if addr.Parent() != fn {
			continue
		}
		for _, ref := range *addr.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(addr) {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// plain removes conversions.
func plain(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}
