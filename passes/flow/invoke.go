package flow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// site records a call, once, and returns its number.
func (f *function) site(call ssa.CallInstruction) int {
	if n, ok := f.sites[call]; ok {
		return n
	}
	n := len(f.out.Calls)
	f.sites[call] = n
	f.out.Calls = append(f.out.Calls, CallSite{Place: f.place(call.Pos())})
	c := call.Common()
	var s CallSite
	s.Place = f.place(call.Pos())
	_, s.Go = call.(*ssa.Go)
	_, s.Defer = call.(*ssa.Defer)
	s.Loop = f.loops[call.Block()]
	if bound, ok := c.Value.(*ssa.MakeClosure); ok && bound.Fn.(*ssa.Function).Synthetic != "" { // s.method, called
		s.Args = append(s.Args, f.value(bound.Bindings[0]))
	}
	for _, arg := range arguments(c) {
		s.Args = append(s.Args, f.value(arg))
	}
	switch callee := c.StaticCallee(); {
	case c.IsInvoke():
		s.Method, s.Iface = c.Method.Name(), TypeName(c.Value.Type())
	case callee != nil:
		s.Static = f.key(callee)
		if obj, ok := callee.Object().(*types.Func); ok && limits[calls.FullName(obj)] || callee.Signature.Recv() != nil && limits[callee.Name()] {
			f.limits()
		}
		if !f.own(callee) && callee.Parent() == nil && !f.beside(callee) {
			f.hand(s.Args)
			f.known(callee)
		}
	default:
		if _, builtin := c.Value.(*ssa.Builtin); builtin {
			break
		}
		s.Callee = f.value(c.Value)
	}
	if c.IsInvoke() {
		if limits[c.Method.Name()] {
			f.limits()
		}
		if c.Method.Pkg() != nil && c.Method.Pkg() != f.pass.Pkg {
			f.hand(s.Args)
		}
	}
	f.out.Calls[n] = s
	f.closed[n] = true
	for _, id := range f.early[n] { // terms of its results that its own arguments are made of
		t := &f.builder.out.Terms[id]
		t.Sym, t.Type, t.Args = s.named()
	}
	delete(f.early, n)
	f.wait(call, n, s)
	return n
}

// named is what a call's results are terms of.
func (s CallSite) named() (sym, typ string, args []Set) {
	switch {
	case s.Method != "":
		return s.Method, s.Iface, s.Args
	case s.Static != "":
		return s.Static, "", s.Args
	}
	return "", "", append([]Set{s.Callee}, s.Args...)
}

// known keeps the row of a function that makes one thing of another.
func (f *function) known(callee *ssa.Function) {
	obj, ok := callee.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return
	}
	name := calls.FullName(obj)
	if f.rows[name] {
		return
	}
	f.rows[name] = true
	if row := f.met.Table().Flow(obj.Pkg().Path(), name); row != nil {
		f.builder.out.Flows = append(f.builder.out.Flows, *row)
	}
}

// limits are the functions and methods that end a wait from outside of it.
var limits = map[string]bool{
	"context.WithTimeout": true, "context.WithTimeoutCause": true, "context.WithDeadline": true, "context.WithDeadlineCause": true,
	"time.AfterFunc": true, "time.After": true, "time.NewTimer": true,
	"SetDeadline": true, "SetReadDeadline": true, "SetWriteDeadline": true,
}

// limits marks the function, and those around it, as one that ends waits.
func (f *function) limits() {
	for fn := f.ssa; fn != nil; fn = fn.Parent() {
		f.function(fn).out.Limits = true
	}
}

// hand marks the functions among the arguments of code that is not read.
func (f *function) hand(args []Set) {
	for _, s := range args {
		for _, id := range s {
			if t := &f.builder.out.Terms[id]; t.Op == Func {
				f.handed[t.Sym] = true
			}
		}
	}
}

// beside reports whether a function is of the user's own modules.
func (f *function) beside(fn *ssa.Function) bool {
	return fn.Pkg != nil && settings.Beside(f.pass, fn.Pkg.Pkg.Path())
}

// call is one result of a call.
func (f *function) call(v *ssa.Call, result int) Set {
	c := &v.Call
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return f.builtin(v, b.Name())
	}
	if t := v.Type(); !resultOf(t, result) {
		return f.other
	}
	n := f.site(v)
	s := f.out.Calls[n]
	t := Term{Op: Apply, N: result, Place: f.place(v.Pos())}
	switch {
	case c.IsInvoke():
		t.Op = Invoke
	case c.StaticCallee() != nil:
		t.Op = Call
		if calls.IsContext(resultType(v, result)) {
			t.Held, t.In = f.holder(v), f.out.Key
		}
	}
	if f.closed[n] {
		t.Sym, t.Type, t.Args = s.named()
	}
	id := f.add(t)
	if !f.closed[n] {
		f.early[n] = append(f.early[n], id)
	}
	return Set{id}
}

// resultType is the type of a result of a call.
func resultType(v *ssa.Call, n int) types.Type {
	if tuple, ok := v.Type().(*types.Tuple); ok {
		return tuple.At(n).Type()
	}
	return v.Type()
}

// resultOf reports whether a result of a call is of interest.
func resultOf(t types.Type, n int) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		return n < tuple.Len() && interesting(tuple.At(n).Type())
	}
	return interesting(t)
}

func (f *function) builtin(v *ssa.Call, name string) Set {
	args := v.Call.Args
	switch name {
	case "append":
		id := f.add(Term{Op: Object, Type: TypeName(v.Type()), Place: f.place(v.Pos())})
		for _, arg := range args {
			if !interesting(arg.Type()) {
				continue
			}
			e := f.add(Term{Op: Elem, Args: []Set{f.value(arg)}})
			f.slotOf(id, "[]", f, Set{e}, false)
		}
		return Set{id}
	case "min", "max":
		t := Term{Op: Arith, Sym: name, Place: f.place(v.Pos())}
		for _, arg := range args {
			t.Args = append(t.Args, f.value(arg))
		}
		return Set{f.add(t)}
	}
	return f.other
}
