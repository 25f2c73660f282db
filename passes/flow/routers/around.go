package routers

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// surrounding is what one of several values runs around a handler.
func (d *Domain) surrounding(values []flow.Value, frame knowledge.Frame) Around {
	return fold(values, func(v flow.Value) Around { return d.wrapper(v, frame) }, either)
}

// wrapper is what one value runs around a handler.
func (d *Domain) wrapper(v flow.Value, frame knowledge.Frame) Around {
	switch t := v.Term(); t.Op {
	case flow.Nil, flow.Zero, flow.Const: // fiber's Use takes a path, too
		return Around{}
	case flow.Call:
		return d.library(v, t)
	case flow.Func:
		fn := d.resolver.World.Func(t.Sym)
		if fn == nil {
			return Around{Hidden: timely(t.Sym)}
		}
		env := d.resolver.Into(t.Sym, v)
		switch frame {
		case knowledge.ChainFrame:
			return d.chained(t.Sym, env)
		case knowledge.RPCFrame:
			return d.intercepted(t.Sym, env)
		}
		return d.maker(fn, env, frame)
	case flow.Object:
		if t.Type == "" { // a list
			var out Around
			for _, s := range t.Slots {
				if s.Path == "[]" {
					out = out.within(d.surrounding(d.resolver.Resolve(v.Pkg, s.Set, v.Env), frame))
				}
			}
			return out
		}
	}
	return Around{Hidden: true}
}

// maker is what the handler does that a function makes of another one.
func (d *Domain) maker(fn *flow.Function, env *flow.Env, frame knowledge.Frame) Around {
	if len(fn.Results) == 0 {
		return Around{Hidden: true}
	}
	return fold(d.resolver.Resolve(d.pkgs[fn.Key], fn.Results[0], env), func(v flow.Value) Around { return d.handler(v, frame) }, either)
}

// handler is what one that is made of another does around that.
func (d *Domain) handler(v flow.Value, frame knowledge.Frame) Around {
	switch t := v.Term(); {
	case t.Op == flow.Param: // the other itself, as the program is set up
		return Around{}
	case t.Op == flow.Func && t.Type == "":
		return d.passing(t.Sym, d.resolver.Into(t.Sym, v), frame)
	case t.Op == flow.Call:
		a := d.library(v, t)
		if _, known := knowledge.WrapperOf(t.Sym); !known { // http.StripPrefix of a handler of its own
			a = d.arguments(v, t, frame, a)
		}
		return a
	case t.Op == flow.Object:
		if m := d.resolver.World.Method(t.Type, "ServeHTTP"); m != "" {
			return d.passing(m, d.resolver.Into(m, v), frame)
		}
	}
	return Around{Hidden: true}
}

// arguments adds what the handlers do that a library's function is given.
func (d *Domain) arguments(v flow.Value, t *flow.Term, frame knowledge.Frame, a Around) Around {
	for _, arg := range t.Args {
		for _, x := range d.resolver.Resolve(v.Pkg, arg, v.Env) {
			if xt := x.Term(); xt.Op == flow.Func && xt.Type == "" && d.answers(xt.Sym) {
				a = a.within(d.passing(xt.Sym, d.resolver.Into(xt.Sym, x), frame))
			}
		}
	}
	return a
}

// passing is what a handler does to the context of what it hands a request on to.
func (d *Domain) passing(key string, env *flow.Env, frame knowledge.Frame) Around {
	if frame == knowledge.EchoFrame {
		return d.chained(key, env)
	}
	return join(d.handings(key, env), func(h handing) Around { return h.around })
}

// chained is what a handler with one value does to the context in it before the
// next one runs: c.Request = …, c.SetRequest(…), c.SetUserContext(…).
func (d *Domain) chained(key string, env *flow.Env) Around {
	fn := d.resolver.World.Func(key)
	if fn == nil {
		return Around{}
	}
	p := d.pkgs[key]
	var out Around
	for i := range fn.Effects {
		e := &fn.Effects[i]
		if e.Path == "Request" && strings.HasPrefix(e.Owner, "github.com/gin-gonic/gin.") {
			out = out.within(certain(d.request(p, e.Set, env), e.Must))
		}
	}
	for i := range fn.Calls {
		s := &fn.Calls[i]
		typ, method := Symbol(s)
		framework := strings.HasPrefix(typ, "github.com/labstack/echo") || strings.HasPrefix(typ, "github.com/gofiber/fiber") || strings.HasPrefix(typ, "github.com/gin-gonic/gin")
		if !framework || len(s.Args) != 2 {
			continue
		}
		switch method {
		case "SetRequest":
			out = out.within(d.request(p, s.Args[1], env))
		case "SetUserContext", "SetContext":
			out = out.within(d.context(p, s.Args[1], env))
		}
	}
	for _, lit := range d.lits[key] {
		out = out.within(d.chained(lit.Key, d.resolver.Literal(lit.Key, env)))
	}
	return out
}

// certain: what does not happen on every way gives a time on some only.
func certain(a Around, must bool) Around {
	if !must && len(a.Ends) > 0 {
		a.Ends, a.Partly = nil, true
	}
	return a
}

// intercepted is what an interceptor does to the context of what it is given
// last.
func (d *Domain) intercepted(key string, env *flow.Env) Around {
	fn := d.resolver.World.Func(key)
	if fn == nil {
		return Around{Hidden: true}
	}
	p := d.pkgs[key]
	var all []Around
	for _, in := range append([]*flow.Function{fn}, d.lits[key]...) {
		inner := env
		if in != fn {
			inner = d.resolver.Literal(in.Key, env)
		}
		for i := range in.Calls {
			s := &in.Calls[i]
			if s.Callee == nil || len(s.Args) != 2 {
				continue
			}
			for _, v := range d.resolver.Resolve(p, s.Callee, inner) {
				if t := v.Term(); t.Op == flow.Param && t.Sym == key && t.N == len(fn.Params)-1 {
					all = append(all, d.context(p, s.Args[0], inner))
				}
			}
		}
	}
	return join(all, func(a Around) Around { return a })
}
