package bounds

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Sending is one request sent through a client, and what its context says.
type Sending struct {
	Use  Use
	Ends contexts.State // Deadline, NoDeadline, or not known
	Pos  token.Pos      // where the request, or its context, was made
	Text string         // what made it: "http.NewRequest", "context.Background"
}

// Streams reports whether a client sends a request whose body is written while
// it is on its way: that one lasts as long as somebody writes.
func (r *Result) Streams(o *Object) bool {
	for _, u := range o.Uses {
		if u.Arg != knowledge.Receiver {
			continue
		}
		for _, arg := range u.Call.Common().Args {
			if piped(arg) {
				return true
			}
			if calls.Named(arg.Type()) != "net/http.Request" {
				continue
			}
			requests, _ := r.Of(arg)
			for _, req := range requests {
				if req.Call != nil && slices.ContainsFunc(req.Call.Call.Args, piped) {
					return true
				}
			}
		}
	}
	return false
}

func piped(v ssa.Value) bool {
	body, ok := v.(*ssa.MakeInterface)
	return ok && calls.Named(body.X.Type()) == "io.PipeReader"
}

// Sends lists the requests sent through a client object.
func (r *Result) Sends(o *Object) []Sending {
	var out []Sending
	for _, u := range o.Uses {
		if u.Arg != knowledge.Receiver || u.Fn == nil {
			continue
		}
		switch {
		case u.Row != nil && u.Row.Does == knowledge.Requests && !u.Row.By("reqctx"):
			out = append(out, Sending{Use: u, Ends: contexts.NoDeadline, Pos: u.Call.Pos(), Text: knowledge.Short(u.Row.Name)})
		case u.Row != nil && u.Row.Does == knowledge.Requests, u.Row == nil && u.Fn.Name() == "Do":
			out = append(out, r.sending(u))
		}
	}
	return out
}

// sending looks at the request argument of a Do or RoundTrip.
func (r *Result) sending(u Use) Sending {
	for _, arg := range u.Call.Common().Args {
		if calls.Named(arg.Type()) != "net/http.Request" {
			continue
		}
		o := r.RequestContext(arg)
		if o.Held && o.State == contexts.NoDeadline {
			o.State = contexts.Unknown // a stream that somebody can stop
		}
		return Sending{Use: u, Ends: o.State, Pos: o.Pos, Text: o.Text}
	}
	return Sending{Use: u}
}

// RequestContext is the origin of the context that a *http.Request carries.
func (r *Result) RequestContext(req ssa.Value) contexts.Origin {
	objects, complete := r.Of(req)
	if !complete {
		return contexts.Origin{}
	}
	var out contexts.Origin
	for i, o := range objects {
		var origin contexts.Origin
		switch {
		case o.Ctx != nil:
			origin = contexts.Of(r.Program, o.Ctx)
		case o.Maker != nil && o.Maker.Name() == "NewRequest":
			origin = contexts.Origin{State: contexts.NoDeadline, Pos: o.Pos, Text: "http.NewRequest"}
		}
		if i > 0 && origin.State != out.State {
			return contexts.Origin{}
		}
		out = origin
	}
	return out
}

// RoundTrips is what is known of a client's Transport.
type RoundTrips struct {
	Transports []*Object // the http.Transports it may be
	Default    bool      // nothing is set: http.DefaultTransport
	Opaque     bool      // it may be something that bounds requests in a way not seen
	FromParam  bool      // an interface value made elsewhere
}

// Transport looks through a client's Transport field.
func (r *Result) Transport(client *Object) RoundTrips {
	var out RoundTrips
	writes := client.Writes("Transport")
	if len(writes) == 0 {
		out.Default = true
	}
	for _, w := range writes {
		r.roundTripper(w.Value, &out, 0)
	}
	for _, p := range client.Presets {
		if p.Field == "Transport" && p.State == Set {
			out.Opaque = true
		}
	}
	out.Opaque = out.Opaque || r.limitedWithin(client)
	return out
}

// limitedWithin reports whether an object was made from one that may have a
// limit of its own, which holds for what goes through it.
func (r *Result) limitedWithin(o *Object) bool {
	if o.Call == nil || o.Maker == nil || o.Maker.Pkg() == nil {
		return false
	}
	flow := r.calls.Table().Flow(o.Maker.Pkg().Path(), calls.FullName(o.Maker))
	if flow == nil || flow.Through == "" {
		return false
	}
	args := o.Call.Call.Args
	if flow.From >= 0 {
		args = []ssa.Value{Argument(o.Call, flow.From)}
	}
	sources, complete := r.Of(args[0])
	return !complete || slices.ContainsFunc(sources, func(from *Object) bool {
		return from.Kind == External || slices.ContainsFunc(from.Accesses, func(a Access) bool { return a.Field.Name() == flow.Through })
	})
}

func (r *Result) roundTripper(v ssa.Value, out *RoundTrips, depth int) {
	if isNil(v) {
		out.Default = true
		return
	}
	objects, complete := r.Of(v)
	for _, o := range objects {
		if o.Type == "net/http.Transport" && !has(out.Transports, o) {
			out.Transports = append(out.Transports, o)
		}
	}
	if complete {
		return
	}
	if made, ok := v.(*ssa.MakeInterface); ok {
		if calls.Named(made.X.Type()) == "net/http.Transport" {
			out.FromParam = true
			return
		}
		if named, ok := namedOf(made.X.Type()); ok && named.Obj().Pkg() == r.Program.SSA.Pkg && !r.watches(named) {
			// A wrapper of this package that sets no limit: what it wraps decides.
			if depth < 3 && r.wrapped(made, out, depth) {
				return
			}
			out.Default = true
			return
		}
		out.Opaque = true
		return
	}
	if _, ok := v.Type().Underlying().(*types.Interface); ok && isParam(v) {
		out.FromParam = true
		return
	}
	out.Opaque = true
}

