package flow

import (
	"path"
	"slices"
	"strings"
)

// World is the packages that are in sight together.
type World struct {
	Packages []*Package
	Whole    bool // nothing else calls what they export, and nothing else implements their interfaces

	funcs   map[string]place
	calls   map[string][]caller // static calls, by function
	invokes map[string][]caller // of interface methods, by method name
	dynamic []caller            // of function values
	globals map[string][]definition
	writes  map[string][]write // effects, by owner and last field
	types   map[string]*Type
	makes   map[string][]Value // objects, by type
	binds   map[string][]Value // method values, by method
	handed  map[string]bool
	conv    map[string]bool
	impls   map[string][]string // by interface and method: the functions
	paced   map[string]bool     // packages of programs that set a limit to the statements of a database; nil until asked
	targets map[string][]caller // dynamic calls by the function they may reach; nil until asked
	library map[string]bool     // import paths of libraries that were read
	paths   map[string]*Package
}

type place struct {
	pkg *Package
	fn  *Function
}

type caller struct {
	pkg *Package
	fn  *Function
	n   int
}

func (c caller) site() *CallSite { return &c.fn.Calls[c.n] }

type definition struct {
	pkg *Package
	fn  string
	set Set
}

type write struct {
	pkg *Package
	fn  *Function
	eff *Effect
}

// NewWorld joins packages, in the order of their paths.
func NewWorld(packages []*Package, whole bool) *World {
	w := &World{Whole: whole, funcs: map[string]place{}, calls: map[string][]caller{}, invokes: map[string][]caller{},
		globals: map[string][]definition{}, writes: map[string][]write{}, types: map[string]*Type{}, makes: map[string][]Value{},
		binds: map[string][]Value{}, handed: map[string]bool{}, conv: map[string]bool{}, impls: map[string][]string{}, library: map[string]bool{}, paths: map[string]*Package{}}
	for _, p := range packages {
		if p != nil {
			w.Packages = append(w.Packages, p)
		}
	}
	slices.SortStableFunc(w.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	for _, p := range w.Packages {
		w.join(p)
	}
	return w
}

func (w *World) join(p *Package) {
	w.paths[p.Path] = p
	if p.Library {
		w.library[p.Path] = true
	}
	for _, fn := range p.Funcs {
		w.funcs[fn.Key] = place{p, fn}
		for i := range fn.Calls {
			c := caller{p, fn, i}
			switch s := &fn.Calls[i]; {
			case s.Static != "":
				w.calls[s.Static] = append(w.calls[s.Static], c)
			case s.Method != "":
				w.invokes[s.Method] = append(w.invokes[s.Method], c)
			case s.Callee != nil:
				w.dynamic = append(w.dynamic, c)
			}
		}
		for i := range fn.Effects {
			e := &fn.Effects[i]
			key := e.Owner + "." + last(e.Path)
			w.writes[key] = append(w.writes[key], write{p, fn, e})
		}
	}
	for name, defs := range p.Globals {
		for _, d := range defs {
			w.globals[name] = append(w.globals[name], definition{p, d.Func, d.Set})
		}
	}
	for i := range p.Types {
		w.types[p.Types[i].Name] = &p.Types[i]
	}
	for i := range p.Terms {
		switch t := &p.Terms[i]; t.Op {
		case Object:
			if t.Type != "" {
				w.makes[t.Type] = append(w.makes[t.Type], Value{Pkg: p, ID: ID(i)})
			}
		case Func:
			if len(t.Args) > 0 && t.Type == "" {
				w.binds[t.Sym] = append(w.binds[t.Sym], Value{Pkg: p, ID: ID(i)})
			}
		}
	}
	for _, k := range p.Handed {
		w.handed[k] = true
	}
	for _, t := range p.Converted {
		w.conv[t] = true
	}
}

// Keyed are the stores into maps under a constant key.
func (w *World) Keyed(key string) []Keyed {
	var out []Keyed
	for _, p := range w.Packages {
		for _, fn := range p.Funcs {
			for i := range fn.Effects {
				if fn.Effects[i].Key == key {
					out = append(out, Keyed{p, &fn.Effects[i]})
				}
			}
		}
	}
	return out
}

// Keyed is a store into a map under a constant key.
type Keyed struct {
	Pkg    *Package
	Effect *Effect
}

// last is the last field of a path.
func last(path string) string {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[i+1:]
	}
	return path
}

