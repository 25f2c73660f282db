package flow

import (
	"cmp"
	"slices"
	"strings"
)

// Value is what a term comes down to: a term of a package, with what the
// functions on the way to it were called with.
type Value struct {
	Pkg  *Package
	ID   ID
	Env  *Env
	Path string // of an Object: the part of it that is meant, a struct held by value
}

// Term is the term of a value.
func (v Value) Term() *Term { return &v.Pkg.Terms[v.ID] }

// Env is one call of a function: what its parameters are in it.
type Env struct {
	Func  string
	Place Place // of the call
	Up    *Env  // of the caller
	outer *Env  // of the function around a literal
	args  []bound
	depth int
	key   envKey

	symbolic bool // its parameters stand for themselves
	rest     bool // the parameters behind those in args are what code out of sight gives
}

// bound is what one parameter is: terms of the caller, or values.
type bound struct {
	pkg    *Package
	set    Set
	env    *Env
	values []Value
}

type envKey struct {
	fn    string
	pkg   *Package
	id    ID // of the call's term, or the call's number below zero
	in    string
	up    *Env
	outer *Env
	recv  Value
	open  bool
	rest  bool
}

// deepestEnv is how many calls of constructors within each other are told apart.
// Beyond it a function is seen as all its callers see it.
const deepestEnv = 10

// Resolver answers what terms come down to in a world.
type Resolver struct {
	World *World
	Steps int // taken so far
	Limit int // steps that one question may take

	Kept map[Value]any // what a domain has found of a value

	Keys func(key string) []Value                        // what the code says holds for a key of the configuration; may be nil
	Said func(name string) (text, where string, ok bool) // what a file beside the code sets a flag, "-x", or a variable to; may be nil

	memo  map[node][]Value
	last  map[node][]Value
	open  map[node]*frame
	stack []*frame
	low   int
	left  int
	envs  map[envKey]*Env
}

// node is one question: what a term comes down to, or, with a field, what that
// field of an object is.
type node struct {
	pkg   *Package
	id    ID
	env   *Env
	path  string
	field string
}

type frame struct {
	at  int
	hit bool
}

// NewResolver makes a resolver for a world.
func NewResolver(w *World) *Resolver {
	return &Resolver{World: w, Limit: 20000, Kept: map[Value]any{}, memo: map[node][]Value{}, last: map[node][]Value{}, open: map[node]*frame{}, low: noCycle, envs: map[envKey]*Env{}}
}

const noCycle = int(^uint(0) >> 1)

// most is how many alternatives of a value are kept.
const most = 24

// Resolve is what the terms of a set may be in a function of a package, called
// as env says; nil: by anybody.
func (r *Resolver) Resolve(p *Package, s Set, env *Env) []Value {
	if len(r.stack) == 0 {
		r.left = r.allowance()
	}
	return r.set(p, s, env)
}

// mostSteps is how many steps all questions of a world take together before each
// of those that follow may take few: functions in a circle have as many ways as
// there are orders of their calls. What is then not known is of Reason Budget.
const (
	mostSteps = 500_000
	fewSteps  = 100
)

// allowance is the steps that the next question may take.
func (r *Resolver) allowance() int {
	if r.Steps > mostSteps {
		return min(r.Limit, fewSteps)
	}
	return r.Limit
}

func (r *Resolver) set(p *Package, s Set, env *Env) []Value {
	if len(s) == 1 {
		return r.term(node{pkg: p, id: s[0], env: env})
	}
	var all []Value
	for _, id := range s {
		all = append(all, r.term(node{pkg: p, id: id, env: env})...)
	}
	return r.tidy(all)
}

// tidy sorts values and leaves out what is there twice; of very many the first
// are kept, and that there are more.
func (r *Resolver) tidy(all []Value) []Value {
	if len(all) < 2 {
		return all
	}
	slices.SortFunc(all, compare)
	all = slices.Compact(all)
	if len(all) > most {
		more := all[most]
		all = append(slices.Clone(all[:most]), r.unknown(more.Pkg, TooMany))
	}
	return all
}

func compare(a, b Value) int {
	if a == b {
		return 0
	}
	return cmp.Or(strings.Compare(a.Pkg.Path, b.Pkg.Path), cmp.Compare(a.ID, b.ID), strings.Compare(a.Path, b.Path), compareEnvs(a.Env, b.Env, 0))
}

