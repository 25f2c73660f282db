package flow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// alloc is a variable: an object with what is stored below it, or, for anything
// but a struct or an array, the address of what is stored in it.
func (f *function) alloc(a *ssa.Alloc) Set {
	if id, ok := f.vars[a]; ok {
		return Set{id}
	}
	elem := a.Type().Underlying().(*types.Pointer).Elem()
	if isObject(a) {
		id := f.add(Term{Op: Object, Type: TypeName(elem), Place: f.place(a.Pos())})
		f.vars[a], f.made[id] = id, a.Block()
		f.fill(a, id, "", f)
		return Set{id}
	}
	n := len(f.out.Vars)
	f.out.Vars = append(f.out.Vars, Variable{Name: a.Comment, Type: TypeName(elem), Place: f.place(a.Pos())})
	id := f.add(Term{Op: Var, Sym: f.out.Key, N: n, Place: f.place(a.Pos())})
	f.vars[a] = id
	f.contents(a, n, f)
	return Set{id}
}

// contents adds what is stored in a variable, by its function and by literals
// that captured it.
func (f *function) contents(addr ssa.Value, n int, in *function) {
	add := func(from *function, s Set) {
		f.out.Vars[n].Defs = append(f.out.Vars[n].Defs, Def{from.out.Key, s})
	}
	for _, ref := range *addr.Referrers() {
		switch r := ref.(type) {
		case *ssa.Store:
			if r.Addr == addr {
				add(in, in.value(r.Val))
			}
		case *ssa.MakeClosure:
			lit := r.Fn.(*ssa.Function)
			if lit.Synthetic != "" { // a method value
				continue
			}
			for i, bound := range r.Bindings {
				if bound == addr && i < len(lit.FreeVars) {
					f.contents(lit.FreeVars[i], n, f.function(lit))
				}
			}
		case ssa.CallInstruction:
			if s, ok := in.filler(r, addr); ok {
				add(in, s)
			}
		case *ssa.MakeInterface: // json.Unmarshal(b, &x)
			if given(r) {
				add(in, f.unknown(Outside))
			}
		}
	}
}

// given reports whether an interface value is handed to a call.
func given(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch r := ref.(type) {
		case ssa.CallInstruction:
			return true
		case *ssa.Store:
			if _, ok := r.Addr.(*ssa.IndexAddr); ok { // variadic
				return true
			}
		}
	}
	return false
}

// filler is what a call puts into the variable whose address it is given: the
// default of a flag, or what comes from outside; ok: it puts something.
func (f *function) filler(call ssa.CallInstruction, addr ssa.Value) (Set, bool) {
	c := call.Common()
	if c.IsInvoke() {
		return f.unknown(Address), true
	}
	callee := c.StaticCallee()
	if callee == nil {
		return f.unknown(Address), true
	}
	if len(callee.Blocks) > 0 || f.own(callee) {
		return nil, false // an effect of the callee
	}
	pkg := ""
	if callee.Pkg != nil {
		pkg = callee.Pkg.Pkg.Path()
	}
	if pkg == "flag" || strings.HasSuffix(pkg, "/pflag") {
		var usual, name Set
		for _, arg := range c.Args {
			switch {
			case arg != addr && number(arg.Type()):
				usual = f.value(arg)
			case name == nil && text(arg.Type()):
				name = f.value(arg)
			}
		}
		if usual != nil && name != nil {
			return Set{f.add(Term{Op: Call, Sym: "flag.Duration", Args: []Set{name, usual}, Place: f.place(call.Pos())})}, true
		}
		return union(f.unknown(Outside), usual), true
	}
	return f.unknown(Outside), true
}

func (f *function) own(fn *ssa.Function) bool { return fn.Pkg != nil && fn.Pkg == f.program.SSA }

// fill adds to an object what is stored below an address of it, by its function
// and by literals that captured it.
func (f *function) fill(v ssa.Value, id ID, path string, in *function) {
	if v.Referrers() == nil || strings.Count(path, ".") > 4 {
		return
	}
	for _, ref := range *v.Referrers() {
		switch r := ref.(type) {
		case *ssa.FieldAddr:
			if r.X == v {
				f.fill(r, id, join(path, fieldName(r)), in)
			}
		case *ssa.IndexAddr:
			if r.X == v {
				f.fill(r, id, join(path, "[]"), in)
			}
		case *ssa.Slice:
			if r.X == v {
				f.fill(r, id, path, in)
			}
		case *ssa.Store:
			if r.Addr == v {
				f.slot(id, path, in, r)
			}
		case *ssa.MapUpdate:
			if r.Map == v {
				f.slotOf(id, join(path, "[]"), in, in.value(r.Value), false)
			}
		case *ssa.Send:
			if r.Chan == v {
				f.slotOf(id, join(path, "[]"), in, in.value(r.X), false)
			}
		case *ssa.MakeClosure:
			lit := r.Fn.(*ssa.Function)
			if lit.Synthetic != "" { // a method value
				continue
			}
			for i, bound := range r.Bindings {
				if bound == v && i < len(lit.FreeVars) {
					f.fill(lit.FreeVars[i], id, path, f.function(lit))
				}
			}
		case *ssa.MakeInterface:
			f.fill(r, id, path, in)
			if _, pointer := r.X.Type().Underlying().(*types.Pointer); pointer && in.decoded(r) {
				f.slotOf(id, join(path, "*"), in, nil, false)
				f.tagged(r, id, path, in)
			}
		case *ssa.ChangeType:
			f.fill(r, id, path, in)
		}
	}
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "." + b
}