// Library reports whether a place is in a library that was read.
func (w *World) Library(at Place) bool {
	return len(w.library) > 0 && at.File != "" && w.library[path.Dir(at.File)]
}

// InLibrary reports whether a function is of a library that was read.
func (w *World) InLibrary(key string) bool {
	p := w.funcs[key].pkg
	return p != nil && p.Library
}

// Outside is, of a value that a library makes, the place of the user's own call
// that led there; zero: it is not known, or the value is not a library's.
func (w *World) Outside(v Value) Place {
	if !v.Pkg.Library {
		return Place{}
	}
	for e := v.Env; e != nil; e = e.Up {
		if e.Place.Line > 0 && !w.Library(e.Place) {
			return e.Place
		}
	}
	return Place{}
}

// Func is what is kept of a function; nil: nothing.
func (w *World) Func(key string) *Function { return w.funcs[key].fn }

// Made are the objects of a type that functions in sight make.
func (w *World) Made(typ string) []Value { return w.makes[typ] }

// Method is the function that a method of a type is; empty: it has none.
func (w *World) Method(typ, name string) string {
	t := w.types[typ]
	if t == nil {
		return ""
	}
	for _, m := range t.Methods {
		if m.Name == name {
			return m.Func
		}
	}
	return ""
}

// implementations are the functions that a method of an interface may be: of
// types that are put into an interface somewhere.
func (w *World) implementations(iface, method string) []string {
	key := iface + "." + method
	if out, ok := w.impls[key]; ok {
		return out
	}
	var out []string
	if i := w.types[iface]; i != nil && i.Interface {
		for _, p := range w.Packages {
			for j := range p.Types {
				t := &p.Types[j]
				if t.Interface || !w.conv[t.Name] || !implements(t, i) {
					continue
				}
				if fn := w.Method(t.Name, method); fn != "" && !slices.Contains(out, fn) {
					out = append(out, fn)
				}
			}
		}
	}
	slices.Sort(out)
	w.impls[key] = out
	return out
}

// implements reports whether a type has every method of an interface.
func implements(t, iface *Type) bool {
	for _, m := range iface.Methods {
		if !slices.ContainsFunc(t.Methods, func(have Method) bool { return have.Name == m.Name && have.Sig == m.Sig }) {
			return false
		}
	}
	return len(iface.Methods) > 0
}

// owner is the type that a method is declared on; empty for a function and for a
// literal in a method.
func owner(key string) string {
	if !strings.HasPrefix(key, "(") {
		return ""
	}
	end := strings.IndexByte(key, ')')
	if end < 0 || strings.Contains(key[end:], "$") {
		return ""
	}
	return strings.TrimPrefix(key[1:end], "*")
}

// methodName is the name of a method; empty for a function or a literal.
func methodName(key string) string {
	end := strings.Index(key, ").")
	if end < 0 || strings.Contains(key[end:], "$") {
		return ""
	}
	return key[end+2:]
}

// Sets reports whether a field of a type is given a value anywhere.
func (w *World) Sets(owner, field string) bool {
	if len(w.writes[owner+"."+field]) > 0 {
		return true
	}
	for _, v := range w.makes[owner] {
		if slices.ContainsFunc(v.Term().Slots, func(s Slot) bool { return s.Path == field }) {
			return true
		}
	}
	return false
}

// Setters are the functions that give a field, "type.field", a value, or that
// call a method, of a type or an interface by its full name.
func (w *World) Setters(name string) []*Function {
	var out []*Function
	for _, x := range w.writes[name] {
		out = append(out, x.fn)
	}
	for _, c := range w.calls[name] {
		out = append(out, c.fn)
	}
	if method := methodName(name); method != "" {
		for _, c := range w.invokes[method] {
			if c.site().Iface == owner(name) {
				out = append(out, c.fn)
			}
		}
	}
	return out
}

// Calls reports whether a function that is meant is called anywhere.
func (w *World) Calls(meant func(name string) bool) bool {
	for name := range w.calls {
		if meant(name) {
			return true
		}
	}
	return false
}
