package retries

import (
	"golang.org/x/tools/go/ssa"
)

// sent is the request that a call sends as it is; nil if it sends none, or one
// that it may change.
func (r *Result) sent(c *ssa.CallCommon) ssa.Value {
	switch qualified(c) {
	case "(*net/http.Client).Do", "(net/http.RoundTripper).RoundTrip", "(*net/http.Transport).RoundTrip":
		return c.Args[len(c.Args)-1]
	}
	if b := r.behaves(c); b != nil && b.Sends > 0 {
		return argument(c, b.Sends-1)
	}
	return nil
}

// senders finds the functions that send a request they are given, once, and
// leave it alone otherwise.
func (r *Result) senders() {
	for changed, rounds := true, 0; changed && rounds < 4; rounds++ {
		changed = false
		for _, fn := range r.Program.Funcs {
			if b := r.facts[fn]; b != nil && b.Sends == 0 {
				b.Sends = r.sender(fn)
				changed = changed || b.Sends > 0
			}
		}
	}
}

// sender is one more than the index of the parameter that a function sends.
func (r *Result) sender(fn *ssa.Function) int {
	first := 0
	if fn.Signature.Recv() != nil {
		first = 1
	}
	for i, p := range fn.Params {
		if i < first || !isRequest(p.Type()) {
			continue
		}
		sends := false
		for _, call := range callsIn(fn) {
			sends = sends || sameRequest(r.sent(call.Common()), p)
		}
		var req Request
		if r.uses(p, &req); sends && !req.Touched && !req.Renewed && !req.Keyed {
			return i - first + 1
		}
	}
	return 0
}

// sameRequest: v is the parameter, or a copy of it under another context.
func sameRequest(v ssa.Value, p *ssa.Parameter) bool {
	for v != nil {
		if v == ssa.Value(p) {
			return true
		}
		call, ok := v.(*ssa.Call)
		if !ok || qualified(call.Common()) != "(*net/http.Request).WithContext" && qualified(call.Common()) != "(*net/http.Request).Clone" {
			return false
		}
		v = call.Call.Args[0]
	}
	return false
}

// ClosesBody reports whether the loop closes the body of an answer before it
// comes round again; a deferred call does so only when the function ends.
func (l *Loop) ClosesBody() bool {
	found := false
	l.each(func(instr ssa.Instruction) {
		call, ok := instr.(*ssa.Call)
		if !ok || calleeName(call.Common()) != "Close" || !call.Call.IsInvoke() {
			return
		}
		if load, ok := call.Call.Value.(*ssa.UnOp); ok {
			fa, ok := load.X.(*ssa.FieldAddr)
			found = found || ok && fieldName(fa) == "Body"
		}
	})
	return found
}