func fieldName(a *ssa.FieldAddr) string {
	if field := program.FieldOf(a); field != nil {
		return field.Name()
	}
	return "?"
}

// slot is a store below an object.
func (f *function) slot(id ID, path string, in *function, s *ssa.Store) {
	must := in == f && always(s.Block(), f.made[id])
	f.slotOf(id, path, in, in.value(s.Val), must)
}

func (f *function) slotOf(id ID, path string, in *function, s Set, must bool) {
	t := &f.builder.out.Terms[id]
	t.Slots = append(t.Slots, Slot{Path: path, Func: in.out.Key, Set: s, Must: must})
}

// arguments are those of a call, the receiver of an interface's method counted.
func arguments(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// decoded reports whether an interface value that holds an address is given to
// code that is not read and may fill what is there.
func (f *function) decoded(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch r := ref.(type) {
		case ssa.CallInstruction:
			if f.fills(r.Common()) {
				return true
			}
		case *ssa.Store: // variadic
			if at, ok := r.Addr.(*ssa.IndexAddr); ok && r.Val == v && f.spread(at.X) {
				return true
			}
		}
	}
	return false
}

// spread: the variadic arguments go to a call that fills them.
func (f *function) spread(args ssa.Value) bool {
	if args.Referrers() == nil {
		return false
	}
	for _, ref := range *args.Referrers() {
		s, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range *s.Referrers() {
			if call, ok := use.(ssa.CallInstruction); ok && f.fills(call.Common()) {
				return true
			}
		}
	}
	return false
}

// readers begin the names of functions that are given values to look at.
var readers = []string{"Print", "Fprint", "Sprint", "Append", "Log", "Debug", "Info", "Warn", "Error", "Trace", "Fatal", "Panic", "Marshal", "Encode", "Equal", "Valid", "Struct", "With", "Any", "New", "Register", "Run", "Handle", "Provide", "Put", "Send", "Wrap"}

// fills reports whether a call of code that is not read may fill what it is
// given the address of.
func (f *function) fills(c *ssa.CallCommon) bool {
	obj := called(c)
	if obj == nil || obj.Pkg() == nil || settings.Beside(f.pass, obj.Pkg().Path()) {
		return false
	}
	return !slices.ContainsFunc(readers, func(word string) bool { return strings.HasPrefix(obj.Name(), word) })
}

// container is a slice, a map or a channel made here.
func (f *function) container(v ssa.Value) Set {
	id := f.add(Term{Op: Object, Type: TypeName(v.Type()), Place: f.place(v.Pos())})
	f.memo[v] = Set{id}
	f.fill(v, id, "", f)
	return Set{id}
}

// store is a write through something that the function did not make.
func (f *function) store(s *ssa.Store) {
	switch a := s.Addr.(type) {
	case *ssa.Global:
		if interesting(s.Val.Type()) {
			name := globalName(a)
			f.builder.out.Globals[name] = append(f.builder.out.Globals[name], Def{f.out.Key, f.value(s.Val)})
		}
	case *ssa.FieldAddr:
		f.effect(a.X, fieldName(a), TypeName(a.X.Type()), s.Val, s)
	case *ssa.IndexAddr:
		f.effect(a.X, "[]", TypeName(a.X.Type()), s.Val, s)
	case *ssa.Parameter, *ssa.UnOp, *ssa.Call, *ssa.Extract, *ssa.Phi, *ssa.TypeAssert:
		f.effect(s.Addr, "", TypeName(s.Addr.Type()), s.Val, s)
	}
}

// effect is a store below a root: those below an object of this function are
// its slots already.
func (f *function) effect(root ssa.Value, path, owner string, val ssa.Value, at ssa.Instruction) {
	if !interesting(val.Type()) {
		return
	}
	for {
		switch a := root.(type) {
		case *ssa.FieldAddr: // a field of a struct held by value
			root, path = a.X, join(fieldName(a), path)
			owner = TypeName(a.X.Type())
			continue
		case *ssa.IndexAddr:
			root, path = a.X, join("[]", path)
			continue
		case *ssa.Slice:
			root = a.X
			continue
		case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
			return
		case *ssa.FreeVar:
			if _, object := f.captured(a); object {
				return
			}
		}
		break
	}
	f.out.Effects = append(f.out.Effects, Effect{Root: f.value(root), Path: path, Owner: owner, Set: f.value(val), Must: always(at.Block(), f.ssa.Blocks[0]), Place: f.place(at.Pos())})
}

// captured is the variable of an enclosing function that a free variable is, and
// whether it is an object, to which a store is a slot.
func (f *function) captured(v *ssa.FreeVar) (*ssa.Alloc, bool) {
	var at ssa.Value = v
	for {
		fv, ok := at.(*ssa.FreeVar)
		if !ok {
			break
		}
		if at = f.program.Binding(fv); at == nil {
			return nil, false
		}
	}
	a, ok := at.(*ssa.Alloc)
	return a, ok && isObject(a)
}

// always reports whether a block is on every way from where an object is made
// to the end of the function.
func always(b, made *ssa.BasicBlock) bool {
	if made == nil || b == made {
		return made != nil
	}
	for _, x := range b.Parent().Blocks {
		if len(x.Succs) > 0 || !made.Dominates(x) || b.Dominates(x) {
			continue
		}
		if _, ok := x.Instrs[len(x.Instrs)-1].(*ssa.Return); ok {
			return false
		}
	}
	return true
}
