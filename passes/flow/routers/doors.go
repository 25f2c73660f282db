package routers

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Door is what is known of the handler that is registered at a place; not ok:
// nothing is.
func (d *Domain) Door(place flow.Place) (Door, bool) {
	s, ok := d.sites[place]
	if !ok {
		return Door{}, false
	}
	if s.row.Frame == knowledge.RPCFrame {
		return d.remote(s), true
	}
	return d.at(s), true
}

// at is what is known of what is registered at a site.
func (d *Domain) at(s site) Door {
	own := d.own(s)
	var list []Door
	for _, chain := range d.routers(s) {
		list = append(list, d.from(chain, s)...)
	}
	if len(list) == 0 {
		return Door{Around: own.within(Around{Hidden: true})}
	}
	out := list[0]
	for _, way := range list[1:] {
		out = patient(out, way)
	}
	out.Around = out.Around.within(own)
	out.Whole = d.first(s)
	return out
}

// remote is what the interceptors of a server of remote calls do to what is
// registered with it.
func (d *Domain) remote(s site) Door {
	var out Door
	n := 0
	for _, v := range d.resolver.Resolve(s.pkg, s.at.Args[0], s.env) {
		t := v.Term()
		if t.Op != flow.Call || t.Sym != "google.golang.org/grpc.NewServer" {
			return Door{Around: Around{Hidden: true}}
		}
		var around Around
		for _, a := range t.Args {
			for _, options := range d.elements(v.Pkg, a, v.Env) {
				around = around.within(d.options(options))
			}
		}
		if n++; n == 1 {
			out.Around = around
		} else {
			out.Around = onWays(out.Around, around)
		}
	}
	return out
}

// options is what one of several options of a server of remote calls runs around
// its methods.
func (d *Domain) options(values []flow.Value) Around {
	var out Around
	for i, v := range values {
		var a Around
		switch t := v.Term(); {
		case t.Op == flow.Call && (t.Sym == "google.golang.org/grpc.UnaryInterceptor" || t.Sym == "google.golang.org/grpc.ChainUnaryInterceptor"):
			for _, set := range t.Args {
				a = a.within(d.list(v.Pkg, set, v.Env, knowledge.RPCFrame))
			}
		case t.Op != flow.Call:
			a = Around{Hidden: true}
		}
		if i == 0 {
			out = a
		} else {
			out = either(out, a)
		}
	}
	return out
}

// Opened is a function that is registered for a path.
type Opened struct {
	Place flow.Place // of the registration
	Name  string     // "GET /orders"; empty: not known
	Frame knowledge.Frame
	Func  string
	Door  Door
}

// Opened are the functions that are registered at a place, by whoever calls the
// function that registers them.
func (d *Domain) Opened(place flow.Place) []Opened {
	s, ok := d.sites[place]
	args := s.args()
	if !ok || s.row.Frame == knowledge.RPCFrame || s.row.Handler >= len(args) {
		return nil
	}
	var out []Opened
	for _, env := range d.called(s.fn.Key, func(env *flow.Env) bool {
		for _, a := range args[:s.row.Handler+1] {
			if d.open(d.resolver.Resolve(s.pkg, a, env)) {
				return true
			}
		}
		return false
	}) {
		s.env = env
		door := d.at(s)
		for _, v := range d.handlers(s) {
			for _, t := range d.functions(v, s.row.Frame) {
				o := Opened{Place: place, Name: d.path(s), Frame: s.row.Frame, Func: t, Door: door}
				if !slices.ContainsFunc(out, func(p Opened) bool { return p.Name == o.Name && p.Func == o.Func }) {
					out = append(out, o)
				}
			}
		}
	}
	return out
}

// Places are those of all registrations.
func (d *Domain) Places() []flow.Place {
	var out []flow.Place
	for p, s := range d.sites {
		if s.row.Frame != knowledge.RPCFrame {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b flow.Place) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return out
}

// first: the router of a site is no group, and no other router hands on to it.
func (d *Domain) first(s site) bool {
	for _, chain := range d.routers(s) {
		if len(chain) > 1 || len(d.to(chain[0])) == 0 || slices.ContainsFunc(d.to(chain[0]), func(w Door) bool { return w.Mounted }) {
			return false
		}
	}
	return true
}

// functions are the functions that a handler is in the end.
func (d *Domain) functions(v flow.Value, frame knowledge.Frame) []string {
	if frame != knowledge.WebFrame {
		if t := v.Term(); t.Op == flow.Func && t.Type == "" {
			return []string{t.Sym}
		}
		return nil
	}
	var out []string
	for _, t := range d.targets([]flow.Value{v}) {
		if t.Func != "" {
			out = append(out, t.Func)
		}
	}
	return out
}

// path is the method and the path of a registration; empty: not constant.
func (d *Domain) path(s site) string {
	args := s.args()
	if s.row.Handler < 1 {
		return ""
	}
	text := func(set flow.Set) string {
		values := d.resolver.Resolve(s.pkg, set, s.env)
		if len(values) != 1 || values[0].Term().Op != flow.Const {
			return ""
		}
		out, _ := strconv.Unquote(values[0].Term().Sym)
		return out
	}
	path := text(args[s.row.Handler-1])
	if path == "" {
		return ""
	}
	method := ""
	if s.row.Handler == 2 {
		method = text(args[0])
	} else if _, name := Symbol(s.at); knowledge.IsVerb(name) {
		method = strings.ToUpper(name)
	}
	return strings.TrimSpace(method + " " + path)
}

// patient joins two ways to one door: the longer times, and none where one of
// them has none.
func patient(a, b Door) Door {
	out := Door{Around: onWays(a.Around, b.Around), Endless: a.Endless || b.Endless, Served: a.Served && b.Served}
	if a.Write != nil && b.Write != nil {
		out.Write = a.Write
		if b.Write.Hi > a.Write.Hi {
			out.Write = b.Write
		}
	}
	return out
}

// handlers are what the handler of a registration may be.
func (d *Domain) handlers(s site) []flow.Value {
	args := s.args()
	var all [][]flow.Value
	if s.row.Last {
		for _, a := range args[s.row.Handler:] {
			all = append(all, d.elements(s.pkg, a, s.env)...)
		}
		all = all[max(len(all)-1, 0):]
	} else {
		all = d.elements(s.pkg, args[s.row.Handler], s.env)
	}
	return slices.Concat(all...)
}

// own is what runs around the handler of one registration alone.
func (d *Domain) own(s site) Around {
	args := s.args()
	if s.row.Handler >= len(args) {
		return Around{Hidden: true}
	}
	var out Around
	if s.row.Last {
		var all [][]flow.Value
		for _, a := range args[s.row.Handler:] {
			all = append(all, d.elements(s.pkg, a, s.env)...)
		}
		for _, v := range all[:max(len(all)-1, 0)] {
			out = out.within(d.surrounding(v, s.row.Frame))
		}
	}
	if s.row.Around >= 0 {
		for _, a := range args[min(s.row.Around, len(args)):] {
			out = out.within(d.list(s.pkg, a, s.env, s.row.Frame))
		}
	}
	handlers := d.handlers(s)
	if len(handlers) == 0 {
		return Around{Hidden: true}
	}
	if s.row.Frame != knowledge.WebFrame {
		for _, v := range handlers {
			if t := v.Term(); t.Op == flow.Call { // a wrapper of a library around one handler
				out = out.within(d.library(v, t))
			}
		}
		return out
	}
	own := Around{}
	for i, t := range d.targets(handlers) {
		if i == 0 {
			own = t.Around
		} else {
			own = onWays(own, t.Around)
		}
	}
	return out.within(own)
}
