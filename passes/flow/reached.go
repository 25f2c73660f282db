package flow

import (
	"slices"
	"strings"
)

// Reached is what is left of libraries when all is taken away that the user's own
// packages do not call, be it through others. A function that a row speaks of is
// not entered: wins says which are.
func Reached(own, libraries []*Package, wins func(key string) bool) []*Package {
	for _, p := range libraries {
		p.Library = true
	}
	r := &reach{w: NewWorld(slices.Concat(own, libraries), true), wins: wins, live: map[string]bool{}, terms: map[*Package]map[ID]bool{}, globals: map[string]bool{}, methods: map[string]bool{}}
	for _, p := range own {
		for _, fn := range p.Funcs {
			r.call(fn.Key)
		}
	}
	r.follow()
	var out []*Package
	for _, p := range libraries {
		if kept := r.keep(p); len(kept.Funcs) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// reach marks what can be reached.
type reach struct {
	w       *World
	wins    func(key string) bool
	live    map[string]bool
	todo    []string
	terms   map[*Package]map[ID]bool
	globals map[string]bool
	methods map[string]bool // by name: called through an interface
	byName  map[string][]string
}

func (r *reach) call(key string) {
	if key == "" || r.live[key] || r.w.Func(key) == nil {
		return
	}
	if r.w.funcs[key].pkg.Library && r.wins(key) {
		return
	}
	r.live[key] = true
	r.todo = append(r.todo, key)
}

func (r *reach) follow() {
	for len(r.todo) > 0 {
		key := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		at := r.w.funcs[key]
		r.call(at.fn.Parent)
		for _, s := range at.fn.Calls {
			r.call(s.Static)
			r.invoked(s.Method)
			r.mark(at.pkg, append([]Set{s.Callee}, s.Args...)...)
		}
		r.mark(at.pkg, append(append([]Set{}, at.fn.Results...), at.fn.Bindings...)...)
		for _, v := range at.fn.Vars {
			for _, d := range v.Defs {
				r.mark(at.pkg, d.Set)
			}
		}
		for _, e := range at.fn.Effects {
			r.mark(at.pkg, e.Root, e.Set)
		}
	}
}

// invoked: a method of this name is called through an interface.
func (r *reach) invoked(name string) {
	if name == "" || r.methods[name] {
		return
	}
	r.methods[name] = true
	if r.byName == nil {
		r.byName = map[string][]string{}
		for _, p := range r.w.Packages {
			for i := range p.Types {
				if t := &p.Types[i]; !t.Interface && r.w.conv[t.Name] {
					for _, m := range t.Methods {
						r.byName[m.Name] = append(r.byName[m.Name], m.Func)
					}
				}
			}
		}
	}
	for _, fn := range r.byName[name] {
		r.call(fn)
	}
}

// mark follows terms to what they are made of and to the functions in them.
func (r *reach) mark(p *Package, sets ...Set) {
	seen := r.terms[p]
	if seen == nil {
		seen = map[ID]bool{}
		r.terms[p] = seen
	}
	var visit func(s Set)
	visit = func(s Set) {
		for _, id := range s {
			if seen[id] {
				continue
			}
			seen[id] = true
			t := &p.Terms[id]
			switch t.Op {
			case Func, Call, Var, Param, Free:
				r.call(t.Sym)
			case Invoke:
				r.invoked(t.Sym)
			case Global:
				r.global(t.Sym)
			}
			for _, a := range t.Args {
				visit(a)
			}
			for _, slot := range t.Slots {
				r.call(slot.Func)
				visit(slot.Set)
			}
		}
	}
	for _, s := range sets {
		visit(s)
	}
}

func (r *reach) global(name string) {
	if r.globals[name] {
		return
	}
	r.globals[name] = true
	for _, d := range r.w.globals[name] {
		r.call(d.fn)
		r.mark(d.pkg, d.set)
	}
}

// keep is the part of a library that was reached.
func (r *reach) keep(p *Package) *Package {
	out := &Package{Path: p.Path, Library: true, Imports: p.Imports, Globals: map[string][]Def{}}
	to := map[ID]ID{}
	for id := range p.Terms {
		if r.terms[p][ID(id)] {
			to[ID(id)] = ID(len(out.Terms))
			out.Terms = append(out.Terms, p.Terms[id])
		}
	}
	set := func(s Set) Set {
		var kept Set
		for _, id := range s {
			if n, ok := to[id]; ok {
				kept = append(kept, n)
			}
		}
		return kept
	}
	sets := func(list []Set) []Set {
		kept := make([]Set, len(list))
		for i, s := range list {
			kept[i] = set(s)
		}
		return kept
	}
	defs := func(list []Def) []Def {
		var kept []Def
		for _, d := range list {
			kept = append(kept, Def{d.Func, set(d.Set)})
		}
		return kept
	}
	types := map[string]bool{}
	for i := range out.Terms {
		t := &out.Terms[i]
		types[t.Type] = true
		t.Args = sets(t.Args)
		t.Slots = slices.Clone(t.Slots)
		for j := range t.Slots {
			t.Slots[j].Set = set(t.Slots[j].Set)
		}
	}
	for _, fn := range p.Funcs {
		if !r.live[fn.Key] {
			continue
		}
		types[owner(fn.Key)] = true
		f := *fn
		f.Results, f.Bindings = sets(fn.Results), sets(fn.Bindings)
		f.Vars, f.Effects, f.Calls = slices.Clone(fn.Vars), slices.Clone(fn.Effects), slices.Clone(fn.Calls)
		for i := range f.Vars {
			f.Vars[i].Defs = defs(fn.Vars[i].Defs)
		}
		for i := range f.Effects {
			f.Effects[i].Root, f.Effects[i].Set = set(fn.Effects[i].Root), set(fn.Effects[i].Set)
			types[f.Effects[i].Owner] = true
		}
		for i := range f.Calls {
			f.Calls[i].Callee, f.Calls[i].Args = set(fn.Calls[i].Callee), sets(fn.Calls[i].Args)
			if fn.Calls[i].Callee != nil && f.Calls[i].Callee == nil {
				f.Calls[i].Callee = Set{}
			}
			types[f.Calls[i].Iface] = true
		}
		out.Funcs = append(out.Funcs, &f)
	}
	for _, w := range p.Waits {
		if !r.live[w.Func] {
			continue
		}
		w.Context, w.Request, w.Receiver = set(w.Context), set(w.Request), set(w.Receiver)
		w.Carriers = slices.Clone(w.Carriers)
		for i := range w.Carriers {
			w.Carriers[i].Set = set(w.Carriers[i].Set)
		}
		out.Waits = append(out.Waits, w)
	}
	for name, list := range p.Globals {
		if r.globals[name] {
			out.Globals[name] = defs(list)
		}
	}
	for _, t := range p.Types {
		if types[t.Name] {
			out.Types = append(out.Types, t)
		}
	}
	out.Converted = slices.DeleteFunc(slices.Clone(p.Converted), func(t string) bool { return strings.HasPrefix(t, p.Path+".") && !types[t] })
	out.Handed = slices.DeleteFunc(slices.Clone(p.Handed), func(fn string) bool { return !r.live[fn] })
	out.Flows = p.Flows
	return out
}

// Mentions is all that a project's packages name of others, sorted: while that is
// the same, so is what [Reached] leaves of the same libraries.
func Mentions(own []*Package) []string {
	mine, seen := map[string]bool{}, map[string]bool{}
	for _, p := range own {
		for _, fn := range p.Funcs {
			mine[fn.Key] = true
		}
	}
	for _, p := range own {
		for _, fn := range p.Funcs {
			for i := range fn.Calls {
				seen[fn.Calls[i].Static] = true
				seen["."+fn.Calls[i].Method] = true
			}
		}
		for i := range p.Terms {
			switch t := &p.Terms[i]; t.Op {
			case Func, Call, Global:
				seen[t.Sym] = true
			case Invoke:
				seen["."+t.Sym] = true
			}
		}
		for _, name := range p.Converted {
			seen[name] = true
		}
	}
	var out []string
	for name := range seen {
		if !mine[name] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
