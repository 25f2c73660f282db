// Package clients reads what flow says of an HTTP client: whether anything it
// carries ends a request.
//
// It knows the fields of http.Client and http.Transport, round trippers of the
// program that wrap others, and the functions of libraries that hand a
// transport on. It does not know the request.
package clients

import (
	"slices"
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
	At      flow.Place       // where it is made in a library: the user's own call that led there
	Timeout numbers.Interval // in nanoseconds
	Default bool             // it is http.DefaultClient
	Zeroed  bool             // its Timeout is written down as zero
	Through flow.Place       // of Half: the transport
	Why     flow.Reason      // of NotKnown
}

// Domain answers for one resolver.
type Domain struct {
	resolver *flow.Resolver
	flows    func(name string) *knowledge.Flow
	rows     map[string]knowledge.ContextRow
}

// New makes a domain. flows is what is known of the functions of libraries that
// make one client of another.
func New(r *flow.Resolver, flows func(string) *knowledge.Flow) *Domain {
	return &Domain{r, flows, knowledge.ContextRows()}
}

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
	c.At = d.resolver.World.Outside(v)
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
	for i, x := range timeouts {
		if t := x.Term(); t.Op == flow.Call && x.ID != v.ID && d.flows(t.Sym) != nil { // a copy of what a library made
			switch of := d.made(Client{State: NotKnown}, x, t); of.State {
			case Bare:
				c.Text, c.Place, c.At = "the client of "+knowledge.Short(t.Sym), t.Place, d.resolver.World.Outside(x)
				timeouts = slices.Delete(slices.Clone(timeouts), i, i+1)
			default:
				c.State, c.Why = of.State, of.Why
				return c
			}
			break
		}
	}
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
	transports := d.resolver.Field(v, "Transport", client)
	c.State, c.Why = d.transports(transports, map[flow.Value]bool{})
	for _, t := range transports {
		if c.State == Half && t.Term().Place.Line > 0 {
			c.Through = t.Term().Place
		}
	}
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

// made is a client that a library made.
func (d *Domain) made(c Client, v flow.Value, t *flow.Term) Client {
	c.Text = "the client of " + knowledge.Short(t.Sym)
	if d.set(v, "Timeout", client) {
		c.State = Bounded
		return c
	}
	row := d.flows(t.Sym)
	if row == nil {
		c.Why = flow.NoBody
		return c
	}
	for _, p := range row.Sets {
		if p.Field == "Timeout" && p.Value != "0" {
			c.State = Bounded
			return c
		}
	}
	if row.From == knowledge.Receiver && slices.Contains(row.Keeps, "Timeout") {
		c.State = Bounded // by what makes it, whose clients all are
		return c
	}
	c.State = Bare
	arg := row.From
	if strings.HasPrefix(t.Sym, "(") {
		arg++
	}
	if arg < 0 || arg >= len(t.Args) {
		return c
	}
	keeps := slices.Contains(row.Keeps, "Timeout") || slices.Contains(row.Keeps, "*")
	sources, known := d.sources(v, t.Args[arg])
	for _, x := range sources {
		from := d.value(x)
		switch {
		case from.State == Given, from.State == NotKnown:
			c.State, c.Why = from.State, from.Why
			return c
		case from.State == Bounded && (keeps || !from.Timeout.Known || from.Timeout.Hi == 0): // by its transport
			c.State = Bounded
		}
	}
	if !known {
		c.State, c.Why = NotKnown, flow.NoBody
	}
	return c
}

// sources are the clients that a client was made of: the argument itself, or
// what a context carries.
func (d *Domain) sources(v flow.Value, arg flow.Set) (out []flow.Value, known bool) {
	known = true
	seen := map[flow.Value]bool{}
	var visit func(x flow.Value)
	visit = func(x flow.Value) {
		if seen[x] {
			return
		}
		seen[x] = true
		switch t := x.Term(); t.Op {
		case flow.Object, flow.Global:
			out = append(out, x)
		case flow.Call:
			row, ok := d.rows[t.Sym]
			if !ok {
				known = false
				return
			}
			if strings.HasSuffix(t.Sym, "context.WithValue") && len(t.Args) == 3 && d.isKey(x, t.Args[1]) {
				out = append(out, d.resolver.Resolve(x.Pkg, t.Args[2], x.Env)...)
				return
			}
			if row.Parent >= 0 && row.Parent < len(t.Args) && row.Does != knowledge.Carried {
				for _, y := range d.resolver.Resolve(x.Pkg, t.Args[row.Parent], x.Env) {
					visit(y)
				}
			}
		case flow.Unknown:
			known = false
		}
	}
	for _, x := range d.resolver.Resolve(v.Pkg, arg, v.Env) {
		visit(x)
	}
	return out, known
}

// isKey reports whether a context's key is one that a client is kept under.
func (d *Domain) isKey(v flow.Value, key flow.Set) bool {
	for _, x := range d.resolver.Resolve(v.Pkg, key, v.Env) {
		if t := x.Term(); t.Op == flow.Global && strings.HasSuffix(t.Sym, ".HTTPClient") || t.Op == flow.Zero {
			return true // of a library that was read: the variable's value
		}
	}
	return false
}
