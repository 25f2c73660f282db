// Package routers reads what flow says of servers, of routers and of what runs
// around the handlers in them: how long a handler's context lives, by the place
// where it is registered, and what a server serves without a router.
//
// It knows the routers and wrappers of knowledge. It does not know what a handler
// does with its time.
package routers

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/deadlines"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Limit is a time that something gives to all that is inside of it.
type Limit struct {
	Lo, Hi  int64  // nanoseconds
	Outside bool   // flags, the environment or a file may say something else
	Maybe   bool   // where the program is set up so
	Text    string // "http.TimeoutHandler"
	Place   flow.Place
}

// Around is what runs around a handler.
type Around struct {
	Ends    []Limit // its context ends then
	Answers []Limit // its answer is given up then
	Hidden  bool    // there is something of which nothing is known
	Partly  bool    // there is a time on some ways only
}

// Shortest is the least of several times, each by the most that it may be.
func Shortest(list []Limit) (out Limit, ok bool) {
	for i, l := range list {
		if i == 0 || l.Hi < out.Hi {
			out = l
		}
	}
	return out, len(list) > 0
}

// within is what is around something that stands within a.
func (a Around) within(b Around) Around {
	return Around{
		Ends:    append(append([]Limit{}, a.Ends...), b.Ends...),
		Answers: append(append([]Limit{}, a.Answers...), b.Answers...),
		Hidden:  a.Hidden || b.Hidden, Partly: a.Partly || b.Partly,
	}
}

// Domain answers for one resolver.
type Domain struct {
	resolver  *flow.Resolver
	deadlines *deadlines.Domain

	lits    map[string][]*flow.Function // by the function around them
	pkgs    map[string]*flow.Package    // by function
	sites   map[flow.Place]site         // of registrations
	given   map[string]site             // literals that a router's method is given
	uses    map[string][]use            // by router, or group
	mounts  []site
	serving []site // of functions that serve a handler that they are given
	servers []server
	ways    map[string]*ways
}

// site is one call of interest.
type site struct {
	pkg *flow.Package
	fn  *flow.Function
	at  *flow.CallSite
	row knowledge.RouterRow
	env *flow.Env // of its function; nil: anybody calls that
}

// use is what runs around all that is registered with a router.
type use struct {
	site
	around Around
}

// New reads the routers of a world.
func New(r *flow.Resolver, d *deadlines.Domain) *Domain {
	out := &Domain{resolver: r, deadlines: d, lits: map[string][]*flow.Function{}, pkgs: map[string]*flow.Package{},
		sites: map[flow.Place]site{}, given: map[string]site{}, uses: map[string][]use{}, ways: map[string]*ways{}}
	var around []site
	for _, p := range r.World.Packages {
		for _, fn := range p.Funcs {
			out.pkgs[fn.Key] = p
			if fn.Parent != "" {
				out.lits[fn.Parent] = append(out.lits[fn.Parent], fn)
			}
			for i := range fn.Calls {
				s := site{pkg: p, fn: fn, at: &fn.Calls[i]}
				typ, method := Symbol(s.at)
				if serves[typ+"."+method] > 0 {
					out.serving = append(out.serving, s)
				}
				if typ == "net/http" && (method == "Handle" || method == "HandleFunc") {
					s.row = knowledge.RouterRow{Does: knowledge.Registers, Frame: knowledge.WebFrame, Handler: 1, Around: -1}
					out.sites[s.at.Place] = s
					continue
				}
				if strings.HasPrefix(method, "Register") && strings.HasSuffix(method, "Server") && s.at.Static != "" && len(s.at.Args) == 2 {
					s.row = knowledge.RouterRow{Does: knowledge.Registers, Frame: knowledge.RPCFrame, Handler: 1, Around: -1}
					out.sites[s.at.Place] = s
					continue
				}
				row, ok := knowledge.RouterMethod(typ, method)
				if !ok {
					row, ok = out.house(s, typ, method)
				}
				if !ok {
					continue
				}
				s.row = row
				switch row.Does {
				case knowledge.Registers:
					out.sites[s.at.Place] = s
				case knowledge.Mounts:
					out.mounts = append(out.mounts, s)
				case knowledge.Branches:
					for _, a := range s.at.Args {
						for _, id := range a {
							if t := &p.Terms[id]; t.Op == flow.Func {
								out.given[t.Sym] = s
							}
						}
					}
				}
				if row.Does == knowledge.Surrounds || row.Does == knowledge.Branches && row.Around >= 0 {
					around = append(around, s)
				}
			}
		}
	}
	for _, s := range around {
		out.surround(s)
	}
	for _, s := range out.sites { // a handler of a path may be a router
		if s.row.Frame == knowledge.WebFrame {
			out.mounts = append(out.mounts, s)
		}
	}
	out.serversMade()
	return out
}

// house is what a method does of a router that is not read, by what it looks like:
// its name is that of a router's, and it is given a path and a handler.
func (d *Domain) house(s site, typ, method string) (knowledge.RouterRow, bool) {
	args := s.args()
	if !knowledge.LikeRouter(typ, method) || len(args) != 2 || len(args) == len(s.at.Args) || d.resolver.World.Func(s.at.Static) != nil {
		return knowledge.RouterRow{}, false
	}
	for _, id := range args[1] {
		t := &s.pkg.Terms[id]
		if t.Op != flow.Func {
			continue
		}
		if f := d.resolver.World.Func(t.Sym); f != nil && len(f.Params) > 1 && f.Params[len(f.Params)-1] == "net/http.Request" {
			return knowledge.RouterRow{Does: knowledge.Registers, Frame: knowledge.WebFrame, Handler: 1, Around: -1}, true
		}
	}
	return knowledge.RouterRow{}, false
}

