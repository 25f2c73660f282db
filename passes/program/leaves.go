package program

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

const mostLeaves = 60 // values that are followed for one

// Leaves are what a value may be, as far as this package tells: allocations,
// constants, functions, the results of calls of other packages, and parameters
// whose callers are not all known. It follows variables, captured ones too, the
// fields of this package's structs and its own variables to whatever is stored in
// them, own functions to what they return, parameters of unexported functions to
// what all callers hand over, and conversions. A result of several is an Extract.
func (p *Package) Leaves(v ssa.Value) []ssa.Value {
	f := follower{pkg: p, seen: map[ssa.Value]bool{}}
	f.visit(v)
	return f.out
}

// Concrete are the types that a value of an interface may be, as far as this
// package says.
func (p *Package) Concrete(v ssa.Value) []types.Type {
	f := follower{pkg: p, seen: map[ssa.Value]bool{}}
	f.visit(v)
	return f.types
}

type follower struct {
	pkg   *Package
	seen  map[ssa.Value]bool
	out   []ssa.Value
	types []types.Type // put into an interface on the way
}

func (f *follower) visit(v ssa.Value) {
	if v == nil || f.seen[v] || len(f.seen) > mostLeaves {
		return
	}
	f.seen[v] = true
	switch v := v.(type) {
	case *ssa.ChangeType:
		f.visit(v.X)
	case *ssa.ChangeInterface:
		f.visit(v.X)
	case *ssa.MakeInterface:
		f.types = append(f.types, v.X.Type())
		f.visit(v.X)
	case *ssa.TypeAssert:
		f.visit(v.X)
	case *ssa.Convert:
		f.visit(v.X)
	case *ssa.Phi:
		for _, e := range v.Edges {
			f.visit(e)
		}
	case *ssa.FreeVar:
		f.visit(f.pkg.Binding(v))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			f.memory(v, v.X)
			return
		}
		f.leaf(v)
	case *ssa.Field:
		if s, ok := v.X.Type().Underlying().(*types.Struct); ok && f.field(s.Field(v.Field).Origin()) {
			return
		}
		f.leaf(v)
	case *ssa.Parameter:
		f.parameter(v)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && f.returned(call, v.Index) {
			return
		}
		f.leaf(v)
	case *ssa.Call:
		if !f.returned(v, 0) {
			f.leaf(v)
		}
	default:
		f.leaf(v)
	}
}

func (f *follower) leaf(v ssa.Value) {
	if !slices.Contains(f.out, v) {
		f.out = append(f.out, v)
	}
}

// memory is what is stored where a value is loaded from; the load itself where
// that is not known.
func (f *follower) memory(load, addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		if !f.stored(a) {
			f.leaf(a) // a literal that is copied, or a zero value
		}
	case *ssa.FreeVar:
		if bound := f.pkg.Binding(a); bound != nil {
			f.memory(load, bound)
			return
		}
		f.leaf(load)
	case *ssa.Global:
		if a.Pkg != f.pkg.SSA || !f.global(a) {
			f.leaf(load)
		}
	case *ssa.FieldAddr:
		if alloc, ok := a.X.(*ssa.Alloc); ok && f.slot(alloc, a.Field) {
			return
		}
		if field := FieldOf(a); field == nil || !f.field(field) {
			f.leaf(load)
		}
	default:
		f.leaf(load)
	}
}

func (f *follower) stored(addr ssa.Value) (some bool) {
	for _, ref := range *addr.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == addr {
			f.visit(s.Val)
			some = true
		}
	}
	return some
}

// slot is what is put into one field of one struct.
func (f *follower) slot(alloc *ssa.Alloc, field int) (some bool) {
	for _, ref := range *alloc.Referrers() {
		if fa, ok := ref.(*ssa.FieldAddr); ok && fa.Field == field {
			some = f.stored(fa) || some
		}
	}
	return some
}

func (f *follower) field(field *types.Var) (some bool) {
	for _, addr := range f.pkg.Addressed(field) {
		some = f.stored(addr) || some
	}
	return some
}

func (f *follower) global(g *ssa.Global) (some bool) {
	for _, s := range f.pkg.Stores(g) {
		f.visit(s.Val)
		some = true
	}
	return some
}

func (f *follower) parameter(p *ssa.Parameter) {
	fn := p.Parent()
	if !f.pkg.Closed(fn) || len(f.pkg.Calls[fn]) == 0 {
		f.leaf(p)
		return
	}
	i := slices.Index(fn.Params, p)
	for _, call := range f.pkg.Calls[fn] {
		if args := call.Common().Args; i >= 0 && i < len(args) {
			f.visit(args[i])
		}
	}
}

// returned is what a function of this package returns in one place.
func (f *follower) returned(call *ssa.Call, i int) (some bool) {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && i < len(ret.Results) {
			if c, ok := ret.Results[i].(*ssa.Const); ok && c.Value == nil && len(ret.Results) > 1 {
				continue // return nil, err
			}
			f.visit(ret.Results[i])
			some = true
		}
	}
	return some
}

// Stores lists where the package stores into one of its variables.
func (p *Package) Stores(g *ssa.Global) []*ssa.Store { return p.globals()[g] }

func (p *Package) stored() map[*ssa.Global][]*ssa.Store {
	out := map[*ssa.Global][]*ssa.Store{}
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if s, ok := instr.(*ssa.Store); ok {
					if g, ok := s.Addr.(*ssa.Global); ok {
						out[g] = append(out[g], s)
					}
				}
			}
		}
	}
	return out
}