func compareEnvs(a, b *Env, depth int) int {
	switch {
	case a == b || depth > 3*deepestEnv:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return cmp.Or(strings.Compare(a.Func, b.Func), strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(a.Place.Column, b.Place.Column),
		compareEnvs(a.Up, b.Up, depth+1), compareEnvs(a.outer, b.outer, depth+1))
}

// unknown is a value of which nothing is known, for a reason. Packages that
// decode to nothing have no terms to say it with.
func (r *Resolver) unknown(p *Package, why Reason) Value {
	if p.reasons == nil {
		p.reasons = map[Reason]ID{}
	}
	id, ok := p.reasons[why]
	if !ok {
		p.Terms = append(p.Terms, Term{Op: Unknown, Sym: string(why)})
		id = ID(len(p.Terms) - 1)
		p.reasons[why] = id
	}
	return Value{Pkg: p, ID: id}
}

// term resolves one term. A term that comes down to itself is solved by rounds:
// what is found in one is what the next begins with.
func (r *Resolver) term(n node) []Value {
	if out, ok := r.memo[n]; ok {
		return out
	}
	if f := r.open[n]; f != nil {
		f.hit = true
		r.low = min(r.low, f.at)
		return r.last[n]
	}
	if r.left--; r.left < 0 {
		return []Value{r.unknown(n.pkg, Budget)}
	}
	r.Steps++
	f := &frame{at: len(r.stack)}
	r.stack = append(r.stack, f)
	r.open[n] = f
	before := r.low
	r.low = noCycle
	var out []Value
	for range 8 {
		out = r.raw(n)
		if !f.hit || slices.Equal(out, r.last[n]) {
			break
		}
		r.last[n] = out
		f.hit = false
	}
	delete(r.open, n)
	delete(r.last, n)
	r.stack = r.stack[:len(r.stack)-1]
	if r.low >= f.at { // nothing further out is part of the cycle
		if r.left >= 0 {
			r.memo[n] = out
		}
		r.low = noCycle
	}
	r.low = min(r.low, before)
	return out
}

func (r *Resolver) raw(n node) []Value {
	if n.field != "" {
		return r.stored(Value{n.pkg, n.id, n.env, n.path}, n.field)
	}
	t := &n.pkg.Terms[n.id]
	switch t.Op {
	case Unknown, Nil, Zero, Const, Global:
		return []Value{{Pkg: n.pkg, ID: n.id}}
	case Param:
		return r.param(n, t)
	case Free:
		return r.free(n, t)
	case Load:
		var all []Value
		for _, v := range r.set(n.pkg, t.Args[0], n.env) {
			all = append(all, r.load(v)...)
		}
		return r.tidy(all)
	case Select:
		var all []Value
		for _, v := range r.set(n.pkg, t.Args[0], n.env) {
			all = append(all, r.sel(v, t.Sym, t.Type, n)...)
		}
		return r.tidy(all)
	case Elem:
		var all []Value
		for _, v := range r.set(n.pkg, t.Args[0], n.env) {
			all = append(all, r.sel(v, "[]", v.Term().Type, n)...)
		}
		return r.tidy(all)
	case Call:
		return r.call(n, t)
	case Apply:
		return r.apply(n, t)
	case Invoke:
		return r.invoke(n, t)
	case OrElse:
		return r.orElse(n, t)
	}
	return []Value{{Pkg: n.pkg, ID: n.id, Env: n.env}}
}

// free is a captured variable: what the function around the literal bound.
func (r *Resolver) free(n node, t *Term) []Value {
	lit := r.World.funcs[t.Sym]
	if lit.fn == nil || t.N >= len(lit.fn.Bindings) {
		return []Value{r.unknown(n.pkg, Other)}
	}
	var outer *Env
	for e := n.env; e != nil; e = e.outer {
		if e.Func == t.Sym {
			outer = e.outer
			break
		}
	}
	return r.set(lit.pkg, lit.fn.Bindings[t.N], outer)
}

// load reads what an address holds.
func (r *Resolver) load(v Value) []Value {
	t := v.Term()
	switch t.Op {
	case Var:
		fn := r.World.funcs[t.Sym].fn
		if fn == nil || t.N >= len(fn.Vars) {
			return []Value{r.unknown(v.Pkg, Other)}
		}
		defs := fn.Vars[t.N].Defs
		if len(defs) == 0 {
			return []Value{r.zero(v.Pkg)}
		}
		var all []Value
		for _, d := range defs {
			all = append(all, r.set(v.Pkg, d.Set, r.inside(d.Func, t.Sym, v.Env))...)
		}
		return r.tidy(all)
	case Global:
		return r.global(v)
	case Nil:
		return nil
	}
	return []Value{v}
}

// inside is the env for terms of a function that is fn, called as env says, or a
// literal in it, called by anybody.
func (r *Resolver) inside(key, fn string, env *Env) *Env {
	if key == fn {
		return env
	}
	return r.intern(envKey{fn: key, outer: env}, Place{}, nil)
}

func (r *Resolver) zero(p *Package) Value {
	if p.reasons == nil {
		p.reasons = map[Reason]ID{}
	}
	const key = Reason("\x00zero")
	id, ok := p.reasons[key]
	if !ok {
		p.Terms = append(p.Terms, Term{Op: Zero})
		id = ID(len(p.Terms) - 1)
		p.reasons[key] = id
	}
	return Value{Pkg: p, ID: id}
}

// global is what a package variable holds.
func (r *Resolver) global(v Value) []Value {
	name := v.Term().Sym
	defs := r.World.globals[name]
	if len(defs) == 0 {
		if r.owns(name) {
			return []Value{r.zero(v.Pkg)}
		}
		return []Value{v}
	}
	var all []Value
	for _, d := range defs {
		all = append(all, r.set(d.pkg, d.set, nil)...)
	}
	return r.tidy(all)
}

// owns reports whether a package variable is one of a package in sight.
func (r *Resolver) owns(name string) bool {
	i := strings.LastIndexByte(name, '.')
	return i > 0 && slices.ContainsFunc(r.World.Packages, func(p *Package) bool { return p.Path == name[:i] && len(p.Terms) > 0 })
}

// orElse is the first value, or the second where the first is nil or zero.
func (r *Resolver) orElse(n node, t *Term) []Value {
	return r.firstOf(n, t.Args)
}

func (r *Resolver) firstOf(n node, sets []Set) []Value {
	var all []Value
	for i, s := range sets {
		more := false
		values := r.set(n.pkg, s, n.env)
		for _, v := range values {
			switch empty := v.Empty(); {
			case empty && i < len(sets)-1:
				more = true
			default:
				all = append(all, v)
				switch v.Term().Op {
				case Unknown, Param, Arith, Load, Select, Elem:
					more = true
				}
			}
		}
		if !more && len(values) > 0 {
			break
		}
	}
	return r.tidy(all)
}

// Empty reports whether a value is nil or zero.
func (v Value) Empty() bool {
	switch t := v.Term(); t.Op {
	case Nil, Zero:
		return true
	case Const:
		return t.Sym == "0" || t.Sym == `""` || t.Sym == "false"
	}
	return false
}
