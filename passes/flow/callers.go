package flow

import "slices"

// param is what a function is given: by the call that env says, or by every
// caller in sight. Nobody: it is the parameter itself, an entry.
func (r *Resolver) param(n node, t *Term) []Value {
	for e := n.env; e != nil; e = e.outer {
		if e.Func != t.Sym {
			continue
		}
		if e.symbolic {
			return []Value{{Pkg: n.pkg, ID: n.id, Env: e}}
		}
		if e.args == nil { // a literal that anybody may call
			break
		}
		if t.N >= len(e.args) {
			if e.rest {
				return []Value{{Pkg: n.pkg, ID: n.id}}
			}
			return []Value{r.unknown(n.pkg, Other)}
		}
		b := e.args[t.N]
		if b.values != nil {
			return r.having(b.values, t)
		}
		return r.having(r.set(b.pkg, b.set, b.env), t)
	}
	return r.anyCaller(n, t)
}

// having leaves out, of what a receiver may be, the objects of types of which the
// method is not: a call through an interface reaches each with its own.
func (r *Resolver) having(values []Value, t *Term) []Value {
	name := methodName(t.Sym)
	if t.N != 0 || name == "" {
		return values
	}
	other := func(v Value) bool {
		o := v.Term()
		return o.Op == Object && o.Type != owner(t.Sym) && r.World.types[o.Type] != nil && r.World.Method(o.Type, name) != t.Sym
	}
	if !slices.ContainsFunc(values, other) {
		return values
	}
	return slices.DeleteFunc(slices.Clone(values), other)
}

// anyCaller joins what all callers give.
func (r *Resolver) anyCaller(n node, t *Term) []Value {
	w := r.World
	to := w.funcs[t.Sym]
	var all []Value
	called := false
	give := func(c caller, i int) {
		if s := c.site(); i >= 0 && i < len(s.Args) {
			all, called = append(all, r.set(c.pkg, s.Args[i], nil)...), true
		}
	}
	for _, c := range w.calls[t.Sym] {
		give(c, t.N)
	}
	recv := owner(t.Sym)
	if recv != "" && t.N == 0 {
		for _, b := range w.binds[t.Sym] {
			all, called = append(all, r.set(b.Pkg, b.Term().Args[0], nil)...), true
		}
	}
	if name := methodName(t.Sym); name != "" && w.conv[recv] {
		for _, c := range w.invokes[name] {
			iface, typ := w.types[c.site().Iface], w.types[recv]
			if iface == nil || typ == nil || !implements(typ, iface) {
				continue
			}
			if t.N > 0 {
				give(c, t.N)
				continue
			}
			for _, v := range r.set(c.pkg, c.site().Args[0], nil) {
				if v.Term().Type == recv {
					all, called = append(all, v), true
				}
			}
		}
	}
	for _, c := range w.targets[t.Sym] {
		shift := 0
		if len(w.binds[t.Sym]) > 0 {
			shift = 1
		}
		give(c, t.N-shift)
	}
	if recv != "" && t.N == 0 && !called {
		for _, o := range w.makes[recv] {
			all, called = append(all, o), true
		}
	}
	if !called || w.handed[t.Sym] && !(recv != "" && t.N == 0) || !w.Whole && to.fn != nil && to.fn.Exported && len(all) == 0 {
		all = append(all, Value{Pkg: n.pkg, ID: n.id})
	}
	return r.tidy(all)
}

// inLibraries is how many steps it may take to find what a library calls.
const inLibraries = 500

// Follow works out which functions the calls of function values may reach. It is
// asked for once, before the first question about callers.
func (r *Resolver) Follow() {
	for range 2 { // what a literal is given may itself be called
		found := map[string][]caller{}
		for _, c := range r.World.dynamic {
			limit := r.Limit
			if c.pkg.Library {
				r.Limit = inLibraries
			}
			values := r.Resolve(c.pkg, c.site().Callee, nil)
			r.Limit = limit
			for _, v := range values {
				if t := v.Term(); t.Op == Func && t.Type == "" && !slices.Contains(found[t.Sym], c) {
					found[t.Sym] = append(found[t.Sym], c)
				}
			}
		}
		r.World.targets = found
		clear(r.memo)
	}
	r.Steps = 0
}