// Symbol is the type that a call names, or the package of a function, and the
// method or function.
func Symbol(s *flow.CallSite) (typ, name string) {
	if s.Method != "" {
		return s.Iface, s.Method
	}
	return split(s.Static)
}

func split(key string) (typ, name string) {
	dot := strings.LastIndexByte(key, '.')
	if dot < 0 {
		return "", key
	}
	return strings.Trim(key[:dot], "(*)"), key[dot+1:]
}

// args are the arguments of a site, without the receiver.
func (s site) args() []flow.Set {
	if s.at.Method != "" || strings.HasPrefix(s.at.Static, "(") {
		return s.at.Args[min(1, len(s.at.Args)):]
	}
	return s.at.Args
}

// routers are the routers that the receiver of a site may be: the names of the
// router and of the groups in it, innermost first.
func (d *Domain) routers(s site) [][]string {
	if len(s.at.Args) == len(s.args()) {
		return [][]string{{defaultMux}}
	}
	var out [][]string
	for _, v := range d.resolver.Resolve(s.pkg, s.at.Args[0], s.env) {
		if chain := d.chain(v, 0); chain != nil {
			out = append(out, chain)
		}
	}
	return out
}

const (
	defaultMux = "net/http.DefaultServeMux"
	deepest    = 20
)

func name(p flow.Place) string { return p.File + ":" + itoa(p.Line) + ":" + itoa(p.Column) }

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// chain is the names of a router and of what it is a group of; nil: it is none,
// or not known.
func (d *Domain) chain(v flow.Value, depth int) []string {
	if depth > deepest {
		return nil
	}
	first := func(s flow.Set, of flow.Value) []string {
		for _, x := range d.resolver.Resolve(of.Pkg, s, of.Env) {
			if c := d.chain(x, depth+1); c != nil {
				return c
			}
		}
		return nil
	}
	switch t := v.Term(); t.Op {
	case flow.Global:
		if t.Sym == defaultMux {
			return []string{defaultMux}
		}
		return []string{t.Sym}
	case flow.Object:
		if knowledge.IsRouter(t.Type) {
			return []string{name(t.Place)}
		}
	case flow.Select:
		if t.Sym == "RouterGroup" { // of gin's Engine
			return first(t.Args[0], v)
		}
	case flow.Param:
		if s, ok := d.given[t.Sym]; ok && len(s.at.Args) > 0 {
			if c := first(s.at.Args[0], flow.Value{Pkg: s.pkg}); c != nil {
				return append([]string{name(s.at.Place)}, c...)
			}
			return nil
		}
		if knowledge.IsRouter(t.Type) {
			return []string{"parameter " + itoa(t.N) + " of " + t.Sym}
		}
	case flow.Call, flow.Invoke:
		typ, method := t.Type, t.Sym
		if t.Op == flow.Call {
			typ, method = split(t.Sym)
		}
		if knowledge.IsRouter(typ) && len(t.Args) > 0 { // a group, or the same
			c := first(t.Args[0], v)
			if row, ok := knowledge.RouterMethod(typ, method); c == nil || ok && row.Does == knowledge.Surrounds {
				return c
			}
			return append([]string{name(t.Place)}, c...)
		}
		if t.Op == flow.Call && knowledge.MakesRouter(t.Sym) {
			return []string{name(t.Place)}
		}
	}
	return nil
}

// surround reads what a router, or a group, is told to run around its own.
func (d *Domain) surround(s site) {
	args := s.args()
	if s.row.Around >= len(args) {
		return
	}
	u := use{site: s}
	for _, a := range args[s.row.Around:] {
		u.around = u.around.within(d.list(s.pkg, a, nil, s.row.Frame))
	}
	var names []string
	if s.row.Does == knowledge.Branches {
		names = []string{name(s.at.Place)}
	} else {
		for _, chain := range d.routers(s) {
			names = append(names, chain[0])
		}
	}
	for _, n := range names {
		d.uses[n] = append(d.uses[n], u)
	}
}

// list is what the elements of a list, or one value, run around a handler.
func (d *Domain) list(p *flow.Package, set flow.Set, env *flow.Env, frame knowledge.Frame) Around {
	var out Around
	for _, e := range d.elements(p, set, env) {
		out = out.within(d.surrounding(e, frame))
	}
	return out
}

// elements are the values of a list, one after the other; of what is no list,
// the value.
func (d *Domain) elements(p *flow.Package, set flow.Set, env *flow.Env) [][]flow.Value {
	var out [][]flow.Value
	for _, v := range d.resolver.Resolve(p, set, env) {
		t := v.Term()
		if t.Op == flow.Nil {
			continue
		}
		if t.Op != flow.Object || t.Type != "" {
			out = append(out, []flow.Value{v})
			continue
		}
		for _, s := range t.Slots {
			if s.Path == "[]" {
				out = append(out, d.resolver.Resolve(v.Pkg, s.Set, v.Env))
			}
		}
	}
	return out
}
