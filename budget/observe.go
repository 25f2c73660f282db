package budget

import (
	"context"
	"time"
)

// Kind is what an [Event] reports.
type Kind uint8

// The kinds of event.
const (
	KindAttempt  Kind = iota // an attempt ended: Outcome, Elapsed, Granted; Reason is timeout, canceled, rejected or none
	KindRefused              // an attempt was not made: Reason is floor, wait, open, full or retry_budget
	KindRetry                // another attempt follows after Wait
	KindHedge                // a second attempt starts beside a slow one
	KindDone                 // the whole operation ended: Attempt attempts in Elapsed
	KindFallback             // the fallback answers instead: Reason and Err say why
	KindOrphan               // work went on after its deadline; Elapsed - Granted is the excess

	KindMalformed // server: a deadline header could not be read and was ignored
	KindSkew      // server: relative and absolute deadline disagree; the relative one is used
	KindExpired   // server: the deadline had passed on arrival; the handler did not run
)

var kindText = [...]string{
	"attempt", "refused", "retry", "hedge", "done", "fallback", "orphan",
	"malformed", "skew", "expired",
}

// String returns the label: attempt, refused, retry, hedge, done, fallback,
// orphan, malformed, skew or expired.
func (k Kind) String() string {
	if int(k) < len(kindText) {
		return kindText[k]
	}
	return "unknown"
}

// Event is one thing that happened. A duration that does not apply is zero.
type Event struct {
	Kind       Kind
	Dependency string        // the name given to New; "server" for the middleware's events
	Reason     Reason        // why an attempt was refused or an operation failed
	Outcome    Outcome       // how the attempt or the operation ended
	Attempt    int           // counted from 1
	Hedge      bool          // the attempt was a hedge
	Granted    time.Duration // what the attempt was given
	Elapsed    time.Duration // what it took
	Remaining  time.Duration // what the caller still had, 0 without a deadline
	Wait       time.Duration // until the next attempt
	Err        error         // the attempt's own error
}

// Observer receives events, synchronously: be quick, and safe for concurrent
// use. ctx is the caller's, so that a trace can be found in it.
type Observer interface {
	Observe(ctx context.Context, e Event)
}

// ObserverFunc makes an Observer of a function.
type ObserverFunc func(ctx context.Context, e Event)

// Observe calls f.
func (f ObserverFunc) Observe(ctx context.Context, e Event) { f(ctx, e) }

// Observers sends every event to each observer in turn; nil ones are left out.
func Observers(list ...Observer) Observer {
	kept := make(observers, 0, len(list))
	for _, o := range list {
		if o != nil {
			kept = append(kept, o)
		}
	}
	return kept
}

type observers []Observer

func (list observers) Observe(ctx context.Context, e Event) {
	for _, o := range list {
		o.Observe(ctx, e)
	}
}
