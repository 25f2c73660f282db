package budget

import (
	"context"
	"errors"
	"time"
)

// attempt is one call that has passed floor, breaker and bulkhead and has its own
// bounded context.
type attempt struct {
	d        *Dependency
	live     *live           // the policy it began with
	ctx      *attemptContext // its parent is the caller's
	report   func(error)     // the breaker's; nil without one
	classify func(context.Context, error) Outcome
	start    time.Time
	granted  time.Duration
	freed    func(Outcome, time.Duration) // gives the Limiter's slot back; nil without one
	queued   time.Duration                // before the Limiter gave it
	answered time.Duration                // time to the answer, if more of it followed
	outer    *attemptContext              // on the same dependency, around this one; nil: none
	number   int
	hedge    bool
	lent     bool // the slot is outer's
	own      bool // the call has a ceiling of its own, see Within
	ended    bool
}

// opening says what an attempt is a part of.
type opening struct {
	number  int
	hedge   bool
	repeats bool            // the operation may repeat it
	seed    keySeed         // of the operation's Idempotency-Keys
	outer   *attemptContext // the attempt around the operation
}

// begin fills a. It returns nil or why the attempt was not made. Inside another
// attempt on d the call is part of that one: the breaker has let it in and it has
// a slot, which the calls inside use one at a time.
func (d *Dependency) begin(ctx context.Context, c *CallOption, how opening, now time.Time, a *attempt) *Error {
	granted, reason := d.plan(ctx, c, how.outer != nil, now)
	if reason != ReasonNone {
		return d.refuse(ctx, reason, how.number, granted, c.cause(ctx))
	}
	l := d.now()
	a.live = l
	if l.Breaker != nil && how.outer == nil {
		done, err := l.Breaker.Allow()
		if err != nil {
			return d.refuse(ctx, ReasonOpen, how.number, granted, err)
		}
		a.report = done
	}
	if how.outer != nil && how.outer.lent.CompareAndSwap(false, true) {
		a.lent = true
	} else if reason := a.admit(ctx, d, granted, !how.hedge, now); reason != ReasonNone {
		return d.refuse(ctx, reason, how.number, granted, context.Cause(ctx))
	}
	d.countStart(how)
	a.d, a.number, a.hedge, a.start, a.granted, a.outer = d, how.number, how.hedge, now, granted, how.outer
	a.own = c.has(setWithin)
	a.classify = l.Classify
	if c.has(setClassify) {
		a.classify = c.classify
	}
	a.ctx = &attemptContext{
		parent: ctx, d: d, end: now.Add(granted), number: how.number,
		repeats: how.repeats, hedge: how.hedge, seed: how.seed,
	}
	return nil
}

func (d *Dependency) countStart(how opening) {
	if how.outer != nil && how.number == 1 {
		return // the one around it was counted
	}
	d.counts.attempts.Add(1)
	switch {
	case how.hedge:
		d.counts.hedges.Add(1)
	case how.number > 1:
		d.counts.retries.Add(1)
	default:
		d.tokens.deposit()
		if d.now().Hedge.Ratio > 0 {
			d.hedging.deposit()
		}
	}
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
	return &Error{
		Dependency: d.name, Reason: reason, Attempts: number - 1, Granted: granted, Remaining: left, Err: err,
		ended: true, outcome: Neutral,
	}
}

// verdict is what is known about an attempt once its call has returned.
type verdict struct {
	outcome  Outcome
	timeout  bool  // its own time ran out
	caller   error // ctx.Err() of the caller
	answer   bool  // there is an answer to give to the caller, whatever it says
	repeat   bool  // worth repeating, if that is safe
	asked    time.Duration
	askedFor bool   // the dependency asked for the wait in asked
	working  bool   // the dependency still works on an earlier attempt
	spent    bool   // a level below has repeated it already
	loser    bool   // another attempt of the hedge answered first
	unproven bool   // it failed, and that says nothing about the dependency
	unheard  bool   // it has answered for a call inside that failed
	inner    *Error // of an operation inside, which has decided for itself
	err      error  // the attempt's own error
}

func (a *attempt) judge(err error) verdict {
	v := verdict{err: err, caller: a.ctx.parent.Err(), answer: err == nil}
	if err == nil {
		return v
	}
	v.timeout = errors.Is(a.ctx.Err(), context.DeadlineExceeded)
	v.asked, v.askedFor = retryAfter(err)
	v.spent = isExhausted(err) || a.ctx.spent.Load()
	_, v.inner = said(err)
	if v.inner != nil && v.inner.Dependency == a.d.name {
		v.outcome = v.inner.outcome
		if v.outcome == Unsent {
			v.outcome = Failure // the operation inside sent nothing; what ran before it may have
		}
	} else {
		v.outcome = a.classify(a.ctx.parent, err)
	}
	switch {
	case a.ctx.inUse.Load():
		v.repeat, v.working = !v.spent, true
	case v.inner != nil:
		// Unless it has repeated in vain, this operation may know that repeating is safe.
		v.repeat = !v.spent && v.inner.Reason.single() && v.outcome != Rejected
		v.timeout = v.timeout && v.inner.Reason != ReasonFull
	case errors.Is(err, errHedged):
		v.repeat = true
	case v.outcome == Rejected:
		v.repeat = v.askedFor || repeatableStatus(err)
	default:
		v.repeat = (v.outcome == Failure || v.outcome == Unsent) && !finalStatus(err)
	}
	return v
}

