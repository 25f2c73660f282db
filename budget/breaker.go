package budget

import "errors"

// Breaker is asked before every attempt and told how it went. It is the
// interface of a two-step circuit breaker; *gobreaker.TwoStepCircuitBreaker of
// github.com/sony/gobreaker/v2 satisfies it as it is, and budget/breaker
// configures one with the right defaults.
//
// Allow returns an error to refuse the attempt. Otherwise done is called exactly
// once, when the attempt is over (for HTTP: when its body has been closed), with
//
//   - nil: the dependency answered in time. A 4xx is such an answer.
//   - an error that matches [ErrSlow]: it answered, but took Policy.SlowCall or more.
//   - an error that matches [ErrNeutral]: the attempt says nothing about the
//     dependency (the caller left early, or no slot was free). It must not be
//     counted, and a probe's slot must be returned.
//   - any other error: the dependency failed.
type Breaker interface {
	Allow() (done func(err error), err error)
}

// ErrSlow is what a breaker is told about a success that took too long.
var ErrSlow = errors.New("budget: slow call")

// ErrNeutral is what a breaker is told about an attempt that proves nothing.
var ErrNeutral = errors.New("budget: outcome says nothing about the dependency")