// isParam: a parameter, directly or through one load of a captured one.
func isParam(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok
}

func namedOf(t types.Type) (*types.Named, bool) {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return named, ok
}

// wrapped follows the RoundTripper kept in a field of a wrapper made here.
func (r *Result) wrapped(made *ssa.MakeInterface, out *RoundTrips, depth int) bool {
	found := false
	for _, v := range storedInside(made) {
		if calls.Named(v.Type()) == "net/http.RoundTripper" {
			r.roundTripper(v, out, depth+1)
			found = true
		}
	}
	return found
}

// watches reports whether a method of the type can end a request: it makes a
// deadline, a timer, or cancels something.
func (r *Result) watches(named *types.Named) bool {
	for method := range named.Methods() {
		if fn := r.Program.Decls[method.Origin()]; fn != nil && r.Limits(fn) {
			return true
		}
	}
	return false
}

// limiters are the functions that give a wait an end.
var limiters = map[string]bool{
	"context.WithTimeout": true, "context.WithTimeoutCause": true,
	"context.WithDeadline": true, "context.WithDeadlineCause": true,
	"time.AfterFunc": true, "time.After": true, "time.NewTimer": true,
	"SetDeadline": true, "SetReadDeadline": true, "SetWriteDeadline": true,
}

// Limits reports whether fn, or a literal in it, calls something that gives a
// wait an end.
func (r *Result) Limits(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if obj := calledFunc(call); obj != nil && (limiters[calls.FullName(obj)] || limiters[obj.Name()]) {
				return true
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if r.Limits(anon) {
			return true
		}
	}
	return false
}

// DialLimit says how a transport's connections are bounded.
type DialLimit int

// The ways a transport dials.
const (
	DialUnset   DialLimit = iota // no dial function: a zero net.Dialer
	DialUnknown                  // a dial function of which nothing is known
	DialBare                     // a dialer without a timeout
	DialBounded                  // a dialer with a timeout
	DialWatched                  // connections get deadlines of their own
)

// Dial looks at a transport's dial functions.
func (r *Result) Dial(transport *Object) DialLimit {
	out := DialUnset
	for _, field := range []string{"DialContext", "Dial", "DialTLSContext", "DialTLS"} {
		for _, w := range transport.Writes(field) {
			if !isNil(w.Value) {
				out = max(out, r.dialFunc(w.Value))
			}
		}
	}
	if out == DialUnset && transport.Limit("DialContext").State == Set {
		out = DialBounded // by what it was cloned from
	}
	return out
}

// dialFunc: a bound method of a Dialer, or a function that can be read.
func (r *Result) dialFunc(v ssa.Value) DialLimit {
	for {
		change, ok := v.(*ssa.ChangeType)
		if !ok {
			break
		}
		v = change.X
	}
	var fn *ssa.Function
	switch v := v.(type) {
	case *ssa.MakeClosure:
		fn = v.Fn.(*ssa.Function)
		if fn.Synthetic != "" && len(v.Bindings) == 1 {
			return r.dialer(v.Bindings[0])
		}
	case *ssa.Function:
		fn = v
	}
	if fn == nil || len(fn.Blocks) == 0 {
		return DialUnknown
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			switch obj := calledFunc(call); {
			case obj == nil:
			case obj.Name() == "SetDeadline" || obj.Name() == "SetReadDeadline":
				return DialWatched
			case calls.FullName(obj) == "net.DialTimeout":
				return DialBounded
			}
		}
	}
	return DialUnknown
}

func (r *Result) dialer(v ssa.Value) DialLimit {
	objects, complete := r.Of(v)
	if !complete {
		return DialUnknown
	}
	out := DialBounded
	for _, o := range objects {
		if !o.Bounded("Timeout", "Deadline") {
			out = DialBare
		}
	}
	return out
}

// Half reports whether a transport made here bounds one stage of a request in
// its own literal and leaves the answer unbounded.
func (r *Result) Half(transport *Object) bool {
	if transport.Kind != MadeHere || transport.Bounded("ResponseHeaderTimeout") {
		return false
	}
	return r.Dial(transport) == DialBounded || transport.Bounded("TLSHandshakeTimeout")
}

// TransportFrom are the clients (values of type *http.Client) out of which the
// transport of a client was taken, as it is or inside a wrapper.
func (r *Result) TransportFrom(client *Object) []ssa.Value {
	var out []ssa.Value
	for _, w := range client.Writes("Transport") {
		for _, v := range append(storedInside(w.Value), w.Value) {
			load, ok := v.(*ssa.UnOp)
			if !ok {
				continue
			}
			if addr, ok := load.X.(*ssa.FieldAddr); ok && calls.Named(addr.X.Type()) == "net/http.Client" {
				out = append(out, addr.X)
			}
		}
	}
	return out
}

// storedInside are the values stored in the fields of a wrapper made here.
func storedInside(v ssa.Value) []ssa.Value {
	made, ok := v.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	alloc, ok := made.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *alloc.Referrers() {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, use := range *addr.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == addr {
				out = append(out, s.Val)
			}
		}
	}
	return out
}