// Callers are the calls that may reach a function, each with what it gives.
func (r *Resolver) Callers(key string) []Caller {
	w := r.World
	var out []Caller
	for _, c := range w.calls[key] {
		out = append(out, Caller{c.pkg, c.fn, c.n, 0})
	}
	recv := owner(key)
	if name := methodName(key); name != "" && w.conv[recv] {
		for _, c := range w.invokes[name] {
			if iface, typ := w.types[c.site().Iface], w.types[recv]; iface != nil && typ != nil && implements(typ, iface) {
				out = append(out, Caller{c.pkg, c.fn, c.n, 0})
			}
		}
	}
	for _, c := range w.targets[key] {
		shift := 0
		if len(w.binds[key]) > 0 {
			shift = 1
		}
		out = append(out, Caller{c.pkg, c.fn, c.n, shift})
	}
	return out
}

// Callees are the functions that each function may call.
func (r *Resolver) Callees() map[string][]string {
	out := map[string][]string{}
	for key := range r.World.funcs {
		for _, c := range r.Callers(key) {
			out[c.Func.Key] = append(out[c.Func.Key], key)
		}
		if fn := r.World.Func(key); fn.Parent != "" { // it may be handed on
			out[fn.Parent] = append(out[fn.Parent], key)
		}
	}
	return out
}

// Caller is a call that may reach a function.
type Caller struct {
	Pkg   *Package
	Func  *Function
	Call  int
	Shift int // of its arguments, where a receiver is bound already
}

// Site is the call.
func (c Caller) Site() *CallSite { return &c.Func.Calls[c.Call] }

// Enter is the env of a function as one caller calls it.
func (r *Resolver) Enter(key string, c Caller, up *Env) *Env {
	s := c.Site()
	var args []bound
	for range c.Shift {
		args = append(args, bound{pkg: c.Pkg, set: nil, values: []Value{}})
	}
	for _, a := range s.Args {
		args = append(args, bound{pkg: c.Pkg, set: a, env: up})
	}
	k := envKey{fn: key, pkg: c.Pkg, id: ID(-1 - c.Call), in: c.Func.Key, up: up}
	if fn := r.World.Func(key); fn != nil && fn.Parent != "" {
		k.outer = around(up, fn.Parent)
	}
	return r.intern(k, s.Place, args)
}

// Literal is the env of a literal that code out of sight runs, in the env of the
// function that makes it.
func (r *Resolver) Literal(key string, outer *Env) *Env {
	return r.intern(envKey{fn: key, outer: outer}, Place{}, nil)
}

// Into is the env of a function value, or of a method of an object, that code
// out of sight calls: what it captured, or is bound to, is known.
func (r *Resolver) Into(key string, f Value) *Env {
	k := envKey{fn: key, recv: Value{Pkg: f.Pkg, ID: f.ID, Env: f.Env, Path: f.Path}, rest: true}
	args := []bound{}
	switch t := f.Term(); {
	case t.Op != Func:
		args = append(args, bound{values: []Value{f}})
	case len(t.Args) > 0:
		args = append(args, bound{pkg: f.Pkg, set: t.Args[0], env: f.Env})
	default:
		k.outer = f.Env
	}
	e := r.intern(k, Place{}, args)
	e.rest = true
	return e
}

// combined knows the functions of the standard library that hand on what they
// are given.
func (r *Resolver) combined(n node, t *Term) ([]Value, bool) {
	switch t.Sym {
	case "cmp.Or":
		if len(t.Args) != 1 {
			return nil, false
		}
		var all []Value
		for _, v := range r.set(n.pkg, t.Args[0], n.env) {
			if v.Term().Op == Object {
				for _, s := range v.Term().Slots {
					all = append(all, r.set(v.Pkg, s.Set, v.Env)...)
				}
			}
		}
		var some []Value
		for _, v := range all {
			if !v.Empty() {
				some = append(some, v)
			}
		}
		return r.tidy(some), len(some) > 0
	case "(*sync/atomic.Pointer).Load", "(*sync/atomic.Value).Load":
		var all []Value
		for _, v := range r.set(n.pkg, t.Args[0], n.env) {
			all = append(all, r.sel(v, "[]", v.Term().Type, n)...)
		}
		return r.tidy(all), true
	}
	return nil, false
}
