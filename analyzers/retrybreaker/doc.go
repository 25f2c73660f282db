// Package retrybreaker finds retries around a circuit breaker.
//
// # Analyzer retrybreaker
//
// a retry repeats the refusal of an open breaker
//
// An open breaker refuses at once so that the dependency can recover. A retry
// around it that repeats every error spends its attempts on refusals, within
// microseconds, or sleeps through its delays for an answer that is known. The rule
// reports a retry of a call through a breaker that looks at no error.
//
// # What is not reported
//
// A loop that looks at the error or asks a predicate; a retry inside the breaker.
//
// # The way out
//
// Stop at the breaker's own errors (gobreaker.ErrOpenState, ErrTooManyRequests), or
// put the retry inside the breaker, where one outcome of all attempts counts.
package retrybreaker
