package budget

import (
	"context"
	"errors"
	"time"
)

// Attempt is one call that has passed floor, breaker and bulkhead and has its
// own bounded context. [Do] and the Transport make attempts themselves; Begin is
// for adapters and streams, whose end is not a function's return.
type Attempt struct {
	d        *Dependency
	caller   context.Context
	ctx      context.Context
	cancel   context.CancelFunc
	report   func(error) // the breaker's; nil without one
	classify func(context.Context, error) Outcome
	start    time.Time
	granted  time.Duration
	freed    func(Outcome, time.Duration) // gives the Limiter's slot back; nil without one
	queued   time.Duration                // before the Limiter gave it
	answered time.Duration                // time to the answer, if its body took longer
	number   int
	hedge    bool
	ended    bool
}

// Begin starts one attempt, in this order: floor, breaker, bulkhead, context. On
// error nothing is held; the error is an [*Error]. Otherwise End must be called.
// Begin does not retry and takes no token; like every first attempt, it earns a
// fraction of one.
func (d *Dependency) Begin(ctx context.Context, o ...CallOption) (*Attempt, error) {
	var c CallOption
	c.merge(o)
	a := new(Attempt)
	if refused := d.begin(ctx, &c, time.Now(), 1, false, a); refused != nil {
		return nil, refused
	}
	return a, nil
}

// Context returns the attempt's context. It ends when the granted time is over,
// when the caller leaves, and when End is called.
func (a *Attempt) Context() context.Context { return a.ctx }

// Granted returns the time the attempt was given when it began.
func (a *Attempt) Granted() time.Duration { return a.granted }

// End says that the attempt is over: it reports to the breaker, frees the slot,
// cancels the context, records the latency and emits the event. It returns nil
// for a nil err and an [*Error] around err otherwise. Further calls do nothing
// but return. Attempt is not for concurrent use.
func (a *Attempt) End(err error) error {
	v := a.judge(err)
	a.finish(v)
	if err == nil {
		return nil
	}
	if v.spent {
		exhaust(a.caller)
	}
	return a.d.fail(a.caller, v.reason(true, true), 1, a, a.start, err)
}

// begin fills a. It returns nil or why the attempt was not made.
func (d *Dependency) begin(ctx context.Context, c *CallOption, now time.Time, number int, hedge bool, a *Attempt) *Error {
	granted, reason := d.plan(ctx, c, now)
	if reason != ReasonNone {
		return d.refuse(ctx, reason, number, granted, context.Cause(ctx))
	}
	if d.policy.Breaker != nil {
		done, err := d.policy.Breaker.Allow()
		if err != nil {
			return d.refuse(ctx, ReasonOpen, number, granted, err)
		}
		a.report = done
	}
	if reason := d.acquire(ctx, granted); reason != ReasonNone {
		if a.report != nil {
			a.report(ErrNeutral)
		}
		return d.refuse(ctx, reason, number, granted, context.Cause(ctx))
	}
	if d.policy.Limiter != nil {
		if reason := a.limited(ctx, d, granted, now); reason != ReasonNone {
			d.release()
			if a.report != nil {
				a.report(ErrNeutral)
			}
			return d.refuse(ctx, reason, number, granted, context.Cause(ctx))
		}
	}
	d.counts.attempts.Add(1)
	switch {
	case hedge:
		d.counts.hedges.Add(1)
	case number > 1:
		d.counts.retries.Add(1)
	default:
		d.tokens.deposit()
	}
	a.d, a.caller, a.number, a.hedge, a.start, a.granted = d, ctx, number, hedge, now, granted
	a.classify = d.policy.Classify
	if c.has(setClassify) {
		a.classify = c.classify
	}
	a.ctx, a.cancel = context.WithDeadlineCause(ctx, now.Add(granted), d.cause)
	return nil
}

func (d *Dependency) refuse(ctx context.Context, reason Reason, number int, granted time.Duration, err error) *Error {
	left, _ := Remaining(ctx)
	if reason != ReasonCanceled {
		d.counts.refused.Add(1)
		d.observe(ctx, Event{
			Kind: KindRefused, Reason: reason, Outcome: Neutral, Attempt: number,
			Granted: granted, Remaining: left, Err: err,
		})
	}
	return &Error{Dependency: d.name, Reason: reason, Attempts: number - 1, Granted: granted, Remaining: left, Err: err}
}

