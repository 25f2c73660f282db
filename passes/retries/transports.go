package retries

import (
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Covered is a client with a timeout around a transport of this package that
// sends a request again and again: the one time is for all attempts together.
type Covered struct {
	Client  ssa.Value     // where it is made
	Timeout time.Duration // 0: not a constant
	Loop    *Loop         // of the transport
	Attempt *Attempt
}

// Covered finds the clients whose timeout covers a transport that repeats, and
// does not give its attempts a time of their own.
func (r *Result) Covered() []Covered {
	senders := r.transports()
	if len(senders) == 0 {
		return nil
	}
	var out []Covered
	for _, fn := range r.Program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				made, ok := instr.(*ssa.Alloc)
				if !ok || calls.Named(made.Type()) != "net/http.Client" {
					continue
				}
				limit, transport := clientFields(made)
				if limit == nil || transport == nil {
					continue
				}
				time, known := limited(limit)
				for _, t := range r.concrete(transport) {
					if l := senders[calls.Named(t)]; l != nil && known {
						out = append(out, Covered{made, time, l, l.Calls[0]})
					}
				}
			}
		}
	}
	return out
}

// limited is a timeout; known is false where it is 0, which is none.
func limited(v ssa.Value) (limit time.Duration, known bool) {
	d := durations.Of(v, nil)
	n, exact := d.Exact()
	if !exact {
		return 0, !d.Known || d.Hi > 0
	}
	return time.Duration(n), n > 0
}

// clientFields are the values that a client's Timeout and Transport are set to.
func clientFields(made *ssa.Alloc) (timeout, transport ssa.Value) {
	for _, ref := range *made.Referrers() {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		field := program.FieldOf(addr)
		for _, v := range stores(addr) {
			switch {
			case field == nil:
			case field.Name() == "Timeout":
				timeout = v
			case field.Name() == "Transport":
				transport = v
			}
		}
	}
	return timeout, transport
}

// transports are the loops in RoundTrip methods of this package that send the
// request again, by the name of the type.
func (r *Result) transports() map[string]*Loop {
	out := map[string]*Loop{}
	for _, l := range r.Loops {
		obj, ok := l.Fn.Object().(*types.Func)
		if !ok || l.Class != Retry || l.Form != Looped || obj.Name() != "RoundTrip" || obj.Signature().Recv() == nil {
			continue
		}
		for _, a := range l.Calls {
			if name := calleeName(a.Call.Common()); (name == "RoundTrip" || name == "Do") && !l.Timed(a) {
				out[calls.Named(obj.Signature().Recv().Type())] = l
			}
		}
	}
	return out
}
