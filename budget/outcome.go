package budget

import (
	"context"
	"errors"
	"net"
	"time"
)

// Outcome is what one attempt says about the dependency.
type Outcome uint8

const (
	Success  Outcome = iota // answered
	Failure                 // failed or timed out; whether it did the work is unknown
	Unsent                  // failed, and provably never reached the dependency
	Rejected                // answered, and said no (4xx): not a fault, not repeated
	Neutral                 // the caller left: says nothing
)

var outcomeText = [...]string{"success", "failure", "unsent", "rejected", "neutral"}

// String returns the label: success, failure, unsent, rejected or neutral.
func (o Outcome) String() string {
	if int(o) < len(outcomeText) {
		return outcomeText[o]
	}
	return "unknown"
}

// Classify is the default judgement. In this order: no error is a [Success];
// what [Mark] said; a caller whose context is done is [Neutral]; a name that
// does not resolve or a connection that cannot be dialled is [Unsent];
// everything else is a [Failure].
//
// It reads the caller's context and never the error alone, because an attempt's
// own timeout carries the same error as a caller that left.
func Classify(caller context.Context, err error) Outcome {
	if err == nil {
		return Success
	}
	var m *marked
	if errors.As(err, &m) {
		return m.outcome
	}
	if caller.Err() != nil {
		return Neutral
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return Unsent
	}
	var dns *net.DNSError
	if errors.As(err, &dns) {
		return Unsent
	}
	return Failure
}

// Mark wraps err so that [Classify] judges it as o: Mark(err, Rejected) for "not
// found", Mark(err, Unsent) for a request that was never written. A nil err
// stays nil. The text of the error does not change.
func Mark(err error, o Outcome) error {
	if err == nil {
		return nil
	}
	return &marked{err, o}
}

type marked struct {
	error
	outcome Outcome
}

func (m *marked) Unwrap() error { return m.error }

// After wraps err with the wait that the dependency asked for before the next
// attempt, as an HTTP Retry-After does. It is honoured up to Retry.Cap; zero and
// negative waits mean at once. A nil err stays nil.
func After(err error, wait time.Duration) error {
	if err == nil {
		return nil
	}
	return &after{err, wait}
}

type after struct {
	error
	wait time.Duration
}

func (a *after) Unwrap() error             { return a.error }
func (a *after) RetryAfter() time.Duration { return a.wait }

// retryAfter finds a RetryAfter() time.Duration in err's tree; ok is false when
// the dependency asked for nothing.
func retryAfter(err error) (wait time.Duration, ok bool) {
	var asked interface{ RetryAfter() time.Duration }
	if !errors.As(err, &asked) {
		return 0, false
	}
	return max(0, asked.RetryAfter()), true
}
