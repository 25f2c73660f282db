package idempotency

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/tries"
)

// channel says how the connection of a generated client repeats a call by itself:
// by an interceptor, or by the retry policy of its service config.
func (r *Result) channel(c *ssa.CallCommon) *Again {
	for _, stub := range r.program.Leaves(receiverAndArgs(c)[0]) {
		made, ok := stub.(*ssa.Call)
		if !ok || len(made.Call.Args) == 0 {
			continue
		}
		service := strings.TrimSuffix(strings.TrimPrefix(calleeName(made.Common()), "New"), "Client")
		for _, conn := range r.program.Leaves(made.Call.Args[0]) {
			if ext, ok := conn.(*ssa.Extract); ok {
				if dial, ok := ext.Tuple.(*ssa.Call); ok && strings.HasPrefix(qualified(dial.Common()), "google.golang.org/grpc.") {
					if a := r.dialed(dial, service, calleeName(c)); a != nil {
						return a
					}
				}
			}
		}
	}
	return nil
}

// dialed reads the options that a connection is made with.
func (r *Result) dialed(dial *ssa.Call, service, method string) *Again {
	for _, option := range r.options(dial) {
		switch qualified(option.Common()) {
		case "google.golang.org/grpc.WithUnaryInterceptor", "google.golang.org/grpc.WithChainUnaryInterceptor":
			for _, made := range r.options(option) {
				if a := interceptor(made, r.options(made)); a != nil {
					return a
				}
			}
		case "google.golang.org/grpc.WithDefaultServiceConfig":
			if a := r.policy(option, service, method); a != nil {
				return a
			}
		}
	}
	return nil
}

// options are the calls that the arguments of a call come from.
func (r *Result) options(call *ssa.Call) []*ssa.Call {
	var out []*ssa.Call
	for _, arg := range call.Call.Args {
		for _, part := range spread(arg) {
			for _, leaf := range r.program.Leaves(part) {
				if made, ok := leaf.(*ssa.Call); ok {
					out = append(out, made)
				}
			}
		}
	}
	return out
}

// interceptor: none by default, and the codes ResourceExhausted and Unavailable.
func interceptor(made *ssa.Call, options []*ssa.Call) *Again {
	name := qualified(made.Common())
	if !strings.HasPrefix(name, "github.com/grpc-ecosystem/go-grpc-middleware") || !strings.HasSuffix(name, "retry.UnaryClientInterceptor") {
		return nil
	}
	n, after := int64(0), retries.LostConn
	for _, option := range options {
		args := option.Call.Args
		switch calleeName(option.Common()) {
		case "WithMax":
			if c, ok := args[0].(*ssa.Const); ok && c.Value != nil {
				n = c.Int64()
			}
		case "WithCodes":
			after = ""
			for _, code := range spread(args[0]) {
				c, ok := code.(*ssa.Const)
				if !ok || c.Value == nil || calls.Named(c.Type()) != "google.golang.org/grpc/codes.Code" {
					continue
				}
				if failure := unsureCodes[c.Int64()]; failure != "" && after != retries.TimedOut {
					after = failure
				}
			}
		case "WithRetriable":
			return nil
		}
	}
	if n < 2 || after == "" {
		return nil
	}
	return &Again{After: after, Times: times(int(n)), By: "the interceptor of go-grpc-middleware"}
}

// unsureCodes are the codes after which nobody knows whether it was done.
var unsureCodes = map[int64]retries.Failure{1: retries.TimedOut, 2: retries.AnyError, 4: retries.TimedOut, 13: retries.AnyError, 14: retries.LostConn}

var unsureNames = map[string]retries.Failure{"CANCELLED": retries.TimedOut, "UNKNOWN": retries.AnyError, "DEADLINE_EXCEEDED": retries.TimedOut, "INTERNAL": retries.AnyError, "UNAVAILABLE": retries.LostConn}

// policy is that of a service config for a whole service. Of one for a method
// its own name tells, where the config is.
func (r *Result) policy(option *ssa.Call, service, method string) *Again {
	for _, p := range r.pass.ResultOf[tries.Analyzer].(*tries.Result).Policies {
		if p.At.Lparen != option.Pos() || p.Attempts() < 2 {
			continue
		}
		for _, name := range p.Methods {
			of, only, _ := strings.Cut(name, "/")
			if only != "" || of != "" && of[strings.LastIndexByte(of, '.')+1:] != service {
				continue
			}
			for _, code := range p.Codes {
				if failure := unsureNames[code]; failure != "" {
					return &Again{After: failure, Times: times(int(p.Attempts())), By: "the retryPolicy of the service config"}
				}
			}
		}
	}
	return nil
}
