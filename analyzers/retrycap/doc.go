// Package retrycap finds retries that never end.
//
// # Analyzer retrycap
//
// a retry loop has no limit of attempts or time
//
// A call that is repeated until it works holds whoever waits for it as long as
// the dependency is away: a request, its connection, its place in the pool. The
// rule reports a loop, or a function that calls itself, that repeats a failed
// remote call, ends with success only, and listens to nothing that could stop
// it: no count, no clock, no context, no channel; where somebody is known to
// wait: a request, a remote call or a message that is answered, whoever wants the
// lock that is held, or comes to the sync.Once around it. A function that calls
// itself with the number of attempts that it was given is always reported, and so
// is a loop that counts its attempts, but not those after some failures. What is
// handed to something that repeats it, a helper of one's own or a library's
// Retry, counts as a loop: its policy is read from the options, the builder, the
// literal or the wrapper that the call is given.
//
// # What is not reported
//
// Any limit: a counter, a time, an iterator that runs out, an object that is
// asked (Ongoing, NextBackOff), a context with a deadline. At start-up, and where
// nobody in sight waits, going on until it works may be what is meant: that has
// low confidence, as has a loop that picks its errors. A loop that waits and
// listens to its context or to a channel is a note, shown on request: whoever
// calls it can end it, and a daemon is meant to go on. Of a loop that does not
// wait at all retrybackoff speaks, where it is on. Loops of main and of
// goroutines of their own, pollers, consumers and supervisors are not retries.
//
// # The way out
//
// Count the attempts, or give the whole of them a deadline and look at it
// before each one.
//
// With package budget: three attempts by default, ten at most, and none that
// the deadline leaves no time for.
//
//	v, err := budget.Do(ctx, orders, fetch, budget.Idempotent())
package retrycap
