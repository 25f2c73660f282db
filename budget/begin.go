package budget

import (
	"context"
	"sync"
	"time"
)

// Attempt is one call that has passed floor, breaker and bulkhead and has its
// own bounded context. [Do] and the Transport make attempts themselves; Begin is
// for adapters and streams, whose end is not a function's return. It is safe for
// concurrent use.
type Attempt struct {
	ctx     context.Context
	granted time.Duration

	mu      sync.Mutex
	attempt attempt
	unwatch func() bool
	expired bool // ended by its deadline, or by its caller
}

// Begin starts one attempt, in this order: floor, breaker, bulkhead, context. On
// error nothing is held; the error is an [*Error]. Otherwise End must be called
// when the call is over; an attempt whose deadline comes first, or whose caller
// leaves, is ended then, as a timeout or as a caller that left.
//
// Begin does not retry and takes no token; like every first attempt, it earns a
// fraction of one.
func (d *Dependency) Begin(ctx context.Context, o ...CallOption) (*Attempt, error) {
	var c CallOption
	c.merge(o)
	a := new(Attempt)
	how := opening{number: 1, outer: d.around(ctx)}
	if refused := d.begin(ctx, &c, how, time.Now(), &a.attempt); refused != nil {
		return nil, refused
	}
	a.ctx, a.granted = a.attempt.ctx, a.attempt.granted
	a.mu.Lock() // the watch may fire before it is assigned
	defer a.mu.Unlock()
	a.unwatch = context.AfterFunc(a.ctx, a.expire)
	return a, nil
}

// Context returns the attempt's context. It ends when the granted time is over,
// when the caller leaves, and when End is called.
func (a *Attempt) Context() context.Context { return a.ctx }

// Granted returns the time the attempt was given when it began.
func (a *Attempt) Granted() time.Duration { return a.granted }

// Answered says that the dependency has answered and that what follows is the
// rest of the answer, a stream say. The latency is measured up to here, and if
// time runs out later, that says nothing against the dependency. Only the first
// call counts.
func (a *Attempt) Answered() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.attempt.answered == 0 {
		a.attempt.answered = max(1, time.Since(a.attempt.start))
	}
}

// End says that the attempt is over: it reports to the breaker, frees the slot,
// cancels the context, records the latency and emits the event. It returns nil
// for a nil err and an [*Error] around err otherwise. Further calls, and those
// after the deadline has ended the attempt, do nothing but return.
func (a *Attempt) End(err error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.unwatch()
	defer a.attempt.abandon() // if the judge panics
	v := a.attempt.judge(err)
	if elapsed := time.Since(a.attempt.start); a.expired && a.attempt.outer == nil && elapsed > a.granted+orphanGrace {
		a.attempt.orphan(Event{Outcome: v.outcome, Elapsed: elapsed, Err: err})
	}
	a.expired = false
	a.finish(v)
	if err == nil {
		return nil
	}
	if v.spent {
		exhaust(a.attempt.ctx.parent)
	}
	return a.attempt.d.fail(a.attempt.ctx.parent, v.reason(true, true), 1, &a.attempt, a.attempt.start, &v)
}

// expire ends an attempt that nobody has ended when its context does.
func (a *Attempt) expire() {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer contain()
	defer a.attempt.abandon()
	a.expired = !a.attempt.ended
	a.finish(a.attempt.judge(context.Cause(a.ctx)))
}

func (a *Attempt) finish(v verdict) {
	v.unproven = v.timeout && a.attempt.answered > 0
	a.attempt.finish(v)
}
