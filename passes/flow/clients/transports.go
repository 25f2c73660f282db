package clients

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/numbers"
)

// transports says what the weakest of several transports does.
func (d *Domain) transports(values []flow.Value, seen map[flow.Value]bool) (State, flow.Reason) {
	state, reason := Bounded, flow.Reason("")
	if len(values) == 0 {
		return Bare, ""
	}
	for _, v := range values {
		if seen[v] {
			continue // wraps itself: says nothing new
		}
		s, why := d.transport(v, seen)
		switch {
		case s == NotKnown || s == Given:
			return s, why
		case s == Bare, s == Half && state == Bounded:
			state, reason = s, why
		}
	}
	return state, reason
}

func (d *Domain) transport(v flow.Value, seen map[flow.Value]bool) (State, flow.Reason) {
	t := v.Term()
	seen[v] = true
	switch t.Op {
	case flow.Nil, flow.Zero:
		return Bare, ""
	case flow.Global:
		if t.Sym == "net/http.DefaultTransport" || t.Sym == "net/http.DefaultClient" { // that of the default client
			return Bare, ""
		}
	case flow.Object:
		if t.Type == transport {
			return d.plain(v)
		}
		return d.wrapper(v, t, seen)
	case flow.Call:
		return d.library(v, t, seen)
	case flow.Unknown:
		return NotKnown, flow.Reason(t.Sym)
	}
	if d.resolver.Depends(v) {
		return Given, ""
	}
	return NotKnown, flow.Other
}

// plain is an http.Transport made in sight.
func (d *Domain) plain(v flow.Value) (State, flow.Reason) {
	header := numbers.Join(d.resolver, d.resolver.Field(v, "ResponseHeaderTimeout", transport))
	switch {
	case !header.Known:
		return NotKnown, flow.Outside
	case header.Lo > 0:
		return Bounded, ""
	case header.Hi > 0 || header.Outside:
		return NotKnown, flow.Outside
	}
	for _, field := range []string{"DialContext", "Dial", "DialTLSContext", "DialTLS"} {
		for _, f := range d.resolver.Field(v, field, transport) {
			switch t := f.Term(); {
			case t.Op == flow.Func:
				if fn := d.resolver.World.Func(t.Sym); fn != nil && fn.Limits {
					return NotKnown, flow.Dynamic // connections may get deadlines
				}
				if strings.Contains(t.Sym, "net.Dialer") {
					return Half, ""
				}
			case !f.Empty():
				return NotKnown, flow.Dynamic
			}
		}
	}
	return Bare, ""
}

// wrapper is a round tripper of the program: what it wraps decides, unless it
// ends requests itself.
func (d *Domain) wrapper(v flow.Value, t *flow.Term, seen map[flow.Value]bool) (State, flow.Reason) {
	w := d.resolver.World
	fn := w.Func(w.Method(t.Type, "RoundTrip"))
	if fn == nil {
		return NotKnown, flow.NoBody
	}
	if fn.Limits || limited(w, fn) {
		return NotKnown, flow.Dynamic
	}
	state, reason, found := Bounded, flow.Reason(""), false
	for _, s := range t.Slots {
		if s.Path == "" || strings.Contains(s.Path, ".") || strings.HasSuffix(s.Path, "*") {
			continue
		}
		for _, inner := range d.resolver.Field(v, s.Path, t.Type) {
			if !d.carries(inner) || seen[inner] {
				continue
			}
			found = true
			got, why := d.transport(inner, seen)
			if got == NotKnown || got == Given {
				return got, why
			}
			if got == Bare || state == Bounded {
				state, reason = got, why
			}
		}
	}
	if !found {
		return Bare, ""
	}
	return state, reason
}

// limited reports whether a function that fn calls ends waits.
func limited(w *flow.World, fn *flow.Function) bool {
	for i := range fn.Calls {
		if callee := w.Func(fn.Calls[i].Static); callee != nil && callee.Limits {
			return true
		}
	}
	return false
}

// carries reports whether a value is a transport.
func (d *Domain) carries(v flow.Value) bool {
	switch t := v.Term(); t.Op {
	case flow.Object:
		return t.Type == transport || d.resolver.World.Method(t.Type, "RoundTrip") != ""
	case flow.Global:
		return t.Sym == "net/http.DefaultTransport"
	case flow.Call:
		return strings.Contains(t.Sym, "Transport") || strings.Contains(t.Sym, "RoundTripper")
	case flow.Unknown, flow.Param:
		return t.Type == "" || strings.HasSuffix(t.Type, "RoundTripper") || t.Type == transport
	}
	return false
}

// library is a transport that a library made: of another, where it is given
// one.
func (d *Domain) library(v flow.Value, t *flow.Term, seen map[flow.Value]bool) (State, flow.Reason) {
	if strings.HasSuffix(t.Sym, "http.Transport).Clone") && len(t.Args) == 1 {
		if d.set(v, "ResponseHeaderTimeout", transport) {
			return Bounded, ""
		}
		return d.transports(d.resolver.Resolve(v.Pkg, t.Args[0], v.Env), seen)
	}
	if !handsOn(t.Sym) {
		return NotKnown, flow.NoBody
	}
	for _, a := range t.Args {
		for _, x := range d.resolver.Resolve(v.Pkg, a, v.Env) {
			if d.carries(x) || x.Empty() {
				return d.transport(x, seen)
			}
		}
	}
	return NotKnown, flow.NoBody
}

// set reports whether the program sets a field of what a library made to
// something that is not zero.
func (d *Domain) set(v flow.Value, field, typ string) bool {
	for _, x := range d.resolver.Field(v, field, typ) {
		if op := x.Term().Op; op != flow.Call && op != flow.Select && !x.Empty() {
			return true
		}
	}
	return false
}

// handsOn: constructors of round trippers that look at requests and leave their
// time alone.
func handsOn(name string) bool {
	for _, p := range []string{"otelhttp.NewTransport", "/httptrace", "promhttp.InstrumentRoundTripper", "/httpsnoop", "/gziphandler"} {
		if strings.Contains(name, p) {
			return true
		}
	}
	return false
}
