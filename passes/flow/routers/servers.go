package routers

import (
	"slices"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/numbers"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// serves are the functions that serve a handler, and 1 + the argument that it is.
var serves = map[string]int{
	"net/http.ListenAndServe": 2, "net/http.ListenAndServeTLS": 4, "net/http.Serve": 2, "net/http.ServeTLS": 2,
}

// server is one server, as one caller makes it.
type server struct {
	place   flow.Place
	write   *Limit // nil: not known
	endless bool   // it has no WriteTimeout
	targets []Target
}

// Served is what a server serves without a router.
type Served struct {
	Place flow.Place // of the server
	Func  string
	Door  Door
}

// Door is what is known of the time that a door has.
type Door struct {
	Around  Around
	Write   *Limit // of its server; nil: none that is known
	Endless bool   // its server has none
	Served  bool   // a server in sight, or the framework itself, serves it
}

// ways is on which ways requests come to a router.
type ways struct {
	open bool
	list []Door
}

// serversMade reads the servers of the world.
func (d *Domain) serversMade() {
	for _, v := range d.resolver.World.Made("net/http.Server") {
		for _, env := range d.envs(v) {
			v.Env = env
			s := server{place: v.Term().Place}
			write := numbers.Join(d.resolver, d.resolver.Field(v, "WriteTimeout", "net/http.Server"))
			switch {
			case write.Known && write.Hi > 0:
				s.write = &Limit{Lo: write.Lo, Hi: write.Hi, Outside: write.Outside, Text: "http.Server.WriteTimeout", Place: v.Term().Place}
			case write.Known:
				s.endless = true
			}
			handler := d.resolver.Field(v, "Handler", "net/http.Server")
			s.targets = d.served(handler)
			d.servers = append(d.servers, s)
		}
	}
	for _, s := range d.serving {
		typ, name := Symbol(s.at)
		at := serves[typ+"."+name] - 1
		if at < len(s.at.Args) {
			d.servers = append(d.servers, server{place: s.at.Place, endless: true, targets: d.served(d.resolver.Resolve(s.pkg, s.at.Args[at], nil))})
		}
	}
}

// served is where requests end up; nothing stands for the default router.
func (d *Domain) served(handler []flow.Value) []Target {
	if len(handler) == 1 && handler[0].Empty() {
		return []Target{{Router: defaultMux}}
	}
	return d.targets(handler)
}

// envs are the ways in which a server may be made: where it depends on what its
// function is given, as each caller calls that.
func (d *Domain) envs(v flow.Value) []*flow.Env {
	fn := ""
	for _, s := range v.Term().Slots {
		fn = s.Func
	}
	if fn == "" {
		return []*flow.Env{nil}
	}
	return d.above(v, fn, func(env *flow.Env) *flow.Env { return env }, 0)
}

const farthest = 3

func (d *Domain) above(v flow.Value, top string, down func(*flow.Env) *flow.Env, depth int) []*flow.Env {
	v.Env = down(d.resolver.Symbolic(top))
	open := false
	for _, field := range []string{"Handler", "WriteTimeout"} {
		for _, x := range d.resolver.Field(v, field, "net/http.Server") {
			open = open || d.resolver.Depends(x) && x.Term().Op != flow.Object && x.Term().Op != flow.Func || x.Symbolic()
		}
	}
	callers := d.resolver.Callers(top)
	if !open || len(callers) < 2 || depth >= farthest {
		return []*flow.Env{down(nil)}
	}
	var out []*flow.Env
	for _, c := range callers {
		out = append(out, d.above(v, c.Func.Key, func(env *flow.Env) *flow.Env { return down(d.resolver.Enter(top, c, env)) }, depth+1)...)
	}
	return out
}

// to are the ways on which requests come to a router: from servers, and from
// routers that hand on to it.
func (d *Domain) to(router string) []Door {
	if w := d.ways[router]; w != nil {
		return w.list
	}
	w := &ways{open: true}
	d.ways[router] = w
	for _, s := range d.servers {
		for _, t := range s.targets {
			if t.Router == router {
				w.list = append(w.list, Door{Around: t.Around, Write: s.write, Endless: s.endless, Served: true})
			}
		}
	}
	for _, m := range d.mounts {
		args := m.args()
		if m.row.Handler >= len(args) {
			continue
		}
		for _, t := range d.targets(d.resolver.Resolve(m.pkg, args[m.row.Handler], nil)) {
			if t.Router != router {
				continue
			}
			for _, chain := range d.routers(m) {
				if slices.Contains(chain, router) {
					continue
				}
				for _, way := range d.from(chain, m) {
					way.Around = way.Around.within(t.Around)
					w.list = append(w.list, way)
				}
			}
		}
	}
	return w.list
}

// from are the ways on which requests come to what is registered at a site with
// a router.
func (d *Domain) from(chain []string, at site) []Door {
	var around Around
	for _, n := range chain {
		for _, u := range d.uses[n] {
			if u.row.Ordered && u.fn == at.fn && u.at.Place.Line > at.at.Place.Line {
				continue
			}
			around = u.around.within(around)
		}
	}
	list := d.to(chain[len(chain)-1])
	if len(list) == 0 {
		typ, _ := Symbol(at.at)
		return []Door{{Around: around, Served: knowledge.ServesItself(typ)}}
	}
	var out []Door
	for _, way := range list {
		way.Around = way.Around.within(around)
		out = append(out, way)
	}
	return out
}

// Door is what is known of the handler that is registered at a place; not ok:
// nothing is.
func (d *Domain) Door(place flow.Place) (Door, bool) {
	s, ok := d.sites[place]
	if !ok {
		return Door{}, false
	}
	own := d.own(s)
	var list []Door
	for _, chain := range d.routers(s) {
		list = append(list, d.from(chain, s)...)
	}
	if len(list) == 0 {
		return Door{Around: own.within(Around{Hidden: true})}, true
	}
	out := list[0]
	for _, way := range list[1:] {
		out = patient(out, way)
	}
	out.Around = out.Around.within(own)
	return out, true
}

// patient joins two ways to one door: the longer times, and none where one of
// them has none.
func patient(a, b Door) Door {
	out := Door{Around: ways2(a.Around, b.Around), Endless: a.Endless || b.Endless, Served: a.Served && b.Served}
	if a.Write != nil && b.Write != nil {
		out.Write = a.Write
		if b.Write.Hi > a.Write.Hi {
			out.Write = b.Write
		}
	}
	return out
}

// own is what runs around the handler of one registration alone.
func (d *Domain) own(s site) Around {
	args := s.args()
	if s.row.Handler >= len(args) {
		return Around{Hidden: true}
	}
	var out Around
	handler := d.elements(s.pkg, args[s.row.Handler], nil)
	if s.row.Last {
		var all [][]flow.Value
		for _, a := range args[s.row.Handler:] {
			all = append(all, d.elements(s.pkg, a, nil)...)
		}
		if len(all) == 0 {
			return Around{Hidden: true}
		}
		for _, v := range all[:len(all)-1] {
			out = out.within(d.surrounding(v, s.row.Frame))
		}
		handler = all[len(all)-1:]
	}
	if s.row.Around >= 0 {
		for _, a := range args[min(s.row.Around, len(args)):] {
			out = out.within(d.list(s.pkg, a, nil, s.row.Frame))
		}
	}
	if s.row.Frame != knowledge.WebFrame {
		for _, values := range handler {
			for _, v := range values {
				if t := v.Term(); t.Op == flow.Call { // a wrapper of a library around one handler
					out = out.within(d.library(v, t))
				}
			}
		}
		return out
	}
	for _, values := range handler {
		for i, t := range d.targets(values) {
			if i == 0 {
				out = out.within(t.Around)
			} else {
				out = ways2(out, t.Around)
			}
		}
	}
	return out
}

// Alone are the functions that servers serve without a router.
func (d *Domain) Alone() []Served {
	var out []Served
	for _, s := range d.servers {
		for _, t := range s.targets {
			if t.Func != "" {
				out = append(out, Served{Place: s.place, Func: t.Func, Door: Door{Around: t.Around, Write: s.write, Endless: s.endless, Served: true}})
			}
		}
	}
	return out
}
