package flow

import (
	"slices"
	"strings"
)

func (r *Resolver) call(n node, t *Term) []Value {
	if out, ok := r.combined(n, t); ok {
		return out
	}
	k := envKey{pkg: n.pkg, id: n.id, up: n.env}
	if fn := r.World.Func(t.Sym); fn != nil && fn.Parent != "" {
		k.outer = around(n.env, fn.Parent)
	}
	if out, ok := r.enter(t.Sym, t.N, r.siteKey(k, n, t), t.Place, r.bounds(n, t.Args)); ok {
		return out
	}
	return []Value{{Pkg: n.pkg, ID: n.id, Env: n.env}}
}

// siteKey names the call and not the result that is asked for, so that two
// results of one call are of one object.
func (r *Resolver) siteKey(k envKey, n node, t *Term) envKey {
	if t.Place.Line > 0 {
		k.id = 0
		k.in = t.Place.File + ":" + itoa(t.Place.Line) + ":" + itoa(t.Place.Column)
	}
	return k
}

// around is the env of the function that a literal stands in.
func around(env *Env, parent string) *Env {
	for e := env; e != nil; e = e.outer {
		if e.Func == parent {
			return e
		}
	}
	return nil
}

// apply calls a function value.
func (r *Resolver) apply(n node, t *Term) []Value {
	var all []Value
	for _, f := range r.set(n.pkg, t.Args[0], n.env) {
		if out, ok := r.applied(f, t.N, t.Args[1:], n, t); ok {
			all = append(all, out...)
		} else if f.Term().Op != Nil {
			all = append(all, Value{Pkg: n.pkg, ID: n.id, Env: n.env})
		}
	}
	return r.tidy(all)
}

// applied is a result of a function value, called with args of a node.
func (r *Resolver) applied(f Value, result int, args []Set, n node, t *Term) ([]Value, bool) {
	ft := f.Term()
	switch {
	case ft.Op == Func && ft.Type == "":
		given := r.bounds(n, args)
		k := r.siteKey(envKey{pkg: n.pkg, id: n.id, up: n.env}, n, t)
		if len(ft.Args) > 0 { // a method bound to a receiver
			given = append([]bound{{pkg: f.Pkg, set: ft.Args[0], env: f.Env}}, given...)
			k.recv = Value{Pkg: f.Pkg, ID: f.ID, Env: f.Env}
		}
		k.outer = f.Env
		return r.enter(ft.Sym, result, k, t.Place, given)
	case ft.Op == Call && (ft.Sym == "sync.OnceValue" || ft.Sym == "sync.OnceValues") && len(ft.Args) == 1:
		var all []Value
		for _, inner := range r.set(f.Pkg, ft.Args[0], f.Env) {
			if out, ok := r.applied(inner, result, args, n, t); ok {
				all = append(all, out...)
			}
		}
		return all, len(all) > 0
	}
	return nil, false
}

// invoke calls a method of an interface on each of the values behind it.
func (r *Resolver) invoke(n node, t *Term) []Value {
	if t.Type == "context.Context" && t.Sym == "Value" && len(t.Args) == 2 {
		return r.contextValue(n, t)
	}
	var all []Value
	stuck, open := false, false
	for _, v := range r.set(n.pkg, t.Args[0], n.env) {
		switch vt := v.Term(); {
		case vt.Op == Nil:
		case vt.Op == Object || vt.Op == Zero:
			m := r.World.Method(vt.Type, t.Sym)
			args := r.bounds(n, t.Args)
			args[0] = bound{values: []Value{v}}
			out, ok := r.enter(m, t.N, r.siteKey(envKey{pkg: n.pkg, id: n.id, up: n.env, recv: v}, n, t), t.Place, args)
			all, stuck = append(all, out...), stuck || !ok
		case (vt.Op == Param || vt.Op == Unknown) && !v.Symbolic():
			open = true
		default:
			stuck = true
		}
	}
	if open && len(all) == 0 && !stuck {
		known := false
		for _, fn := range r.World.implementations(t.Type, t.Sym) {
			if to := r.World.funcs[fn]; to.fn != nil && t.N < len(to.fn.Results) {
				all, known = append(all, r.set(to.pkg, to.fn.Results[t.N], nil)...), true
			}
		}
		stuck = !known && !r.unheld(t)
	}
	if stuck {
		all = append(all, Value{Pkg: n.pkg, ID: n.id, Env: n.env})
	}
	return r.tidy(all)
}

// unheld reports whether nothing in a whole program can be behind an interface: it
// is a library's, speaks of the library's own types, and nobody implements it.
func (r *Resolver) unheld(t *Term) bool {
	iface := r.World.types[t.Type]
	if iface == nil || !r.World.Whole {
		return false
	}
	i := strings.LastIndexByte(t.Type, '.')
	if i < 0 || !r.World.library[t.Type[:i]] {
		return false
	}
	return slices.ContainsFunc(iface.Methods, func(m Method) bool { return m.Name == t.Sym && strings.Contains(m.Sig, t.Type[:i]+".") })
}
