package flow

import (
	"slices"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// contextValue is what a context carries under a key: what the nearest
// context.WithValue with that key put there, nothing where none did. A context that
// comes from afar, as that of a request, is taken for one that carries nothing.
func (r *Resolver) contextValue(n node, t *Term) []Value {
	keys := r.set(n.pkg, t.Args[1], n.env)
	if len(keys) != 1 || !key(keys[0]) {
		return []Value{{Pkg: n.pkg, ID: n.id, Env: n.env}}
	}
	var all []Value
	open := false
	seen := map[Value]bool{}
	var visit func(v Value)
	visit = func(v Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch ct := v.Term(); {
		case v.Symbolic():
			open = true
		case ct.Op == Nil, ct.Op == Param:
		case ct.Op == Call && ct.Sym == "context.WithValue" && len(ct.Args) == 3:
			have := r.set(v.Pkg, ct.Args[1], v.Env)
			same, known := false, false
			if len(have) == 1 && key(have[0]) {
				same, known = r.sameKey(have[0], keys[0])
			}
			if same {
				all = append(all, r.set(v.Pkg, ct.Args[2], v.Env)...)
				return
			}
			open = open || !known
			fallthrough
		case ct.Op == Call:
			row, ok := knowledge.ContextRowOf(ct.Sym)
			switch {
			case !ok:
				open = true
			case row.Parent >= 0 && row.Does != knowledge.Carried && row.Parent < len(ct.Args):
				for _, up := range r.set(v.Pkg, ct.Args[row.Parent], v.Env) {
					visit(up)
				}
			}
		default:
			open = true
		}
	}
	for _, v := range r.set(n.pkg, t.Args[0], n.env) {
		visit(v)
	}
	if open {
		all = append(all, Value{Pkg: n.pkg, ID: n.id, Env: n.env})
	}
	return r.tidy(slices.Clip(all))
}

// key reports whether a value stands for itself as the key of a context's value.
func key(v Value) bool {
	switch v.Term().Op {
	case Global, Const, Zero, Object:
		return true
	}
	return false
}

// sameKey reports whether two keys are one, and whether that is known: of a type
// that has no other value, any two are.
func (r *Resolver) sameKey(a, b Value) (same, known bool) {
	x, y := a.Term(), b.Term()
	switch {
	case x.Op == y.Op && x.Sym == y.Sym && x.Sym != "":
		return true, true
	case x.Type != y.Type, x.Op == Const && y.Op == Const:
		return false, true
	case len(r.World.globals[x.Sym])+len(r.World.globals[y.Sym]) > 0:
		return false, false // each was given a value of its own, or not
	}
	return true, true
}
