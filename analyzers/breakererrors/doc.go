// Package breakererrors finds breakers that take a caller's haste for a
// dependency's failure.
//
// # Analyzer breakererrors
//
// a breaker counts the caller's own cancellation or mistake as a failure of the dependency
//
// Left alone, sony/gobreaker counts every error as a failure of the service
// behind it. A browser that is closed, a caller whose own deadline was short, a
// question the service was right to refuse: six of them in a row, and the
// breaker refuses everybody for a minute, while the service is well. The more
// callers give up, the more are refused.
//
// The rule follows a breaker from its Settings to its Execute calls and reports
// one that has neither IsSuccessful nor IsExcluded and runs a call under the
// context of whoever asks.
//
// # What is not reported
//
// A breaker around a call that takes no context, or one that starts anew: it
// cannot be cancelled from outside. A function that looks at its error
// (errors.Is, errors.As, context.Canceled, a status code of gRPC) before the
// breaker sees it. A TwoStepCircuitBreaker: there the program says itself what
// failed. A breaker whose calls are not in sight.
//
// # The way out
//
// Set IsExcluded (v2.4 and later) for context.Canceled, and IsSuccessful for the
// answers that are the caller's own mistake.
package breakererrors
