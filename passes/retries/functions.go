package retries

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

// functions are the functions of this package that a function value may be:
// a literal, a declared function, a method value, what a variable, a captured
// one or a field of this package's structs is set to, what a function that
// makes functions returns, and what all callers hand to an unexported one. It
// is empty where the value comes from elsewhere.
func (r *Result) functions(v ssa.Value) []*ssa.Function {
	f := resolver{result: r, seen: map[ssa.Value]bool{}}
	f.visit(v)
	return f.out
}

type resolver struct {
	result *Result
	seen   map[ssa.Value]bool
	out    []*ssa.Function
	types  []types.Type // put into an interface on the way
}

// concrete are the types that a value of an interface may be, as far as this
// package says.
func (r *Result) concrete(v ssa.Value) []types.Type {
	f := resolver{result: r, seen: map[ssa.Value]bool{}}
	f.visit(v)
	return f.types
}

const mostFunctions = 8 // beyond that a value says nothing

func (f *resolver) visit(v ssa.Value) {
	if v == nil || f.seen[v] || len(f.seen) > 60 || len(f.out) > mostFunctions {
		return
	}
	f.seen[v] = true
	switch v := v.(type) {
	case *ssa.Function:
		f.add(v)
	case *ssa.MakeClosure:
		f.add(v.Fn.(*ssa.Function))
	case *ssa.ChangeType:
		f.visit(v.X)
	case *ssa.MakeInterface:
		f.types = append(f.types, v.X.Type())
		f.visit(v.X)
	case *ssa.TypeAssert:
		f.visit(v.X)
	case *ssa.Phi:
		for _, e := range v.Edges {
			f.visit(e)
		}
	case *ssa.FreeVar:
		f.visit(f.result.Program.Binding(v))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			f.memory(v.X)
		}
	case *ssa.Field:
		if s, ok := v.X.Type().Underlying().(*types.Struct); ok {
			f.field(s.Field(v.Field).Origin())
		}
	case *ssa.Parameter:
		f.parameter(v)
	case *ssa.Call:
		f.returned(v)
	}
}

// add takes a function in: the one behind the wrapper that a method value, or a
// method of an embedded field, is.
func (f *resolver) add(fn *ssa.Function) {
	if obj, ok := fn.Object().(*types.Func); ok {
		if own := f.result.Program.Decls[obj.Origin()]; own != nil {
			fn = own
		}
	} else if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if len(fn.Blocks) > 0 && !slices.Contains(f.out, fn) {
		f.out = append(f.out, fn)
	}
}

// memory is what is stored where a value is loaded from.
func (f *resolver) memory(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		for _, val := range stores(a) {
			f.visit(val)
		}
	case *ssa.FreeVar:
		if bound := f.result.Program.Binding(a); bound != nil {
			f.memory(bound)
		}
	case *ssa.FieldAddr:
		f.field(program.FieldOf(a))
	case *ssa.IndexAddr:
		for _, val := range stores(a.X) {
			f.visit(val)
		}
	}
}

func (f *resolver) field(field *types.Var) {
	if field == nil {
		return
	}
	for _, addr := range f.result.Program.Addressed(field) {
		for _, val := range stores(addr) {
			f.visit(val)
		}
	}
}

// parameter is what the callers hand over, where all of them are known.
func (f *resolver) parameter(p *ssa.Parameter) {
	fn := p.Parent()
	if !f.result.Program.Closed(fn) {
		return
	}
	i := slices.Index(fn.Params, p)
	for _, call := range f.result.Program.Calls[fn] {
		if args := call.Common().Args; i >= 0 && i < len(args) {
			f.visit(args[i])
		}
	}
}

// returned is what a function of this package returns.
func (f *resolver) returned(call *ssa.Call) {
	fn := call.Call.StaticCallee()
	if fn == nil || call.Call.Signature().Results().Len() != 1 {
		return
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
			f.visit(ret.Results[0])
		}
	}
}
