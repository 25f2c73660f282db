package budget

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Reason says why an operation ended without an answer. Its text (see
// [Reason.String]) is stable and fit for a metric label.
type Reason uint8

// The reasons.
const (
	ReasonNone        Reason = iota // no failure
	ReasonTimeout                   // the attempt, or the whole operation, ran out of its time
	ReasonFloor                     // less than the floor was left: the call was not made
	ReasonWait                      // the wait before the next attempt would outlive the deadline
	ReasonOpen                      // the breaker refused
	ReasonFull                      // no free slot in the bulkhead
	ReasonRetryBudget               // no token left for another attempt
	ReasonAttempts                  // the last permitted attempt failed
	ReasonCanceled                  // the caller left
	ReasonRejected                  // the dependency answered and said no (4xx)
	ReasonUnsafe                    // failed, and repeating could do the work twice
	ReasonExhausted                 // failed, and a level below has repeated it already
	ReasonMisuse                    // the call makes no sense: a negative option, an answer that cannot outlive its attempt
)

var reasonText = [...]string{
	"none", "timeout", "floor", "wait", "open", "full",
	"retry_budget", "attempts", "canceled", "rejected", "unsafe", "exhausted", "misuse",
}

// String returns the label: none, timeout, floor, wait, open, full,
// retry_budget, attempts, canceled, rejected, unsafe, exhausted or misuse.
func (r Reason) String() string {
	if int(r) < len(reasonText) {
		return reasonText[r]
	}
	return "unknown"
}

// Error is what every failed operation of this package returns. It keeps the
// last attempt's own error in Err, always: a deadline never hides the reason
// the dependency gave.
//
// It matches [context.DeadlineExceeded] for timeout, floor and wait, and
// [context.Canceled] for canceled.
type Error struct {
	Dependency string        // name given to New; empty for WithAtMost, Detach and Acquire
	Reason     Reason        // why it ended
	Attempts   int           // attempts started, the first included; 0 when the call was not made
	Granted    time.Duration // what the last attempt was given
	Elapsed    time.Duration // from the start of the operation to its end
	Remaining  time.Duration // what the caller still had at the end; 0 without a deadline
	Err        error         // the last attempt's own error; nil if there was none

	ended   bool    // it is the end of an operation, not the cause of a context's
	outcome Outcome // of that operation, for the attempt around it

	exhausted bool
}

// Error names the dependency and the reason, then the last attempt's error.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("budget: ")
	if e.Dependency != "" {
		b.WriteString(e.Dependency + ": ")
	}
	if inner := e.inner(); inner != nil {
		b.WriteString(strings.TrimPrefix(inner.Error(), "budget: ")) // it has the same reason, and says so
		return b.String()
	}
	b.WriteString(e.Reason.explain())
	if e.Attempts > 1 {
		fmt.Fprintf(&b, " after %d attempts", e.Attempts)
	}
	if e.Granted > 0 && e.Reason == ReasonTimeout {
		fmt.Fprintf(&b, " (granted %v)", e.Granted)
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// inner is the error of an operation inside that this one ended with.
func (e *Error) inner() *Error {
	inner, ok := e.Err.(*Error)
	if !ok || !e.ended || !inner.ended || inner.Reason != e.Reason {
		return nil
	}
	return inner
}

func (r Reason) explain() string {
	switch r {
	case ReasonTimeout:
		return "timed out"
	case ReasonFloor:
		return "not called: less time left than its floor"
	case ReasonWait:
		return "stopped: the next attempt would start too late"
	case ReasonOpen:
		return "not called: breaker open"
	case ReasonFull:
		return "not called: every slot is taken"
	case ReasonRetryBudget:
		return "not retried: this process has spent its retry tokens"
	case ReasonAttempts:
		return "failed"
	case ReasonCanceled:
		return "the caller left"
	case ReasonUnsafe:
		return "failed, not safe to repeat"
	case ReasonExhausted:
		return "failed, repeated already by a level below"
	case ReasonMisuse:
		return "not called"
	}
	return r.String()
}

// Unwrap returns the last attempt's own error.
func (e *Error) Unwrap() error { return e.Err }

// Is matches context.DeadlineExceeded and context.Canceled by reason, so that
// errors.Is keeps working on errors and causes of this package.
func (e *Error) Is(target error) bool {
	switch target {
	case context.DeadlineExceeded:
		return e.Reason.timeout()
	case context.Canceled:
		return e.Reason == ReasonCanceled
	}
	return false
}

// Exhausted reports whether nobody above should repeat the operation: it failed
// after more than one attempt, for want of a retry token, because of an open
// breaker, or because of an error that says so itself (see [Exhausted]).
func (e *Error) Exhausted() bool { return e.exhausted || isExhausted(e.Err) }

// Timeout reports whether time was what ran out: by reason (timeout, floor,
// wait), or because the last attempt's own error says so. net.Error, url.Error
// and os.IsTimeout see it.
func (e *Error) Timeout() bool {
	var own interface{ Timeout() bool }
	return e.Reason.timeout() ||
		e.Reason != ReasonCanceled && errors.As(e.Err, &own) && own.Timeout()
}

// Temporary makes an [*Error] a net.Error. It reports whether the same call may
// succeed later: always, but for a caller that left, a rejection and a misuse.
func (e *Error) Temporary() bool {
	return e.Reason != ReasonCanceled && e.Reason != ReasonRejected && e.Reason != ReasonMisuse
}

func (r Reason) timeout() bool {
	return r == ReasonTimeout || r == ReasonFloor || r == ReasonWait
}

// ReasonOf returns the reason of the first [*Error] in err's tree, and
// ReasonNone if there is none.
func ReasonOf(err error) Reason {
	var e *Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ReasonNone
}
