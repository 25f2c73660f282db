package retries

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// functions are the functions of this package that a function value may be: a
// literal, a declared function, a method value, and what variables, fields and
// parameters hold of them. It is empty where the value comes from elsewhere.
func (r *Result) functions(v ssa.Value) []*ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return r.bodies(nil, v)
	case *ssa.MakeClosure:
		return r.bodies(nil, v.Fn.(*ssa.Function))
	}
	var out []*ssa.Function
	for _, leaf := range r.Program.Leaves(v) {
		switch leaf := leaf.(type) {
		case *ssa.Function:
			out = r.bodies(out, leaf)
		case *ssa.MakeClosure:
			out = r.bodies(out, leaf.Fn.(*ssa.Function))
		}
	}
	return out
}

// bodies adds a function that has code here: the one behind the wrapper that a
// method value, or a method of an embedded field, is.
func (r *Result) bodies(to []*ssa.Function, fn *ssa.Function) []*ssa.Function {
	if obj, ok := fn.Object().(*types.Func); ok {
		if own := r.Program.Decls[obj.Origin()]; own != nil {
			fn = own
		}
	} else if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if len(fn.Blocks) == 0 || slices.Contains(to, fn) {
		return to
	}
	return append(to, fn)
}

// concrete are the types that a value of an interface may be, as far as this
// package says.
func (r *Result) concrete(v ssa.Value) []types.Type { return r.Program.Concrete(v) }
