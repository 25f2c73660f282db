package delays

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

const most = 8 // functions that a function value may be, before nothing is said

// targets are the functions that a call may run: the one it names, what was
// stored in the field, variable or table it takes a function from, or the
// methods of this package behind an interface of its own. Empty: not known.
func (r *Result) targets(c *ssa.CallCommon) []*ssa.Function {
	if c.IsInvoke() {
		return r.methods(c)
	}
	if fn := c.StaticCallee(); fn != nil {
		return []*ssa.Function{fn}
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return nil
	}
	found := functions{r: r, seen: map[ssa.Value]bool{}, out: map[*ssa.Function]bool{}, sure: true}
	found.visit(c.Value)
	if !found.sure || len(found.out) == 0 || len(found.out) > most {
		return nil
	}
	var out []*ssa.Function
	for _, fn := range r.program.Funcs {
		if found.out[fn] {
			out = append(out, fn)
			delete(found.out, fn)
		}
	}
	if len(found.out) > 0 {
		return nil // another package's
	}
	return out
}

// methods are those of this package's types behind a method of an interface
// that the package declares.
func (r *Result) methods(c *ssa.CallCommon) []*ssa.Function {
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok || c.Method.Pkg() != r.pass.Pkg {
		return nil
	}
	var out []*ssa.Function
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(tn.Type()) {
			continue
		}
		ptr := types.NewPointer(tn.Type())
		if !types.Implements(ptr, iface) {
			continue
		}
		m, _, _ := types.LookupFieldOrMethod(ptr, true, r.pass.Pkg, c.Method.Name())
		if fn, ok := m.(*types.Func); ok && r.program.Decls[fn] != nil {
			out = append(out, r.program.Decls[fn])
		}
	}
	return out
}

// functions gathers what a function value may be.
type functions struct {
	r    *Result
	seen map[ssa.Value]bool
	out  map[*ssa.Function]bool
	sure bool // all of it is in sight
}

func (f *functions) visit(v ssa.Value) {
	if v == nil || f.seen[v] {
		return
	}
	f.seen[v] = true
	if len(f.seen) > 60 {
		f.sure = false
		return
	}
	switch v := v.(type) {
	case *ssa.Const: // nil
	case *ssa.Function:
		f.out[v] = true
	case *ssa.MakeClosure:
		f.out[v.Fn.(*ssa.Function)] = true
	case *ssa.ChangeType:
		f.visit(v.X)
	case *ssa.Phi:
		for _, e := range v.Edges {
			f.visit(e)
		}
	case *ssa.Parameter:
		f.parameter(v)
	case *ssa.FreeVar:
		f.visit(f.r.program.Binding(v))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			f.load(v.X)
		}
	case *ssa.Field:
		f.field(fieldOf(v.X.Type(), v.Field))
	case *ssa.Call:
		f.result(v)
	default:
		f.sure = false
	}
}

// parameter: what the callers give, where all of them are in sight.
func (f *functions) parameter(p *ssa.Parameter) {
	fn := p.Parent()
	if !f.r.program.Closed(fn) || len(f.r.program.Calls[fn]) == 0 {
		f.sure = false
		return
	}
	for i, q := range fn.Params {
		if q != p {
			continue
		}
		for _, call := range f.r.program.Calls[fn] {
			f.visit(call.Common().Args[i])
		}
	}
}

func (f *functions) load(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		f.field(program.FieldOf(a))
	case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
		for _, v := range f.r.stored(a) {
			f.visit(v)
		}
	default:
		f.sure = false
	}
}

// field: all that this package stores in a field that it declares.
func (f *functions) field(field *types.Var) {
	if field == nil || field.Pkg() != f.r.pass.Pkg {
		f.sure = false
		return
	}
	for _, v := range f.r.storedIn(field) {
		f.visit(v)
	}
}

// result: a function that returns functions.
func (f *functions) result(call *ssa.Call) {
	fn := call.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 {
		f.sure = false
		return
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
			f.visit(ret.Results[0])
		}
	}
}

// storedIn lists what the package stores in a field.
func (r *Result) storedIn(field *types.Var) []ssa.Value {
	var out []ssa.Value
	for _, addr := range r.program.Addressed(field) {
		for _, ref := range *addr.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(addr) {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// stored lists what is stored in a variable, also by the literals that capture
// it.
func (r *Result) stored(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	if g, ok := addr.(*ssa.Global); ok {
		return r.global(g)
	}
	if fv, ok := addr.(*ssa.FreeVar); ok {
		if outer := r.program.Binding(fv); outer != nil {
			return r.stored(outer)
		}
	}
	if addr.Referrers() == nil {
		return nil
	}
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				out = append(out, ref.Val)
			}
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b != addr {
					continue
				}
				for _, use := range *fn.FreeVars[i].Referrers() {
					if st, ok := use.(*ssa.Store); ok && st.Addr == ssa.Value(fn.FreeVars[i]) {
						out = append(out, st.Val)
					}
				}
			}
		}
	}
	return out
}

// global lists what the package stores in one of its variables.
func (r *Result) global(g *ssa.Global) []ssa.Value {
	if g.Pkg != r.program.SSA {
		return nil
	}
	var out []ssa.Value
	for _, fn := range r.program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok && st.Addr == ssa.Value(g) {
					out = append(out, st.Val)
				}
			}
		}
	}
	return out
}

func fieldOf(t types.Type, i int) *types.Var {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return s.Field(i).Origin()
}