// verdict is what is known about an attempt once its call has returned.
type verdict struct {
	outcome  Outcome
	timeout  bool  // its own time ran out
	caller   error // ctx.Err() of the caller
	answer   bool  // there is an answer to give to the caller, whatever it says
	repeat   bool  // worth repeating, if that is safe
	asked    time.Duration
	askedFor bool  // the dependency asked for the wait in asked
	spent    bool  // a level below has repeated it already
	loser    bool  // another attempt of the hedge answered first
	err      error // the attempt's own error
}

func (a *Attempt) judge(err error) verdict {
	v := verdict{err: err, caller: a.caller.Err(), outcome: a.classify(a.caller, err)}
	v.answer = err == nil
	v.repeat = v.outcome == Failure || v.outcome == Unsent
	if err != nil {
		v.timeout = errors.Is(a.ctx.Err(), context.DeadlineExceeded)
		v.asked, v.askedFor = retryAfter(err)
		v.spent = isExhausted(err)
	}
	return v
}

// reason names a final failure. last: no attempt is left; safe: repeating is.
func (v *verdict) reason(last, safe bool) Reason {
	switch {
	case errors.Is(v.caller, context.Canceled):
		return ReasonCanceled
	case v.caller != nil, v.timeout:
		return ReasonTimeout
	case v.outcome == Rejected:
		return ReasonRejected
	case v.spent:
		return ReasonExhausted
	case !last && !safe:
		return ReasonUnsafe
	}
	return ReasonAttempts
}

// finish gives everything back, once.
func (a *Attempt) finish(v verdict) {
	if a.ended {
		return
	}
	a.ended = true
	d, elapsed := a.d, time.Since(a.start)
	measured := elapsed
	if a.answered > 0 {
		measured = a.answered
	}
	slow := d.policy.SlowCall > 0 && measured >= d.policy.SlowCall
	if v.outcome == Neutral && slow && !v.loser {
		v.outcome = Failure // a caller that leaves after a long hang is evidence
	}
	if a.report != nil {
		a.report(breakerError(v, slow))
	}
	d.release()
	if a.freed != nil {
		a.freed(v.pressure(), measured-a.queued)
	}
	a.cancel()
	d.record(v, measured)
	a.note(v, elapsed)
}

func breakerError(v verdict, slow bool) error {
	switch {
	case v.outcome == Neutral:
		return ErrNeutral
	case v.outcome == Success || v.outcome == Rejected:
		if slow {
			return ErrSlow
		}
		return nil
	case v.err == nil:
		return errFailed
	case errors.Is(v.err, context.Canceled) || errors.Is(v.err, ErrNeutral):
		// A breaker that excludes cancellations must not exclude this one: it was
		// judged a failure.
		return errFailed
	}
	return v.err
}

var errFailed = errors.New("budget: failed")

// note counts and reports how the attempt ended.
func (a *Attempt) note(v verdict, elapsed time.Duration) {
	d := a.d
	if v.outcome == Failure || v.outcome == Unsent {
		d.counts.failures.Add(1)
	}
	if v.timeout {
		d.counts.timeouts.Add(1)
	}
	orphan := elapsed > a.granted+orphanGrace
	if orphan {
		d.counts.orphans.Add(1)
	}
	if d.policy.Observer == nil {
		return
	}
	left, _ := Remaining(a.caller)
	e := Event{
		Kind: KindAttempt, Outcome: v.outcome, Attempt: a.number, Hedge: a.hedge,
		Granted: a.granted, Elapsed: elapsed, Remaining: left, Err: v.err,
	}
	if r := v.reason(true, true); v.outcome != Success && r != ReasonAttempts && r != ReasonExhausted {
		e.Reason = r // that it was the last one, the operation will say
	}
	d.observe(a.caller, e)
	if orphan {
		e.Kind = KindOrphan
		d.observe(a.caller, e)
	}
}

// orphanGrace is how far past its deadline work may return and still count as
// having stopped: scheduling alone takes some of it.
const orphanGrace = 10 * time.Millisecond

// fail makes the error of an operation.
func (d *Dependency) fail(ctx context.Context, reason Reason, attempts int, a *Attempt, start time.Time, err error) *Error {
	left, _ := Remaining(ctx)
	e := &Error{
		Dependency: d.name, Reason: reason, Attempts: attempts,
		Elapsed: time.Since(start), Remaining: left, Err: err,
	}
	if a != nil {
		e.Granted = a.granted
	}
	return e
}
