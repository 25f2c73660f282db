package flow

import "strings"

// Field is what a field of a value of a type may be.
func (r *Resolver) Field(v Value, field, typ string) []Value {
	if len(r.stack) == 0 {
		r.left = r.allowance()
	}
	return r.tidy(r.sel(v, field, typ, node{pkg: v.Pkg, id: v.ID, env: v.Env}))
}

// sel reads a field, or an element, of a value; stuck is the node that asks,
// which stands for the answer where there is none.
func (r *Resolver) sel(v Value, field, typ string, stuck node) []Value {
	t := v.Term()
	switch t.Op {
	case Object:
		return r.slot(v, field)
	case Zero:
		return []Value{r.zero(v.Pkg)}
	case Nil:
		return nil
	case Var:
		var all []Value
		for _, x := range r.load(v) {
			all = append(all, r.sel(x, field, typ, stuck)...)
		}
		return all
	case Global:
		return r.globalField(v, field, typ, stuck)
	case Call: // what a library made, and the program changed
		if out, _ := r.given(v, typ, field); len(out) > 0 {
			return append(out, Value{Pkg: stuck.pkg, ID: stuck.id, Env: stuck.env})
		}
	case Param, Unknown, Select, Elem, Load, Invoke, Apply:
		if r.Depends(v) {
			break
		}
		if out := r.anywhere(typ, field); len(out) > 0 {
			return out
		}
		if t.Op == Unknown {
			return []Value{v}
		}
	}
	if field == "[]" && t.Op == Call {
		return []Value{v}
	}
	return []Value{{Pkg: stuck.pkg, ID: stuck.id, Env: stuck.env}}
}

// Depends reports whether a value is, or is made of, a parameter that stands for
// itself.
func (r *Resolver) Depends(v Value) bool {
	for e := v.Env; e != nil; e = e.Up {
		if e.symbolic {
			return true
		}
	}
	return false
}

// globalField is a field of a struct that is a package variable.
func (r *Resolver) globalField(v Value, field, typ string, stuck node) []Value {
	var all []Value
	for _, d := range r.World.globals[v.Term().Sym] {
		for _, x := range r.set(d.pkg, d.set, nil) {
			if x.Term().Op != Global {
				all = append(all, r.sel(x, field, typ, stuck)...)
			}
		}
	}
	for _, w := range r.World.writes[typ+"."+field] {
		for _, root := range r.set(w.pkg, w.eff.Root, nil) {
			if root.Term().Op == Global && root.Term().Sym == v.Term().Sym {
				all = append(all, r.set(w.pkg, w.eff.Set, nil)...)
			}
		}
	}
	if len(all) == 0 {
		if r.owns(v.Term().Sym) {
			return []Value{r.zero(v.Pkg)}
		}
		return []Value{{Pkg: stuck.pkg, ID: stuck.id, Env: stuck.env}}
	}
	return r.tidy(all)
}

// anywhere is a field of a value of which nothing but the type is known: what it
// is in every object of that type, and what is stored to it from afar.
func (r *Resolver) anywhere(typ, field string) []Value {
	if r.World.types[typ] == nil {
		return nil
	}
	var all []Value
	for _, o := range r.World.makes[typ] {
		all = append(all, r.slot(o, field)...)
	}
	for _, w := range r.World.writes[typ+"."+field] {
		if r.alive(w.fn) {
			all = append(all, r.set(w.pkg, w.eff.Set, nil)...)
		}
	}
	return r.tidy(all)
}

// alive reports whether a function may run: somebody calls it, or code that is
// not read may.
func (r *Resolver) alive(fn *Function) bool {
	w := r.World
	if w.targets == nil || !w.Whole && fn.Exported || w.handed[fn.Key] || len(w.calls[fn.Key])+len(w.targets[fn.Key])+len(w.binds[fn.Key]) > 0 {
		return true
	}
	if fn.Parent != "" {
		return false
	}
	if name := methodName(fn.Key); name != "" {
		return w.conv[owner(fn.Key)]
	}
	return strings.HasSuffix(fn.Key, ".main") || strings.HasSuffix(fn.Key, ".init") || fn.Exported
}

// slot is a field of an object.
func (r *Resolver) slot(v Value, field string) []Value {
	return r.term(node{v.Pkg, v.ID, v.Env, v.Path, field})
}

