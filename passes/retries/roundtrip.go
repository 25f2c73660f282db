package retries

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Relayed are the requests that a RoundTrip method is given and sends once an
// attempt, with whatever body they have: neither the body nor the method of the
// request is looked at.
func (r *Result) Relayed(l *Loop) []Request {
	param := roundTripped(l.Fn)
	if param == nil {
		return nil
	}
	whole := Request{}
	r.uses(param, &whole)
	if whole.Renewed || whole.Touched || reads(param, "Method") {
		return nil
	}
	var out []Request
	l.each(func(instr ssa.Instruction) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return
		}
		if v := r.sent(call.Common()); v != nil {
			if _, given := requestOrigins(v); slices.Contains(given, param) {
				out = append(out, Request{Sent: call})
			}
		}
	})
	return out
}

// roundTripped is the request of an http.RoundTripper's method; nil: the function
// is none.
func roundTripped(fn *ssa.Function) *ssa.Parameter {
	sig := fn.Signature
	if fn.Name() != "RoundTrip" || sig.Recv() == nil || sig.Params().Len() != 1 || sig.Results().Len() != 2 {
		return nil
	}
	if _, ok := sig.Params().At(0).Type().(*types.Pointer); !ok || calls.Named(sig.Params().At(0).Type()) != "net/http.Request" || len(fn.Params) != 2 {
		return nil
	}
	return fn.Params[1]
}

// reads reports whether a field of the parameter is asked for.
func reads(param *ssa.Parameter, field string) bool {
	return slices.ContainsFunc(*param.Referrers(), func(ref ssa.Instruction) bool {
		fa, ok := ref.(*ssa.FieldAddr)
		return ok && fieldName(fa) == field
	})
}
