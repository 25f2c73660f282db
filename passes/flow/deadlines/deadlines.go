// Package deadlines reads what flow says of a context: whether it has a
// deadline, and if not, where it begins.
//
// It knows the functions that make contexts (knowledge.ContextRows) and the
// values of frameworks that are passed as contexts. It does not know whether a
// wait needs a deadline.
package deadlines

import (
	"cmp"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/numbers"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// State says what is known of a context's deadline.
type State string

// The states.
const (
	Never    State = "never"    // begins with context.Background or the like and gets no deadline
	Deadline State = "deadline" // has one
	Request  State = "request"  // that of a request that comes in: ends when the client goes away
	Job      State = "job"      // that of a job, from a framework that sets no deadline
	Deaf     State = "deaf"     // a value of a framework that is taken for a context and never ends
	Entry    State = "entry"    // given by code out of sight
	Command  State = "command"  // that of a command
	Given    State = "given"    // a parameter that stands for itself
	NotKnown State = "not known"
)

// Context is one context that a value may be.
type Context struct {
	State  State
	Text   string // what makes it: "context.Background"
	Place  flow.Place
	In     string           // the function that makes it
	At     flow.Place       // where it is made in a library: the user's own call that led there
	After  numbers.Interval // of Deadline, in nanoseconds: the time it is given
	Held   bool             // somebody outside of the function that made it may cancel it, at any time
	Stops  bool             // it ends when what made it is told to stop
	Signal bool             // it ends when the process is told to stop
	Detach bool             // it is detached from another
	Why    flow.Reason      // of NotKnown
}

// Domain answers for one resolver.
type Domain struct {
	resolver *flow.Resolver
	rows     map[string]knowledge.ContextRow
	walk     walk
	command  State // of a command's context; empty: not asked yet
}

// New makes a domain.
func New(r *flow.Resolver) *Domain {
	return &Domain{resolver: r, rows: knowledge.ContextRows(), walk: newWalk()}
}

// Of is what a set of terms may be as a context.
func (d *Domain) Of(p *flow.Package, s flow.Set, env *flow.Env) []Context {
	d.walk.left = mostValues
	var out []Context
	for _, v := range d.resolver.Resolve(p, s, env) {
		out = append(out, d.value(v)...)
	}
	return tidy(out)
}

// OfRequest is what a set of terms may be as the context that an outgoing
// request carries.
func (d *Domain) OfRequest(p *flow.Package, s flow.Set, env *flow.Env) []Context {
	d.walk.left = mostValues
	var out []Context
	for _, v := range d.resolver.Resolve(p, s, env) {
		out = append(out, d.request(v)...)
	}
	return tidy(out)
}

func tidy(all []Context) []Context {
	slices.SortFunc(all, func(a, b Context) int {
		return cmp.Or(strings.Compare(string(a.State), string(b.State)), strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line),
			cmp.Compare(a.Place.Column, b.Place.Column), strings.Compare(a.Text, b.Text), cmp.Compare(a.After.Lo, b.After.Lo), cmp.Compare(a.After.Hi, b.After.Hi), strings.Compare(string(a.Why), string(b.Why)))
	})
	return slices.Compact(all)
}

func (d *Domain) set(p *flow.Package, s flow.Set, env *flow.Env, of func(flow.Value) []Context) []Context {
	var out []Context
	for _, v := range d.resolver.Resolve(p, s, env) {
		out = append(out, of(v)...)
	}
	return out
}

// in is the function that makes a context.
func in(v flow.Value) string {
	if v.Env != nil {
		return v.Env.Func
	}
	return v.Term().In
}

// value is one value as a context.
func (d *Domain) value(v flow.Value) []Context { return d.walk.once(asked{v, false}, d.made) }

func (d *Domain) made(v flow.Value) []Context {
	switch t := v.Term(); t.Op {
	case flow.Nil:
		return []Context{{State: Never, Text: "nil", Place: t.Place, In: in(v)}}
	case flow.Unknown:
		return []Context{{State: NotKnown, Why: flow.Reason(t.Sym)}}
	case flow.Param:
		return []Context{d.parameter(v, t)}
	case flow.Deadlined:
		return []Context{{State: Deadline, Text: "a deadline that the code asked for"}}
	case flow.Call:
		return d.call(v, t)
	case flow.Invoke:
		if !v.Pkg.Library && (t.Sym == "Context" || t.Sym == "UserContext") {
			if strings.Contains(t.Type, "go-grpc-middleware") || strings.Contains(t.Type, "grpc.") || len(t.Args) == 1 {
				return []Context{{State: Request, Text: t.Sym, Place: t.Place}}
			}
		}
		return d.derived(v, t)
	case flow.Object:
		return d.embedded(v, t)
	case flow.Select:
		if !v.Pkg.Library && (t.Sym == "Request" || t.Type == "net/http.Request") {
			return []Context{{State: Request, Text: "the request's context", In: d.giver(v)}}
		}
		if state, ok := d.known(t.Type); ok && state != Deaf && t.Sym == "Context" {
			return []Context{{State: state, Text: "the command's context", Place: t.Place}}
		}
	}
	return []Context{{State: NotKnown, Why: flow.Other}}
}

// embedded is a struct that is passed as the context in it.
func (d *Domain) embedded(v flow.Value, t *flow.Term) []Context {
	for _, s := range t.Slots {
		if s.Path == "Context" {
			return d.set(v.Pkg, s.Set, v.Env, d.value)
		}
	}
	return []Context{{State: NotKnown, Why: flow.Other}}
}