// stored reads a path below an object: what its function stored there, else what
// it was copied from, else zero; and what the functions that it was given to
// stored.
func (r *Resolver) stored(v Value, field string) []Value {
	t := v.Term()
	full := join(v.Path, field)
	fn := r.functionOf(v)
	var own, base []Value
	must, part, outside := false, false, false
	for _, s := range t.Slots {
		env := r.inside(s.Func, fn, v.Env)
		switch {
		case s.Path == full:
			own = append(own, r.set(v.Pkg, s.Set, env)...)
			must = must || s.Must
		case strings.HasPrefix(s.Path, full+".") && field != "[]":
			part = true
		case s.Path == "*" || strings.HasSuffix(s.Path, ".*") && strings.HasPrefix(full, strings.TrimSuffix(s.Path, "*")):
			outside = true
		case s.Path == "" || strings.HasPrefix(full, s.Path+"."):
			rest := strings.TrimPrefix(strings.TrimPrefix(full, s.Path), ".")
			for _, b := range r.set(v.Pkg, s.Set, env) {
				if b.Term().Op == Object && b != (Value{Pkg: v.Pkg, ID: v.ID, Env: v.Env}) {
					base = append(base, r.path(b, rest)...)
				} else if b.Term().Op != Zero {
					base = append(base, r.path(b, rest)...)
				}
			}
		}
	}
	if part && len(own) == 0 {
		return []Value{{Pkg: v.Pkg, ID: v.ID, Env: v.Env, Path: full}}
	}
	given, certain := r.given(v, t.Type, field)
	if certain && v.Env != nil {
		return r.tidy(given)
	}
	all := append(own, given...)
	if !must {
		if len(base) > 0 {
			all = append(all, base...)
		} else if field != "[]" || len(all) == 0 {
			all = append(all, r.zero(v.Pkg))
		}
	}
	if outside {
		all = append(all, r.unknown(v.Pkg, Outside))
	}
	return r.tidy(all)
}

// path reads several fields one after the other.
func (r *Resolver) path(v Value, path string) []Value {
	values := []Value{v}
	for f := range strings.SplitSeq(path, ".") {
		var next []Value
		for _, x := range values {
			next = append(next, r.sel(x, f, x.Term().Type, node{pkg: x.Pkg, id: x.ID, env: x.Env})...)
		}
		values = next
	}
	return values
}

// functionOf is the function that made an object.
func (r *Resolver) functionOf(v Value) string {
	if v.Env != nil {
		return v.Env.Func
	}
	for _, s := range v.Term().Slots {
		return s.Func
	}
	return ""
}

// given is what functions that are given an object store in a field of it.
// certain: a call in the function that made it does, whenever that runs.
func (r *Resolver) given(v Value, typ, field string) (out []Value, certain bool) {
	writes := r.World.writes[typ+"."+field]
	if len(writes) == 0 {
		return nil, false
	}
	self := Value{Pkg: v.Pkg, ID: v.ID, Env: v.Env}
	maker := r.World.funcs[r.functionOf(v)]
	for _, w := range writes {
		if !r.alive(w.fn) || typ == "" && w.pkg != v.Pkg && len(r.World.library) > 0 {
			continue // of a type without a name nobody could tell which
		}
		if w.fn == maker.fn { // the function that made it stores through what it kept it in
			for _, root := range r.set(w.pkg, w.eff.Root, v.Env) {
				if root == self {
					out = append(out, r.set(w.pkg, w.eff.Set, v.Env)...)
					certain = certain || w.eff.Must
				}
			}
			continue
		}
		values, inside, must := r.within(maker, self, w)
		out = append(out, values...)
		certain = certain || must
		if inside {
			continue
		}
		for _, root := range r.set(w.pkg, w.eff.Root, nil) {
			if root.Pkg == v.Pkg && root.ID == v.ID && root.Env.alike(v.Env) {
				out = append(out, r.set(w.pkg, w.eff.Set, nil)...)
				break
			}
		}
	}
	return out, certain
}

// deepestOption is how many calls lie between the function that makes an object and
// the one that stores in it, at most: an option may call a setter.
const deepestOption = 3

