package routers

import (
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/deadlines"
	"github.com/timeoutlint/timeoutlint/passes/flow/numbers"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Target is where requests end up: at a router, or in a function.
type Target struct {
	Router string // its name
	Func   string // its key
	Around Around
}

func (t Target) same(u Target) bool { return t.Router == u.Router && t.Func == u.Func }

// walk follows handlers inwards.
type walk struct {
	*Domain
	open map[flow.Value]bool
}

// targets are where requests to one of several values end up. Where one of them
// runs around what another one is, the program is set up so, or not.
func (d *Domain) targets(values []flow.Value) []Target {
	return (&walk{d, map[flow.Value]bool{}}).any(values)
}

func (w *walk) any(values []flow.Value) []Target {
	var out []Target
	for _, v := range values {
		if v.Term().Op == flow.Nil {
			continue
		}
		for _, t := range w.one(v) {
			i := slices.IndexFunc(out, t.same)
			if i < 0 {
				out = append(out, t)
				continue
			}
			out[i].Around = either(out[i].Around, t.Around)
		}
	}
	return out
}

// either joins what is around a handler as the program is set up one way or the
// other: what is around it only sometimes counts; of two times the longer one.
func either(a, b Around) Around {
	out := Around{Hidden: a.Hidden || b.Hidden, Partly: a.Partly && b.Partly}
	out.Ends, out.Answers = longer(a.Ends, b.Ends), longer(a.Answers, b.Answers)
	return out
}

func longer(a, b []Limit) []Limit {
	x, okX := Shortest(a)
	y, okY := Shortest(b)
	switch {
	case !okX && !okY:
		return nil
	case !okY || okX && x.Hi >= y.Hi:
		x.Maybe = x.Maybe || !okY
		return []Limit{x}
	}
	y.Maybe = y.Maybe || !okX
	return []Limit{y}
}

func (w *walk) one(v flow.Value) []Target {
	if w.open[v] || len(w.open) > deepest {
		return nil
	}
	w.open[v] = true
	defer delete(w.open, v)
	if c := w.chain(v, 0); c != nil {
		return []Target{{Router: c[len(c)-1]}}
	}
	switch t := v.Term(); t.Op {
	case flow.Func:
		if t.Type == "" {
			return w.function(t.Sym, w.resolver.Into(t.Sym, v))
		}
	case flow.Object, flow.Zero:
		if m := w.resolver.World.Method(t.Type, "ServeHTTP"); m != "" {
			return w.function(m, w.resolver.Into(m, v))
		}
	case flow.Call:
		return w.wrapped(v, t, t.Sym, t.Args)
	case flow.Apply:
		var out []Target
		for _, f := range w.resolver.Resolve(v.Pkg, t.Args[0], v.Env) {
			around := Around{Hidden: true}
			if ft := f.Term(); ft.Op == flow.Call {
				around = w.library(f, ft)
			}
			for _, a := range t.Args[1:] {
				out = append(out, inside(around, w.any(w.resolver.Resolve(v.Pkg, a, v.Env)))...)
			}
		}
		return out
	}
	return nil
}

func inside(a Around, list []Target) []Target {
	for i := range list {
		list[i].Around = a.within(list[i].Around)
	}
	return list
}

// wrapped is a handler that a library makes of another one.
func (w *walk) wrapped(v flow.Value, t *flow.Term, sym string, args []flow.Set) []Target {
	around := w.library(v, t)
	var out []Target
	for _, a := range args {
		for _, x := range w.resolver.Resolve(v.Pkg, a, v.Env) {
			switch xt := x.Term(); {
			case xt.Op == flow.Call && !w.handles(x): // alice.New(a, b), and what has a method that wraps
				around = around.within(w.library(x, xt))
				for _, b := range xt.Args {
					around = around.within(w.list(x.Pkg, b, x.Env, knowledge.WebFrame))
				}
			case w.handles(x):
				out = append(out, w.one(x)...)
			}
		}
	}
	return inside(around, out)
}

// handles: a value may answer requests.
func (w *walk) handles(v flow.Value) bool {
	if w.chain(v, 0) != nil {
		return true
	}
	switch t := v.Term(); t.Op {
	case flow.Func:
		return w.answers(t.Sym)
	case flow.Object, flow.Zero:
		return w.resolver.World.Method(t.Type, "ServeHTTP") != ""
	case flow.Call:
		_, known := knowledge.WrapperOf(t.Sym)
		return known
	}
	return false
}

// answers: a function of the program takes a request last.
func (d *Domain) answers(key string) bool {
	f := d.resolver.World.Func(key)
	return f != nil && len(f.Params) > 0 && f.Params[len(f.Params)-1] == "net/http.Request"
}

// library is what a function of a library puts around what it is given, or what
// that is put around: a time, or nothing that ends, unless its name speaks of
// time.
func (d *Domain) library(v flow.Value, t *flow.Term) Around {
	row, ok := knowledge.WrapperOf(t.Sym)
	if !ok {
		return Around{Hidden: timely(t.Sym)}
	}
	given := numbers.Interval{}
	switch {
	case row.Option != "":
		for _, a := range t.Args {
			for _, e := range d.elements(v.Pkg, a, v.Env) {
				for _, x := range e {
					if xt := x.Term(); xt.Op == flow.Call && xt.Sym == row.Option && len(xt.Args) > 0 {
						given = numbers.Of(d.resolver, x.Pkg, xt.Args[0], x.Env)
					}
				}
			}
		}
	case row.Field != "" && row.Time < len(t.Args):
		var values []flow.Value
		for _, e := range d.elements(v.Pkg, t.Args[row.Time], v.Env) {
			for _, x := range e {
				values = append(values, d.resolver.Field(x, row.Field, x.Term().Type)...)
			}
		}
		given = numbers.Join(d.resolver, values)
	case row.Time < len(t.Args):
		given = numbers.Of(d.resolver, v.Pkg, t.Args[row.Time], v.Env)
	}
	if !given.Known || given.Hi <= 0 {
		return Around{Hidden: true}
	}
	l := []Limit{{Lo: given.Lo, Hi: given.Hi, Outside: given.Outside, Text: knowledge.Short(t.Sym), Place: t.Place}}
	if row.Answers {
		return Around{Answers: l}
	}
	return Around{Ends: l}
}

// timely: a name speaks of time.
func timely(sym string) bool {
	lower := strings.ToLower(sym)
	for _, word := range []string{"timeout", "deadline", "within", "timelimit", "abort"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// handing is one call by which a function hands a request on.
type handing struct {
	to     []flow.Value
	around Around
}

// function is a handler, or what hands on to another one.
func (w *walk) function(key string, env *flow.Env) []Target {
	var out []Target
	list := w.handings(key, env)
	for i, h := range list {
		for _, t := range inside(h.around, w.any(h.to)) {
			at := slices.IndexFunc(out, t.same)
			switch {
			case at < 0:
				out = append(out, t)
			case i > 0:
				out[at].Around = onWays(out[at].Around, t.Around)
			}
		}
	}
	if len(out) == 0 {
		return []Target{{Func: key}}
	}
	return out
}

// onWays joins what is around a handler on two ways through a function.
func onWays(a, b Around) Around {
	out := either(a, b)
	if (len(a.Ends) == 0) != (len(b.Ends) == 0) {
		out.Ends, out.Partly = nil, true
	}
	if (len(a.Answers) == 0) != (len(b.Answers) == 0) {
		out.Answers = nil
	}
	return out
}

// handings are the calls by which a function, or a literal in it, hands on a
// request that it is given.
func (d *Domain) handings(key string, env *flow.Env) []handing {
	var out []handing
	fn := d.resolver.World.Func(key)
	if fn == nil {
		return nil
	}
	p := d.pkgs[key]
	for i := range fn.Calls {
		s := &fn.Calls[i]
		_, method := Symbol(s)
		switch n := len(s.Args); {
		case method == "ServeHTTP" && n == 3:
			out = append(out, handing{d.resolver.Resolve(p, s.Args[0], env), d.request(p, s.Args[2], env)})
		case s.Callee != nil && n == 2 && d.isRequest(p, s.Args[1], env):
			out = append(out, handing{d.resolver.Resolve(p, s.Callee, env), d.request(p, s.Args[1], env)})
		}
	}
	for _, lit := range d.lits[key] {
		out = append(out, d.handings(lit.Key, d.resolver.Literal(lit.Key, env))...)
	}
	return out
}

func (d *Domain) isRequest(p *flow.Package, s flow.Set, env *flow.Env) bool {
	for _, v := range d.resolver.Resolve(p, s, env) {
		t := v.Term()
		if t.Op == flow.Param && t.Type == "net/http.Request" || copies(t) {
			return true
		}
	}
	return false
}

// copies: a call makes of a request another one, with another context.
func copies(t *flow.Term) bool {
	return t.Op == flow.Call && (t.Sym == "(*net/http.Request).WithContext" || t.Sym == "(*net/http.Request).Clone")
}

// request is what the context of a request that is handed on says of time.
func (d *Domain) request(p *flow.Package, s flow.Set, env *flow.Env) Around {
	return join(d.resolver.Resolve(p, s, env), func(v flow.Value) Around {
		t := v.Term()
		switch {
		case t.Op == flow.Param, t.Op == flow.Select && t.Sym == "Request":
			return Around{}
		case t.Op == flow.Invoke && t.Sym == "Request", t.Op == flow.Call && strings.HasPrefix(t.Sym, "(*github.com/labstack/echo/") && strings.HasSuffix(t.Sym, ").Request"):
			return Around{}
		case copies(t) && len(t.Args) > 1:
			return d.context(v.Pkg, t.Args[1], v.Env)
		}
		return Around{Hidden: true}
	})
}

// join is what one of several values says, where the data decide which.
func join[T any](all []T, of func(T) Around) Around { return fold(all, of, onWays) }

// fold puts together what each of several values says; without any, nothing.
func fold[T any](all []T, of func(T) Around, with func(a, b Around) Around) Around {
	var out Around
	for i, v := range all {
		if a := of(v); i == 0 {
			out = a
		} else {
			out = with(out, a)
		}
	}
	return out
}

// context is what a context that is handed on says of time.
func (d *Domain) context(p *flow.Package, s flow.Set, env *flow.Env) Around {
	all := d.deadlines.Of(p, s, env)
	some := slices.DeleteFunc(slices.Clone(all), func(c deadlines.Context) bool { return c.State == deadlines.Deadline && c.Place.Line == 0 })
	asked := len(some) > 0 && len(some) < len(all) // whoever asks may bring a deadline, and else gets one here
	if asked {
		all = some
	}
	return join(all, func(c deadlines.Context) Around {
		switch c.State {
		case deadlines.Deadline:
			if c.After.Known && c.After.Hi > 0 {
				return Around{Ends: []Limit{{Lo: c.After.Lo, Hi: c.After.Hi, Outside: c.After.Outside, Maybe: asked, Text: c.Text, Place: c.Place}}}
			}
		case deadlines.Request, deadlines.Entry, deadlines.Given:
			return Around{}
		}
		return Around{Hidden: true}
	})
}