func (d *Domain) call(v flow.Value, t *flow.Term) []Context {
	row, ok := d.rows[t.Sym]
	if !ok {
		return d.derived(v, t)
	}
	parent := func() []Context {
		if row.Parent < 0 || row.Parent >= len(t.Args) {
			return nil
		}
		return d.set(v.Pkg, t.Args[row.Parent], v.Env, d.value)
	}
	short := knowledge.Short(t.Sym)
	switch row.Does {
	case knowledge.Roots:
		return []Context{{State: Never, Text: short, Place: t.Place, In: in(v), At: d.resolver.World.Outside(v)}}
	case knowledge.Detaches:
		return []Context{{State: Never, Text: short, Place: t.Place, In: in(v), Detach: true}}
	case knowledge.Times:
		c := Context{State: Deadline, Text: short, Place: t.Place, In: in(v)}
		if row.Time >= 0 && row.Time < len(t.Args) {
			c.After = numbers.Of(d.resolver, v.Pkg, t.Args[row.Time], v.Env)
		}
		return []Context{c}
	case knowledge.Derives, knowledge.Signals:
		out := parent()
		for i := range out {
			out[i].Held = out[i].Held || t.Held == flow.AnyHolder && row.Does == knowledge.Derives
			out[i].Stops = out[i].Stops || t.Held == flow.Stopper && row.Does == knowledge.Derives
			out[i].Signal = out[i].Signal || row.Does == knowledge.Signals
		}
		return out
	case knowledge.Entering:
		return []Context{{State: Request, Text: short, Place: t.Place}}
	case knowledge.Commands:
		return []Context{{State: d.commands(), Text: "the command's context", Place: t.Place}}
	case knowledge.Carried:
		if row.Parent < len(t.Args) {
			return d.set(v.Pkg, t.Args[row.Parent], v.Env, d.request)
		}
	}
	return []Context{{State: NotKnown, Why: flow.NoBody}}
}

// request is the context that a *http.Request carries.
func (d *Domain) request(v flow.Value) []Context { return d.walk.once(asked{v, true}, d.carried) }

func (d *Domain) carried(v flow.Value) []Context {
	switch t := v.Term(); t.Op {
	case flow.Call:
		row, ok := d.rows[t.Sym]
		if ok && row.Does == knowledge.Entering {
			return []Context{{State: Request, Text: knowledge.Short(t.Sym), Place: t.Place}}
		}
		if !ok || row.Does != knowledge.Requested {
			return []Context{{State: NotKnown, Why: flow.NoBody}}
		}
		if row.Parent < 0 {
			return []Context{{State: Never, Text: knowledge.Short(t.Sym), Place: t.Place, In: in(v)}}
		}
		if strings.HasPrefix(t.Sym, "(") && d.incoming(v, t) {
			return []Context{{State: Entry, Text: "the request that is handed on"}} // a proxy lasts as long as both sides like
		}
		if row.Parent < len(t.Args) {
			return d.set(v.Pkg, t.Args[row.Parent], v.Env, d.value)
		}
	case flow.Object:
		if t.Type != "net/http.Request" {
			break
		}
		for _, s := range t.Slots {
			if s.Path == "" { // a copy
				return d.set(v.Pkg, s.Set, v.Env, d.request)
			}
		}
		return []Context{{State: Never, Text: "http.Request{}", Place: t.Place, In: in(v)}}
	case flow.Param:
		if v.Symbolic() {
			return []Context{{State: Given, Text: t.Sym}}
		}
		if !v.Pkg.Library { // a library's own are those that it sends
			return []Context{{State: Request, Text: "the request's context", In: t.Sym}}
		}
	case flow.Select, flow.Invoke:
		if !v.Pkg.Library {
			return []Context{{State: Request, Text: "the request's context", In: d.giver(v)}}
		}
	}
	return []Context{{State: NotKnown, Why: flow.Other}}
}

// incoming reports whether a copy of a request is one of a request that comes
// in.
func (d *Domain) incoming(v flow.Value, t *flow.Term) bool {
	for _, x := range d.resolver.Resolve(v.Pkg, t.Args[0], v.Env) {
		if op := x.Term().Op; op == flow.Param || op == flow.Select {
			return true
		}
	}
	return false
}

// suspicious are the words in the name of a function that speaks of time, or of
// letting go: what it makes of a context is not known.
var suspicious = []string{"timeout", "deadline", "detach", "without", "background", "merge", "join", "long", "limit", "cancel"}

// derived is what code that is not read makes of one context: the same, with
// something added, unless its name speaks of time.
func (d *Domain) derived(v flow.Value, t *flow.Term) []Context {
	lower := strings.ToLower(knowledge.Short(t.Sym))
	for _, word := range suspicious {
		if strings.Contains(lower, word) {
			return []Context{{State: NotKnown, Why: flow.NoBody}}
		}
	}
	if !v.Pkg.Library && strings.HasSuffix(t.Sym, ").Context") && len(t.Args) == 1 {
		return []Context{{State: Request, Text: knowledge.Short(t.Sym), Place: t.Place}}
	}
	var found []Context
	n := 0
	for _, a := range t.Args {
		var some []Context
		for _, x := range d.resolver.Resolve(v.Pkg, a, v.Env) {
			if d.context(x) {
				some = append(some, d.value(x)...)
			}
		}
		if len(some) > 0 {
			found = some
			n++
		}
	}
	if n == 1 {
		return found
	}
	return []Context{{State: NotKnown, Why: flow.NoBody}}
}

// context reports whether a value is a context for certain.
func (d *Domain) context(v flow.Value) bool {
	switch t := v.Term(); t.Op {
	case flow.Param:
		return t.Type == "context.Context"
	case flow.Call:
		row, ok := d.rows[t.Sym]
		return ok && row.Does != knowledge.Requested
	case flow.Deadlined:
		return true
	case flow.Invoke:
		return t.Sym == "Context" && len(t.Args) == 1
	}
	return false
}
