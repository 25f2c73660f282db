package budget

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Outcome is what one attempt says about the dependency.
type Outcome uint8

// The outcomes.
const (
	Success  Outcome = iota // answered
	Failure                 // failed or timed out; whether it did the work is unknown
	Unsent                  // failed, and provably never reached the dependency
	Rejected                // answered, and said no (4xx): not a fault, not repeated
	Neutral                 // the caller left, or it is our own fault: says nothing
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
// what [Mark] said, though to a caller that has left nothing was [Unsent]; the end of an operation inside this one, on another
// dependency or in front of a pool of ours, is [Neutral]; so is a caller whose
// context is done; [sql.ErrNoRows] and a [StatusError] of a 4xx are [Rejected];
// everything else is a [Failure].
//
// Nothing in an error proves that the call did no work before it failed: it may
// come from the second request the call made. [Unsent] is what the Transport and
// the gRPC interceptors, which see what they send, and Mark say.
//
// It reads the caller's context and never the error alone, because an attempt's
// own timeout carries the same error as a caller that left.
func Classify(caller context.Context, err error) Outcome {
	if err == nil {
		return Success
	}
	m, inner := said(err)
	switch {
	case m != nil && (m.outcome != Unsent || caller.Err() == nil):
		return m.outcome
	case inner != nil, caller.Err() != nil:
		return Neutral
	case errors.Is(err, sql.ErrNoRows):
		return Rejected
	}
	var answered *StatusError
	if errors.As(err, &answered) && answered.Code < 500 {
		return Rejected
	}
	return Failure
}

// said reads err from the outside in, up to the first thing that decides: a mark,
// or the end of another operation, behind which marks are about that one.
func said(err error) (*marked, *Error) {
	for err != nil {
		switch e := err.(type) {
		case *marked:
			return e, nil
		case *Error:
			if e.ended {
				return nil, e
			}
			err = e.Err
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		case interface{ Unwrap() []error }:
			return saidByAll(e.Unwrap())
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// saidByAll lets the first of several errors decide that does, except that
// nothing was sent only if all of them say so.
func saidByAll(list []error) (first *marked, inner *Error) {
	unsent := 0
	for _, err := range list {
		m, e := said(err)
		switch {
		case e != nil:
			return nil, e
		case m != nil && m.outcome == Unsent:
			first = m
			unsent++
		case m != nil:
			return m, nil
		}
	}
	if unsent < len(list) {
		return nil, nil
	}
	return first, nil
}

// Mark wraps err so that [Classify] judges it as o: Mark(err, Rejected) for "not
// found", Mark(err, Unsent) for a request that was never written. A nil err
// stays nil. The text of the error does not change. A mark is about the operation
// that returns it: another one around it does not read it.
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
// attempt, as an HTTP Retry-After does, and says that another attempt may
// succeed, even after a rejection. The next attempt comes no sooner, and later by
// some jitter, so that those who were told the same do not come back at once; a
// wait above Retry.Cap is not waited for, and ends the operation. Zero and
// negative waits leave the backoff alone. A nil err stays nil.
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
