// Package wholeprogram knows what only all packages of a program show
// together: of each wait, the ways on which it is reached, with the context and
// the client that it has on each.
//
// It joins what flow keeps of the packages. It does not know which way is
// wrong.
package wholeprogram

import (
	"strings"
	"sync"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/clients"
	"github.com/timeoutlint/timeoutlint/passes/flow/deadlines"
	"github.com/timeoutlint/timeoutlint/passes/flow/numbers"
	"github.com/timeoutlint/timeoutlint/passes/flow/routers"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Program is the packages of a program, joined.
type Program struct {
	World    *flow.World
	Resolver *flow.Resolver

	deadlines *deadlines.Domain
	clients   *clients.Domain
	routers   *routers.Domain // nil until asked
	reached   map[string]bool // functions of libraries that the user's own code leads to; nil until asked
	limiters  map[string]knowledge.Limiter
	limited   func() bool // see limitsCalls
}

// New joins packages; whole says that nothing else belongs to the program.
func New(packages []*flow.Package, whole bool) *Program {
	w := flow.NewWorld(packages, whole)
	r := flow.NewResolver(w)
	r.Follow()
	r.Keys = numbers.Keys(w, r)
	rows := map[string]*knowledge.Flow{}
	for _, p := range w.Packages {
		for i := range p.Flows {
			rows[p.Flows[i].Name] = &p.Flows[i]
		}
	}
	flows := func(name string) *knowledge.Flow { return rows[name] }
	p := &Program{World: w, Resolver: r, deadlines: deadlines.New(r), clients: clients.New(r, flows), limiters: knowledge.Limiters()}
	p.limited = sync.OnceValue(p.limitsCalls)
	return p
}

// Routers answers for the routers and servers of the program.
func (p *Program) Routers() *routers.Domain {
	if p.routers == nil {
		p.routers = routers.New(p.Resolver, p.deadlines)
	}
	return p.routers
}

// Way is one way on which a wait is reached.
type Way struct {
	Wait  *flow.Wait
	Pkg   *flow.Package
	Calls []Step // from the outermost caller to the wait's function
	Top   string // the outermost function
	Entry bool   // Top is called by nobody in sight

	Contexts []deadlines.Context // nil: the wait takes none
	Clients  []clients.Client    // of an HTTP request
	Limits   []Limit             // that the wait's other carriers set
}

// Step is one call on a way.
type Step struct {
	From  string // the function that makes the call
	To    string
	Place flow.Place
	Go    bool // the caller does not wait
	Defer bool
	Loop  bool

	Literal bool // no call: the literal To is made, and run by whoever has it
}

// Limit is what a wait's other carrier says.
type Limit struct {
	Owner, Field string
	Time         numbers.Interval
	Given        bool // a parameter that stands for itself says it
}

const (
	farthest = 7   // calls on a way
	deeper   = 7   // more of them, where a library makes some
	mostWays = 48  // of one wait
	mostLook = 600 // places that are looked at for one wait in a library

	mostSteps = 6_000 // of the resolver for one wait in a library
)

// Ways are the ways on which a wait is reached, as far apart as what it depends
// on is decided.
func (p *Program) Ways(pkg *flow.Package, wait *flow.Wait) []Way {
	e := &explorer{Program: p, pkg: pkg, wait: wait, until: p.Resolver.Steps + mostSteps}
	e.up(nil, wait.Func)
	return e.out
}

type explorer struct {
	*Program
	pkg  *flow.Package
	wait *flow.Wait
	out  []Way

	looked int
	until  int // steps of the resolver
}

// link is one step up: a call, or a literal that somebody out of sight runs, in
// the function that makes it.
type link struct {
	fn     string
	caller *flow.Caller // nil: the literal is made there
	in     string
}

// up goes from a function to its callers for as long as what the wait depends on
// is a parameter.
func (e *explorer) up(chain []link, top string) {
	if len(e.out) >= mostWays {
		return
	}
	most, inside := farthest, e.World.InLibrary(top)
	if e.pkg.Library {
		most += deeper
		if e.looked++; e.looked > mostLook || e.Resolver.Steps > e.until || inside && !e.live(top) {
			return
		}
	}
	way, open := Way{}, true
	if !inside {
		way, open = e.look(chain, top, e.Resolver.Symbolic(top))
	}
	var next []link
	if open {
		next = e.above(top)
	} else if around := e.Resolver.Around(top); around != nil {
		if _, captured := e.look(chain, top, around); captured { // what is captured decides, and not who calls the literal
			next, open = []link{{top, nil, e.World.Func(top).Parent}}, true
		}
	}
	if !open {
		e.out = append(e.out, way)
		return
	}
	if len(chain) < most && !e.twice(chain, top) {
		for _, l := range next {
			e.up(append(append([]link{}, chain...), l), l.in)
		}
		if len(next) > 0 {
			return
		}
	}
	if inside {
		return // nobody in sight comes this way
	}
	way, _ = e.look(chain, top, nil)
	way.Entry = true
	e.out = append(e.out, way)
}

// repeated: somebody in sight calls a function again and again.
func (e *explorer) repeated(fn string) bool {
	for _, c := range e.Resolver.Callers(fn) {
		if c.Site().Loop {
			return true
		}
	}
	return false
}

func (e *explorer) twice(chain []link, fn string) bool {
	n := 0
	for _, l := range chain {
		if l.fn == fn {
			n++
		}
	}
	return n > 0
}

// above are the callers of a function; of a literal that is called by nobody in
// sight, the function that makes it.
func (e *explorer) above(fn string) []link {
	var out []link
	for _, c := range e.Resolver.Callers(fn) {
		out = append(out, link{fn, &c, c.Func.Key})
	}
	if f := e.World.Func(fn); len(out) == 0 && f != nil && f.Parent != "" {
		out = append(out, link{fn, nil, f.Parent})
	}
	return out
}

// look evaluates the wait on one way, from the env of top on. open: it depends on
// what stands for itself there.
func (e *explorer) look(chain []link, top string, env *flow.Env) (Way, bool) {
	way := Way{Wait: e.wait, Pkg: e.pkg, Top: top}
	for i := len(chain) - 1; i >= 0; i-- {
		l := chain[i]
		if l.caller == nil {
			env = e.Resolver.Literal(l.fn, env)
			if fn := e.World.Func(l.fn); fn != nil {
				way.Calls = append(way.Calls, Step{From: l.in, To: l.fn, Place: fn.Place, Literal: true, Loop: e.repeated(l.fn)})
			}
			continue
		}
		env = e.Resolver.Enter(l.fn, *l.caller, env)
		s := l.caller.Site()
		way.Calls = append(way.Calls, Step{From: l.in, To: l.fn, Place: s.Place, Go: s.Go, Defer: s.Defer, Loop: s.Loop})
	}
	open := false
	w := e.wait
	switch {
	case w.Context != nil:
		way.Contexts = e.deadlines.Of(e.pkg, w.Context, env)
	case w.Request != nil:
		way.Contexts = e.deadlines.OfRequest(e.pkg, w.Request, env)
	}
	for _, c := range way.Contexts {
		open = open || c.State == deadlines.Given
	}
	if web(w) {
		if w.Receiver != nil {
			way.Clients = e.clients.Of(e.pkg, w.Receiver, env)
		}
		for _, c := range way.Clients {
			open = open || c.State == clients.Given
		}
		return way, open
	}
	for _, c := range w.Carriers {
		var fields []flow.Value
		for _, v := range e.Resolver.Resolve(e.pkg, c.Set, env) {
			fields = append(fields, e.Resolver.Field(v, c.Field, c.Owner)...)
		}
		l := Limit{Owner: c.Owner, Field: c.Field, Time: numbers.Join(e.Resolver, fields)}
		for _, f := range fields {
			l.Given = l.Given || e.Resolver.Depends(f)
		}
		open = open || l.Given
		way.Limits = append(way.Limits, l)
	}
	return way, open
}

// web: the wait is a request through an http.Client.
func web(w *flow.Wait) bool { return strings.HasPrefix(w.Row, "(*net/http.Client).") }
