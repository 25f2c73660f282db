// Package clients reads what flow says of an HTTP client: whether anything it
// carries ends a request.
//
// It knows the fields of http.Client and http.Transport, round trippers of the
// program that wrap others, and the functions of libraries that hand a
// transport on. It does not know the request.
package clients

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/numbers"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// State says whether a client ends its requests.
type State string

// The states.
const (
	Bare     State = "bare"    // nothing it carries ends a request
	Half     State = "half"    // its transport bounds connecting, and not the answer
	Bounded  State = "bounded" // a request ends by itself
	Given    State = "given"   // a parameter that stands for itself
	NotKnown State = "not known"
)

// Client is one client that a value may be.
type Client struct {
	State   State
	Text    string // "http.Client"
	Place   flow.Place
	In      string           // the function that makes it
	Timeout numbers.Interval // in nanoseconds
	Default bool             // it is http.DefaultClient
	Zeroed  bool             // its Timeout is written down as zero
	Why     flow.Reason      // of NotKnown
}

// Domain answers for one resolver.
type Domain struct {
	resolver *flow.Resolver
	flows    func(name string) *knowledge.Flow
}

// New makes a domain. flows is what is known of the functions of libraries that
// make one client of another.
func New(r *flow.Resolver, flows func(string) *knowledge.Flow) *Domain { return &Domain{r, flows} }

const (
	client    = "net/http.Client"
	transport = "net/http.Transport"
)

// Of is what a set of terms may be as a client.
func (d *Domain) Of(p *flow.Package, s flow.Set, env *flow.Env) []Client {
	var out []Client
	for _, v := range d.resolver.Resolve(p, s, env) {
		out = append(out, d.value(v))
	}
	return out
}

func (d *Domain) value(v flow.Value) Client {
	t := v.Term()
	c := Client{State: NotKnown, Place: t.Place, Text: "http.Client"}
	if v.Env != nil {
		c.In = v.Env.Func
	}
	switch t.Op {
	case flow.Global:
		if t.Sym == "net/http.DefaultClient" {
			c.Default, c.Text = true, "http.DefaultClient"
			return d.judge(c, v)
		}
	case flow.Object:
		if t.Type == client {
			return d.judge(c, v)
		}
	case flow.Zero: // an *http.Client that nobody sets panics
	case flow.Call:
		return d.made(c, v, t)
	case flow.Param:
		if v.Symbolic() {
			c.State = Given
		}
		c.Why = "entry"
		return c
	case flow.Unknown:
		c.Why = flow.Reason(t.Sym)
		return c
	}
	if d.resolver.Depends(v) {
		c.State = Given
	}
	c.Why = flow.NoBody
	return c
}

// judge reads the fields of a client.
func (d *Domain) judge(c Client, v flow.Value) Client {
	timeouts := d.resolver.Field(v, "Timeout", client)
	c.Timeout = numbers.Join(d.resolver, timeouts)
	switch {
	case len(timeouts) == 0 || unset(timeouts):
	case d.given(timeouts):
		c.State = Given
		return c
	case !c.Timeout.Known:
		c.Why = why(timeouts)
		return c
	case c.Timeout.Outside || c.Timeout.Lo != 0 || c.Timeout.Hi != 0:
		if c.Timeout.Lo > 0 {
			c.State = Bounded
		} else {
			c.Why = flow.Outside
		}
		return c
	}
	for _, x := range timeouts {
		c.Zeroed = c.Zeroed || x.Term().Op == flow.Const
	}
	c.State, c.Why = d.transports(d.resolver.Field(v, "Transport", client), 0)
	return c
}

func unset(values []flow.Value) bool {
	for _, v := range values {
		if v.Term().Op != flow.Global {
			return false
		}
	}
	return true
}

func (d *Domain) given(values []flow.Value) bool {
	for _, v := range values {
		if d.resolver.Depends(v) && v.Term().Op != flow.Const {
			return true
		}
	}
	return false
}

func why(values []flow.Value) flow.Reason {
	for _, v := range values {
		if t := v.Term(); t.Op == flow.Unknown {
			return flow.Reason(t.Sym)
		}
	}
	return flow.Other
}

// deepest is how many round trippers in one another are looked through.
const deepest = 6

// transports says what the weakest of several transports does.
func (d *Domain) transports(values []flow.Value, depth int) (State, flow.Reason) {
	state, reason := Bounded, flow.Reason("")
	if len(values) == 0 {
		return Bare, ""
	}
	for _, v := range values {
		s, why := d.transport(v, depth)
		switch {
		case s == NotKnown || s == Given:
			return s, why
		case s == Bare, s == Half && state == Bounded:
			state, reason = s, why
		}
	}
	return state, reason
}

func (d *Domain) transport(v flow.Value, depth int) (State, flow.Reason) {
	t := v.Term()
	if depth > deepest {
		return NotKnown, flow.Recursion
	}
	switch t.Op {
	case flow.Nil, flow.Zero:
		return Bare, ""
	case flow.Global:
		if t.Sym == "net/http.DefaultTransport" {
			return Bare, ""
		}
	case flow.Object:
		if t.Type == transport {
			return d.plain(v)
		}
		return d.wrapper(v, t, depth)
	case flow.Call:
		return d.library(v, t, depth)
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
func (d *Domain) wrapper(v flow.Value, t *flow.Term, depth int) (State, flow.Reason) {
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
			if !d.carries(inner) {
				continue
			}
			found = true
			got, why := d.transport(inner, depth+1)
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
func (d *Domain) library(v flow.Value, t *flow.Term, depth int) (State, flow.Reason) {
	if strings.HasSuffix(t.Sym, "http.Transport).Clone") && len(t.Args) == 1 {
		return d.transports(d.resolver.Resolve(v.Pkg, t.Args[0], v.Env), depth+1)
	}
	if !handsOn(t.Sym) {
		return NotKnown, flow.NoBody
	}
	for _, a := range t.Args {
		for _, x := range d.resolver.Resolve(v.Pkg, a, v.Env) {
			if d.carries(x) || x.Empty() {
				return d.transport(x, depth+1)
			}
		}
	}
	return NotKnown, flow.NoBody
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

// made is a client that a library made.
func (d *Domain) made(c Client, v flow.Value, t *flow.Term) Client {
	c.Text = "the client of " + knowledge.Short(t.Sym)
	row := d.flows(t.Sym)
	if row == nil {
		c.Why = flow.NoBody
		return c
	}
	for _, p := range row.Sets {
		if p.Field == "Timeout" {
			c.State = Bounded
			return c
		}
	}
	c.State = Bare
	if row.Through == "" {
		return c
	}
	from := row.From
	if from == knowledge.NoSource || len(t.Args) == 0 {
		return c
	}
	if from < 0 || strings.HasPrefix(t.Sym, "(") {
		from++
	}
	if from >= len(t.Args) {
		return c
	}
	for _, x := range d.resolver.Resolve(v.Pkg, t.Args[from], v.Env) {
		if !x.Empty() {
			c.State, c.Why = NotKnown, flow.NoBody
		}
	}
	return c
}
