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
	Mounted bool   // a router hands on to its router
	Whole   bool   // nothing comes before its path
}

// ways is on which ways requests come to a router.
type ways struct {
	open bool
	list []Door
}

// serversMade reads the servers of the world.
func (d *Domain) serversMade() {
	for _, v := range d.resolver.World.Made("net/http.Server") {
		for _, env := range d.made(v) {
			v.Env = env
			s := server{place: v.Term().Place}
			write := numbers.Join(d.resolver, d.resolver.Field(v, "WriteTimeout", "net/http.Server"))
			switch {
			case write.Known && write.Hi > 0:
				s.write = &Limit{Lo: write.Lo, Hi: write.Hi, Outside: write.Outside, Text: "http.Server.WriteTimeout", Place: v.Term().Place}
			case write.Known && !write.Outside:
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

// made are the ways in which a server may be made: where it depends on what its
// function is given, as each caller calls that.
func (d *Domain) made(v flow.Value) []*flow.Env {
	fn := ""
	for _, s := range v.Term().Slots {
		fn = s.Func
	}
	if fn == "" {
		return []*flow.Env{nil}
	}
	return d.called(fn, func(env *flow.Env) bool {
		v.Env = env
		for _, field := range []string{"Handler", "WriteTimeout"} {
			if d.open(d.resolver.Field(v, field, "net/http.Server")) {
				return true
			}
		}
		return false
	})
}

// open: one of several values is, or is a part of, what a function is given.
func (d *Domain) open(values []flow.Value) bool {
	return slices.ContainsFunc(values, func(v flow.Value) bool {
		op := v.Term().Op
		return v.Symbolic() || d.resolver.Depends(v) && op != flow.Object && op != flow.Func
	})
}

const farthest = 3

// called are the ways in which a function is called, as far up as something
// depends on what it is given; nil stands for anybody.
func (d *Domain) called(fn string, open func(*flow.Env) bool) []*flow.Env {
	return d.above(fn, open, func(env *flow.Env) *flow.Env { return env }, 0)
}

func (d *Domain) above(top string, open func(*flow.Env) bool, down func(*flow.Env) *flow.Env, depth int) []*flow.Env {
	callers := d.resolver.Callers(top)
	if len(callers) == 0 || depth >= farthest || !open(down(d.resolver.Symbolic(top))) {
		return []*flow.Env{down(nil)}
	}
	var out []*flow.Env
	for _, c := range callers {
		out = append(out, d.above(c.Func.Key, open, func(env *flow.Env) *flow.Env { return down(d.resolver.Enter(top, c, env)) }, depth+1)...)
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
					way.Around, way.Mounted = way.Around.within(t.Around), true
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