// reason names a final failure. last: no attempt is left; safe: repeating is.
func (v *verdict) reason(last, safe bool) Reason {
	switch {
	case errors.Is(v.caller, context.Canceled):
		return ReasonCanceled
	case v.inner != nil && !v.inner.Reason.single() && v.inner.Reason != ReasonCanceled:
		return v.inner.Reason
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

// single reports whether an operation that ended for r may have made one attempt
// alone, and so need not have decided for the one around it.
func (r Reason) single() bool {
	return r == ReasonUnsafe || r == ReasonAttempts || r == ReasonTimeout
}

// finish gives everything back, once.
func (a *attempt) finish(v verdict) {
	if a.ended {
		return
	}
	a.ended = true
	elapsed := time.Since(a.start)
	measured := elapsed
	if a.answered > 0 {
		measured = a.answered
	}
	slow := a.live.SlowCall > 0 && measured >= a.live.SlowCall && !a.own
	if v.outcome == Neutral && slow && !v.loser && v.caller != nil {
		v.outcome = Failure // a caller that leaves after a long hang is evidence
	}
	if v.outcome == Success && a.ctx.failing.Load() {
		v.unheard = true
	}
	a.giveBack(v, slow, measured)
	if a.outer != nil {
		a.outer.failing.Store(v.outcome == Failure || v.outcome == Unsent)
		return // the attempt around it is what is measured
	}
	a.d.record(v, measured)
	a.note(v, elapsed)
}

// giveBack frees the slot and ends the context, even if the breaker panics.
func (a *attempt) giveBack(v verdict, slow bool, measured time.Duration) {
	defer a.ctx.finish()
	if a.lent {
		defer a.outer.lent.Store(false)
	} else {
		defer a.live.release(a.d)
	}
	if a.freed != nil {
		defer a.freed(v.pressure(), measured-a.queued)
	}
	if a.report != nil {
		a.report(breakerError(v, slow))
	}
}

// abandon gives an attempt back whose call never returned, or whose judge did not.
func (a *attempt) abandon() {
	if !a.ended {
		a.finish(verdict{outcome: Failure, unproven: true, err: errFailed})
	}
}

func breakerError(v verdict, slow bool) error {
	switch {
	case v.outcome == Neutral, v.unproven:
		return ErrNeutral
	case v.unheard:
		return errFailed
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
func (a *attempt) note(v verdict, elapsed time.Duration) {
	d := a.d
	if v.outcome == Failure || v.outcome == Unsent {
		d.counts.failures.Add(1)
	}
	if v.timeout {
		d.counts.timeouts.Add(1)
	}
	e := Event{Kind: KindAttempt, Outcome: v.outcome, Elapsed: elapsed, Err: v.err}
	if r := v.reason(true, true); v.outcome != Success && r != ReasonAttempts && r != ReasonExhausted {
		e.Reason = r // that it was the last one, the operation will say
	}
	a.observe(e)
	if elapsed > a.granted+orphanGrace {
		a.orphan(e)
	}
}

// orphan counts work that went on after its deadline.
func (a *attempt) orphan(e Event) {
	a.d.counts.orphans.Add(1)
	e.Kind = KindOrphan
	a.observe(e)
}

// observe completes an event with what is the attempt's.
func (a *attempt) observe(e Event) {
	if a.d.now().Observer == nil {
		return
	}
	e.Attempt, e.Hedge, e.Granted = a.number, a.hedge, a.granted
	e.Remaining, _ = Remaining(a.ctx.parent)
	a.d.observe(a.ctx.parent, e)
}

// orphanGrace is how far past its deadline work may return and still count as
// having stopped: scheduling alone takes some of it.
const orphanGrace = 10 * time.Millisecond

// fail makes the error of an operation.
func (d *Dependency) fail(ctx context.Context, reason Reason, attempts int, a *attempt, start time.Time, v *verdict) *Error {
	left, _ := Remaining(ctx)
	e := &Error{
		Dependency: d.name, Reason: reason, Attempts: attempts,
		Elapsed: time.Since(start), Remaining: left, Err: v.err,
		ended: true, outcome: v.outcome,
	}
	if a != nil {
		e.Granted = a.granted
	}
	return e
}
