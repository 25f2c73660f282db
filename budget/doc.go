// Package budget gives a service one deadline per request that shrinks as it
// travels, calls that take what is left and no more, retries that fit, and a
// fast honest failure. It needs the standard library alone.
//
// # A minute
//
//	orders, err := budget.New("orders", budget.Policy{ // once, at start-up
//		Ceiling: 300 * time.Millisecond, // its p99.9 and a margin
//		Floor:   20 * time.Millisecond,  // its p50
//	})
//	client := orders.Client()              // bounded, propagates the deadline
//	server := budget.NewServer(":8080", h) // gives every request a deadline
//
// Every call then gets
//
//	min(remaining − reserve − floors of later mandatory calls, ceiling)
//
// computed from the clock when it starts, and again before every retry. With
// less than the floor left it is not made.
//
// # What there is
//
//	Remaining, WithAtMost, Detach    deadlines of contexts: read, shorten, replace
//	New, Dependency, Policy          one thing this process waits for, and how
//	Dependency.SetPolicy             another policy while it is in use
//	Dependency.Timeout, .Context     the arithmetic alone
//	Plan                             several calls under one deadline
//	Do, DoOr                         an operation: attempts, retries, hedge; fallback
//	Dependency.Begin, Attempt        one attempt by hand, for streams and adapters
//	Dependency.Transport, .Client    the same over HTTP, with the deadline headers
//	Middleware, NewServer            the other side: read, clamp, refuse what expired
//	Acquire                          the wait in front of a pool
//	NewAdaptive, Limiter             how many at once, found out by itself; shedding
//	WithCriticality                  what is refused first, and last
//	NewThrottle, Breakers            refusing a share; several breakers at once
//	Breaker                          interface for a circuit breaker; see budget/breaker
//	Observer, Event, Slog            every timeout and refusal is an event
//	WriteProfile, ReadProfile        measured latencies, for "timeoutlint budgets"
//	Error, Reason, ReasonOf          why there is no answer
//	Status, WriteError, CheckStatus  from a reason to a status, and back
//
// # Zero values
//
// A zero field means a safe default, never "for ever" and never "at once".
// [Off] turns a part off where that is safe; any other negative value is refused:
// by [New], by [ServerOptions.Validate], and of a call's option by the call. So is
// what could never do what it is for, a hedge of one attempt, say. Attempts include
// the first: 0 is 3, 1 is no retry, infinity does not exist.
//
// # One attempt
//
// In this order: floor (is it worth calling?), breaker (is it known to be
// down?), bulkhead (is there a slot?), context (from here the clock runs), call.
// Everything taken is given back when the call returns, or, for an HTTP response,
// when its body is closed. Nothing is taken before it is needed, and there is no
// goroutine unless a call hedges.
//
// A call on a dependency inside an attempt on the same one is a part of it: see
// [Do]. What leaves its attempt ([Detach]) is not.
//
// # What comes next
//
// Another attempt follows if all of this holds: the caller is still there; the
// outcome is [Failure] or [Unsent] (or an HTTP status worth repeating); repeating
// is safe, that is the call is [Idempotent] or provably never left; an attempt is
// left; the wait, at most Retry.Cap with full jitter, leaves the next attempt its
// floor; and there is a token. Otherwise the operation ends at once with an
// [*Error] that wraps the attempt's own error. The decision reads the caller's
// context: an attempt that timed out is no reason to stop, a caller that left is.
//
// That a call provably never left is known only where this package sends: by the
// Transport, by budget/grpcbudget, or because the function says so ([Mark]). An
// error that a function returns is about the last thing it did.
//
// # What a breaker is told
//
// A failure, if the dependency was asked and failed. Not an answer that says no
// (4xx, 429 and sql.ErrNoRows included), that is late (unless Policy.SlowCall says
// what late is) or that goes on for as long as it may; not a full pool of ours,
// another dependency's failure, a request that could not be sent, or whose body
// the caller broke off, a panic, or a caller that left.
//
// # One level of retries
//
// Three services that repeat three times each are 27 calls of the last one. So an
// operation that has failed for good says so: to the operation around it, and,
// through [Middleware], to the service above ([HeaderExhausted]), which does not
// repeat it. A later attempt carries its number ([HeaderAttempt]); whoever serves
// it repeats nothing. Both sides pay a token of their own for what the other
// repeats, so that a tenth more stays a tenth more over the whole path.
//
// # Errors
//
//	timeout       the time ran out                       matches DeadlineExceeded
//	floor         not called, too little time left       matches DeadlineExceeded
//	wait          the next attempt would come too late   matches DeadlineExceeded
//	canceled      the caller left                        matches Canceled
//	open          the breaker refused
//	full          no free slot
//	retry_budget  failed, no token to repeat
//	attempts      failed, no attempt left
//	unsafe        failed, repeating could do the work twice
//	exhausted     failed, a level below has repeated it already
//	rejected      the dependency said no
//	misuse        not called: an option or an answer that makes no sense
//
// # Limits
//
// A call that ignores its context cannot be stopped, only counted (KindOrphan).
// A retry budget bounds the load that retries add; it does not make a slow
// dependency answer, and callers that try again as soon as they fail may even
// succeed less often with it than without. The right ceiling comes first, then
// the propagated deadline, then the breaker.
package budget
