package idempotency

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// stored lists what is stored at an address.
func stored(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	if addr.Referrers() == nil {
		return nil
	}
	for _, ref := range *addr.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == addr {
			out = append(out, s.Val)
		}
	}
	return out
}

// slot lists what is put into one field of a struct here.
func slot(alloc *ssa.Alloc, field int) []ssa.Value {
	var out []ssa.Value
	for _, ref := range *alloc.Referrers() {
		if fa, ok := ref.(*ssa.FieldAddr); ok && fa.Field == field {
			out = append(out, stored(fa)...)
		}
	}
	return out
}

// spread are the elements of the slice that a variadic call makes, without the
// conversion to an interface; a slice from elsewhere is one value.
func spread(v ssa.Value) []ssa.Value {
	slice, ok := v.(*ssa.Slice)
	if !ok {
		return []ssa.Value{v}
	}
	alloc, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	for _, ref := range *alloc.Referrers() {
		if at, ok := ref.(*ssa.IndexAddr); ok {
			for _, val := range stored(at) {
				if m, ok := val.(*ssa.MakeInterface); ok {
					val = m.X
				}
				out = append(out, val)
			}
		}
	}
	return out
}

// results are what a function returns in one place, nil beside an error left
// out.
func results(fn *ssa.Function, i int) []ssa.Value {
	var out []ssa.Value
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) {
			continue
		}
		if c, ok := ret.Results[i].(*ssa.Const); ok && len(ret.Results) > 1 && (c.Value == nil || c.Value.ExactString() == `""`) {
			continue
		}
		out = append(out, ret.Results[i])
	}
	return out
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// callee is the function or interface method that is called, or nil.
func callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// qualified is the callee's name as knowledge rows have it, "" if unknown.
func qualified(c *ssa.CallCommon) string {
	if fn := callee(c); fn != nil {
		return calls.FullName(fn)
	}
	return ""
}

// receiverAndArgs are what a call hands over, the receiver first, as the
// parameters of a function are counted.
func receiverAndArgs(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// arguments are those without the receiver.
func arguments(c *ssa.CallCommon) []ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[1:]
	}
	return c.Args
}

func fieldName(of types.Type, i int) string {
	if s, ok := deref(of).Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return ""
}

func boolean(results *types.Tuple) bool {
	if results.Len() != 1 {
		return false
	}
	b, ok := results.At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}
