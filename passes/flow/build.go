package flow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// read makes the terms of a function's results, stores and calls.
func (f *function) read() {
	for _, fv := range f.ssa.FreeVars {
		var bound Set
		if v := f.program.Binding(fv); v != nil {
			bound = f.function(fv.Parent().Parent()).captures(v, f.program.Makes[f.ssa])
		}
		f.out.Bindings = append(f.out.Bindings, bound)
	}
	for range f.ssa.Signature.Results().Len() {
		f.out.Results = append(f.out.Results, nil)
	}
	for _, b := range f.ssa.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Return:
				for i, r := range instr.Results {
					f.out.Results[i] = union(f.out.Results[i], f.value(r))
				}
			case *ssa.Store:
				f.store(instr)
			case *ssa.MapUpdate:
				n := len(f.out.Effects)
				f.effect(instr.Map, "[]", TypeName(instr.Map.Type()), instr.Value, instr)
				if c, ok := instr.Key.(*ssa.Const); ok && len(f.out.Effects) > n && text(c.Type()) && c.Value != nil {
					f.out.Effects[n].Key = constant.StringVal(c.Value)
				}
			case *ssa.Send:
				f.effect(instr.Chan, "[]", TypeName(instr.Chan.Type()), instr.X, instr)
			case *ssa.MakeInterface:
				f.conv[TypeName(instr.X.Type())] = true
			case ssa.CallInstruction:
				f.site(instr)
			}
		}
	}
}

// captures is what a literal that is made at a place captures: a variable, of which
// it sees the last store where no other follows.
func (f *function) captures(v ssa.Value, made *ssa.MakeClosure) Set {
	a, ok := v.(*ssa.Alloc)
	if !ok || made == nil || isObject(a) || made.Parent() != f.ssa {
		return f.value(v)
	}
	last := lastStore(a, made)
	if last == nil {
		return f.value(v)
	}
	n := 0
	for _, ref := range *a.Referrers() {
		if s, ok := ref.(*ssa.Store); ok {
			if n++; !program.Precedes(s, made) || f.loops[s.Block()] && !f.loops[made.Block()] {
				return f.value(v)
			}
		}
	}
	if n < 2 {
		return f.value(v)
	}
	at := len(f.out.Vars)
	f.out.Vars = append(f.out.Vars, Variable{Name: a.Comment, Type: TypeName(last.Val.Type()), Place: f.place(a.Pos())})
	id := f.add(Term{Op: Var, Sym: f.out.Key, N: at, Place: f.place(a.Pos())})
	f.out.Vars[at].Defs = []Def{{f.out.Key, f.value(last.Val)}}
	return Set{id}
}

// interesting reports whether values of a type are followed.
func interesting(t types.Type) bool { return interest(t, 0) }

func interest(t types.Type, depth int) bool {
	if depth > 3 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsInteger != 0 || u.Kind() == types.String
	case *types.Interface:
		return !types.Identical(t, types.Universe.Lookup("error").Type())
	case *types.Pointer:
		return interest(u.Elem(), depth+1)
	case *types.Slice:
		return sequence(u.Elem(), depth)
	case *types.Array:
		return sequence(u.Elem(), depth)
	}
	return true
}

func sequence(elem types.Type, depth int) bool {
	if b, ok := elem.Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
		return false
	}
	return interest(elem, depth+1)
}

// value is what an SSA value may be.
func (f *function) value(v ssa.Value) Set {
	if v == nil {
		return f.other
	}
	if s, ok := f.memo[v]; ok {
		return s
	}
	if v.Parent() != nil && v.Parent() != f.ssa {
		return f.function(v.Parent()).value(v)
	}
	if l := f.open[v]; l != nil { // defined by itself
		if !l.used {
			l.used = true
			l.n = len(f.out.Vars)
			f.out.Vars = append(f.out.Vars, Variable{Name: v.Name(), Type: TypeName(v.Type()), Place: f.place(v.Pos())})
			cell := f.add(Term{Op: Var, Sym: f.out.Key, N: l.n})
			l.id = f.add(Term{Op: Load, Args: []Set{{cell}}})
		}
		return Set{l.id}
	}
	if !interesting(v.Type()) {
		if _, tuple := v.Type().(*types.Tuple); !tuple {
			return f.other
		}
	}
	l := &loop{}
	f.open[v] = l
	out := f.raw(v)
	delete(f.open, v)
	if l.used {
		f.out.Vars[l.n].Defs = []Def{{f.out.Key, out}}
		out = Set{l.id}
	}
	f.memo[v] = out
	return out
}

