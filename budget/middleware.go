package budget

import (
	"net/http"
	"sync/atomic"
	"time"
)

// ServerOptions says how a server bounds its requests. Zero values, and negative
// ones, mean the defaults.
type ServerOptions struct {
	Default time.Duration // deadline of a request that brings none; 0 = 10s
	Max     time.Duration // longest deadline granted, whatever is asked; 0 = 30s
	Floor   time.Duration // with less left the handler does not run; 0 = 5ms
	Skew    time.Duration // largest accepted difference between both headers; 0 = 5s

	// Reserve keeps the handler's deadline below http.Server.WriteTimeout, which
	// does not cancel a handler: it must end early enough to write its answer.
	// 0 = 500ms, or a quarter of WriteTimeout if that is less.
	Reserve time.Duration

	// Accept names further sources, read when HeaderTimeout is absent or
	// malformed, the first readable one wins.
	Accept []Source

	// Dark observes and counts but neither refuses nor shortens: for a roll-out.
	Dark bool

	Stats    *ServerStats // counters; nil = none
	Observer Observer     // events; nil = none
}

// Source is a further header that a deadline may come from.
type Source uint8

const (
	GRPCTimeout    Source = iota // grpc-timeout: up to 8 digits and H, M, S, m, u or n
	EnvoyTimeout                 // x-envoy-expected-rq-timeout-ms
	ConnectTimeout               // Connect-Timeout-Ms: up to 10 digits
	AbsoluteAlone                // HeaderDeadline without a relative one; needs clocks in step
)

// ServerStats counts what the middleware saw. The zero value is ready.
type ServerStats struct {
	Requests  atomic.Uint64 // all
	Malformed atomic.Uint64 // with a header that could not be read
	Skewed    atomic.Uint64 // whose two deadlines disagree by more than Skew
	Expired   atomic.Uint64 // expired on arrival (answered 504, unless Dark)
	Orphans   atomic.Uint64 // whose handler went on after its deadline
}

// Middleware gives every request a deadline: the caller's if it sent one, else
// Default; at most Max, below the server's WriteTimeout, and never later than
// the request's context already has.
//
// The relative header counts from now. The absolute one is used if it is the
// earlier and differs by at most Skew; otherwise it is ignored and counted. A
// malformed header is absent, and counted, never an error to the caller. A
// request with less than Floor left is answered 504 with HeaderExpired, without
// running the handler.
func Middleware(o ServerOptions) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler { return h }
}