// within is what a store puts into an object when the function that made the
// object calls the one that stores: a setter, or an option. inside: it may call
// it, for some callers.
func (r *Resolver) within(maker place, self Value, w write) (out []Value, inside, certain bool) {
	if maker.fn == nil {
		return nil, false, false
	}
	i, path, ok := below(w.pkg, w.eff.Root, w.fn.Key)
	if !ok {
		return nil, false, false
	}
	s := &storing{r: r, self: self, write: w, param: i, path: path, leads: map[string]int{w.fn.Key: 1}}
	next := []string{w.fn.Key}
	for d := 2; d <= deepestOption; d++ {
		var callers []string
		for _, key := range next {
			for _, c := range r.World.calls[key] {
				if s.leads[c.fn.Key] == 0 {
					s.leads[c.fn.Key] = d
					callers = append(callers, c.fn.Key)
				}
			}
		}
		next = callers
	}
	certain = s.visit(maker, self.Env, deepestOption)
	return s.out, s.inside, certain
}

// storing looks for the calls by which an object comes to where something is
// stored in it.
type storing struct {
	r      *Resolver
	self   Value
	write  write
	param  int            // that the store is below
	path   string         // and the path to it
	leads  map[string]int // functions that call the one that stores, and within how many calls
	out    []Value
	inside bool
}

// visit looks at the calls of a function, and reports whether one of them stores
// whenever it runs.
func (s *storing) visit(in place, env *Env, depth int) (certain bool) {
	r := s.r
	for n := range in.fn.Calls {
		site := &in.fn.Calls[n]
		if site.Callee != nil {
			for key := range s.leads {
				s.inside = s.inside || r.mayCall(in, n, key)
			}
			sure := true
			values := r.set(in.pkg, site.Callee, env)
			for _, f := range values {
				sure = sure && (f.Term().Op == Func || f.Term().Op == Nil)
			}
			for _, f := range values {
				if f.Term().Op == Func && s.enter(in, n, f.Term().Sym, f.Env, env, depth) {
					certain = certain || sure
				}
			}
			continue
		}
		certain = s.enter(in, n, site.Static, nil, env, depth) || certain
	}
	return certain
}

// enter follows one call to one function.
func (s *storing) enter(in place, n int, key string, outer, env *Env, depth int) (certain bool) {
	far := s.leads[key]
	if far == 0 || far > depth {
		return false
	}
	r, site := s.r, &in.fn.Calls[n]
	args := make([]bound, len(site.Args))
	for j, a := range site.Args {
		args[j] = bound{pkg: in.pkg, set: a, env: env}
	}
	inner := r.intern(envKey{fn: key, pkg: in.pkg, id: ID(-1 - n), in: in.fn.Key, up: env, outer: outer}, site.Place, args)
	if key != s.write.fn.Key {
		return s.visit(r.World.funcs[key], inner, depth-1)
	}
	if s.param >= len(site.Args) {
		return false
	}
	s.inside = true
	hit := false
	for _, given := range r.set(in.pkg, site.Args[s.param], env) {
		if s.path == "" {
			hit = hit || given == s.self
		} else {
			hit = hit || given.Term().Op == Object && contains(r.path(given, s.path), s.self)
		}
	}
	if !hit {
		return false
	}
	s.out = append(s.out, r.set(s.write.pkg, s.write.eff.Set, inner)...)
	return s.write.eff.Must
}

func contains(list []Value, v Value) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// mayCall reports whether a call of a function value reaches a function, for
// some caller.
func (r *Resolver) mayCall(in place, n int, key string) bool {
	for _, c := range r.World.targets[key] {
		if c.fn == in.fn && c.n == n {
			return true
		}
	}
	return false
}

// below is the parameter of a function, and the path below it, that a root is.
func below(p *Package, s Set, key string) (param int, path string, ok bool) {
	for len(s) == 1 {
		t := &p.Terms[s[0]]
		switch t.Op {
		case Param:
			return t.N, path, t.Sym == key
		case Select:
			s, path = t.Args[0], joinBefore(t.Sym, path)
		case Load:
			s = t.Args[0]
		default:
			return 0, "", false
		}
	}
	return 0, "", false
}

func joinBefore(field, path string) string {
	if path == "" {
		return field
	}
	return field + "." + path
}