func (f *function) raw(v ssa.Value) Set {
	switch v := v.(type) {
	case *ssa.Const:
		return f.constant(v)
	case *ssa.Parameter:
		return f.once(Term{Op: Param, Sym: f.out.Key, N: index(v), Type: TypeName(v.Type())})
	case *ssa.FreeVar:
		for i, fv := range f.ssa.FreeVars {
			if fv == v {
				return f.once(Term{Op: Free, Sym: f.out.Key, N: i, Type: TypeName(v.Type())})
			}
		}
	case *ssa.Global:
		return f.once(Term{Op: Global, Sym: globalName(v), Type: TypeName(v.Type())})
	case *ssa.Function:
		return f.once(Term{Op: Func, Sym: f.key(v)})
	case *ssa.MakeClosure:
		return f.closure(v)
	case *ssa.ChangeType:
		return f.value(v.X)
	case *ssa.Convert:
		return f.value(v.X)
	case *ssa.MultiConvert:
		return f.value(v.X)
	case *ssa.ChangeInterface:
		return f.value(v.X)
	case *ssa.MakeInterface:
		return f.value(v.X)
	case *ssa.SliceToArrayPointer:
		return f.value(v.X)
	case *ssa.TypeAssert:
		return f.value(v.X)
	case *ssa.Phi:
		return f.phi(v)
	case *ssa.Extract:
		return f.extract(v)
	case *ssa.Call:
		return f.call(v, 0)
	case *ssa.BinOp:
		if !number(v.Type()) && !text(v.Type()) {
			return f.other
		}
		return Set{f.add(Term{Op: Arith, Sym: v.Op.String(), Args: []Set{f.value(v.X), f.value(v.Y)}, Place: f.place(v.Pos())})}
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			return f.load(v)
		case token.ARROW:
			return Set{f.add(Term{Op: Elem, Args: []Set{f.value(v.X)}})}
		}
		return f.other
	case *ssa.Alloc:
		return f.alloc(v)
	case *ssa.FieldAddr:
		return f.field(v.X, v.Field)
	case *ssa.Field:
		return f.field(v.X, v.Field)
	case *ssa.IndexAddr:
		return Set{f.add(Term{Op: Elem, Args: []Set{f.value(v.X)}})}
	case *ssa.Index:
		return Set{f.add(Term{Op: Elem, Args: []Set{f.value(v.X)}})}
	case *ssa.Lookup:
		return Set{f.add(Term{Op: Elem, Args: []Set{f.value(v.X)}})}
	case *ssa.Slice:
		return f.value(v.X)
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return f.container(v)
	}
	return f.other
}

func number(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func text(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// index is the place of a parameter among those of its function, the receiver
// counted.
func index(v *ssa.Parameter) int {
	for i, p := range v.Parent().Params {
		if p == v {
			return i
		}
	}
	return -1
}

func globalName(g *ssa.Global) string { return g.Pkg.Pkg.Path() + "." + g.Name() }

func (f *function) constant(c *ssa.Const) Set {
	if c.Value == nil {
		switch c.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			return f.once(Term{Op: Zero, Type: TypeName(c.Type())})
		}
		return f.once(Term{Op: Nil})
	}
	return f.once(Term{Op: Const, Sym: c.Value.ExactString(), Type: TypeName(c.Type())})
}

// closure is a literal, or a method bound to a receiver.
func (f *function) closure(v *ssa.MakeClosure) Set {
	fn := v.Fn.(*ssa.Function)
	if fn.Synthetic != "" && len(v.Bindings) == 1 {
		if obj, ok := fn.Object().(*types.Func); ok {
			recv := f.value(v.Bindings[0])
			if types.IsInterface(obj.Signature().Recv().Type()) {
				return Set{f.add(Term{Op: Func, Sym: obj.Name(), Type: TypeName(obj.Signature().Recv().Type()), N: 1, Args: []Set{recv}, Place: f.place(v.Pos())})}
			}
			return Set{f.add(Term{Op: Func, Sym: calls.FullName(obj), Args: []Set{recv}, Place: f.place(v.Pos())})}
		}
	}
	return f.once(Term{Op: Func, Sym: f.key(fn)})
}

func (f *function) extract(v *ssa.Extract) Set {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return f.call(t, v.Index)
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return f.value(t.X)
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			return Set{f.add(Term{Op: Elem, Args: []Set{f.value(t.X)}})}
		}
	case *ssa.Next:
		if r, ok := t.Iter.(*ssa.Range); ok && v.Index == 2 {
			return Set{f.add(Term{Op: Elem, Args: []Set{f.value(r.X)}})}
		}
	case *ssa.UnOp:
		if t.Op == token.ARROW && v.Index == 0 {
			return Set{f.add(Term{Op: Elem, Args: []Set{f.value(t.X)}})}
		}
	case *ssa.Select:
		for i, n := 0, 2; i < len(t.States); i++ {
			if t.States[i].Dir != types.RecvOnly {
				continue
			}
			if n == v.Index {
				return Set{f.add(Term{Op: Elem, Args: []Set{f.value(t.States[i].Chan)}})}
			}
			n++
		}
	}
	return f.other
}

// field selects a field of a struct or of what a pointer points to.
func (f *function) field(x ssa.Value, i int) Set {
	t := x.Type()
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return f.other
	}
	return Set{f.add(Term{Op: Select, Sym: s.Field(i).Name(), Type: TypeName(t), Args: []Set{f.value(x)}})}
}

// load reads a variable, a field, an element or what a pointer points to.
func (f *function) load(v *ssa.UnOp) Set {
	switch a := v.X.(type) {
	case *ssa.FieldAddr:
		return f.value(a)
	case *ssa.IndexAddr:
		return f.value(a)
	case *ssa.Alloc:
		if isObject(a) {
			return f.value(a)
		}
		if s := lastStore(a, v); s != nil {
			return f.value(s.Val)
		}
	}
	if structure(v.Type()) {
		return f.value(v.X) // a copy is read like what it was copied from
	}
	return Set{f.add(Term{Op: Load, Args: []Set{f.value(v.X)}})}
}

func structure(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}
