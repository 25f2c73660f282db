package wholeprogram

import (
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/clients"
	"github.com/timeoutlint/timeoutlint/passes/flow/deadlines"
)

// ClientLimit is the least and the most, in nanoseconds, that the clients of a
// request permit, whoever sends it.
type ClientLimit struct {
	Lo, Hi int64
	Place  flow.Place // where the client with the longest is made
	Unless string     // what may set another; as of a number
	Where  string
}

// ClientLimit is the Timeout of the clients that a request may go through; ok: all
// of them are known and have one.
func (p *Program) ClientLimit(pkg *flow.Package, w *flow.Wait) (out ClientLimit, ok bool) {
	if !web(w) || w.Receiver == nil {
		return out, false
	}
	for i, c := range p.clients.Of(pkg, w.Receiver, nil) {
		if c.State != clients.Bounded || !c.Timeout.Known || c.Timeout.Lo <= 0 {
			return out, false
		}
		if i == 0 || c.Timeout.Lo < out.Lo {
			out.Lo = c.Timeout.Lo
		}
		if i == 0 || c.Timeout.Hi > out.Hi {
			out.Hi, out.Place, out.Unless, out.Where = c.Timeout.Hi, c.Place, c.Timeout.Unless, c.Timeout.Where
		}
		ok = true
	}
	return out, ok
}

// Endless reports whether the context of a wait never ends, whoever gives it, and
// what makes it.
func (p *Program) Endless(pkg *flow.Package, w *flow.Wait) (string, bool) {
	var all []deadlines.Context
	switch {
	case w.Context != nil:
		all = p.deadlines.Of(pkg, w.Context, nil)
	case w.Request != nil:
		all = p.deadlines.OfRequest(pkg, w.Request, nil)
	}
	for _, c := range all {
		if c.State != deadlines.Never || c.Held || c.Stops || c.Signal {
			return "", false
		}
	}
	if len(all) == 0 {
		return "", false
	}
	return all[0].Text, true
}
