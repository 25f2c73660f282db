package budget

import (
	"context"
	"math"
	"math/rand/v2"
	"time"
)

// decide fills in whether r is followed by another attempt and after what wait,
// or why not. A token is taken if it is; pause or the refusal that follows gives
// it back if the attempt is then not made.
func (op *operation[T]) decide(ctx context.Context, r *result[T], made int) {
	v := &r.verdict
	d := op.d
	safe := !op.once && (op.safe || v.outcome == Unsent)
	if v.outcome == Success {
		return
	}
	last := op.single || made >= op.attempts(ctx)
	own := op.outer != nil || v.inner != nil && v.inner.Dependency == d.name // the same tokens
	if !own && (v.spent || AttemptNumber(ctx) > 1) && d.tokens.take() {
		d.counts.charged.Add(1) // another level repeats: what is spent there is spent here
	}
	switch {
	case v.caller != nil, !v.repeat, last, !safe, v.spent:
		r.reason = v.reason(last, safe)
		return
	}
	left, bounded := op.c.left(ctx, time.Now())
	room := time.Duration(math.MaxInt64) // for the wait
	if bounded {
		room = left - op.c.heldBack(d, op.outer != nil) - max(min(d.now().Floor, op.c.ceiling(d)), 1)
	}
	if v.working && v.asked == 0 {
		v.asked = max(0, min(max(d.backoff(made), r.granted/2), d.now().Retry.Cap, room))
	}
	r.wait = d.wait(made, v, room)
	switch {
	case r.wait > room && v.timeout:
		r.reason = ReasonTimeout // the attempt had taken what there was
	case r.wait > room, v.asked > d.now().Retry.Cap:
		r.reason = ReasonWait
	case !d.tokens.take():
		r.reason = ReasonRetryBudget
	default:
		r.again = true
	}
}

// attempts is how many there may be: one where a level above is repeating already.
func (op *operation[T]) attempts(ctx context.Context) int {
	if AttemptNumber(ctx) > 1 {
		return 1
	}
	return op.d.now().Retry.Attempts
}

// exhaustedBy reports whether the operation has failed for good, so that no level
// above should repeat it. One attempt is no reason: a level above may do what
// this one did not.
func exhaustedBy(v *verdict, reason Reason, made int) bool {
	switch reason {
	case ReasonOpen, ReasonRetryBudget:
		return true
	case ReasonTimeout, ReasonAttempts, ReasonWait, ReasonFloor, ReasonFull, ReasonUnsafe:
		return v.spent || made > 1
	case ReasonRejected: // 429, say
		return v.spent || made > 1 && v.repeat
	}
	return v.spent && reason != ReasonCanceled
}

// declined counts and reports a repetition that decide refused for want of time
// or tokens.
func (op *operation[T]) declined(ctx context.Context, r *result[T], made int) {
	if r.reason != ReasonWait && r.reason != ReasonRetryBudget {
		return
	}
	op.d.counts.refused.Add(1)
	if op.d.now().Observer == nil {
		return
	}
	left, _ := Remaining(ctx)
	op.d.observe(ctx, Event{
		Kind: KindRefused, Reason: r.reason, Outcome: r.verdict.outcome, Attempt: made + 1,
		Wait: r.wait, Remaining: left, Err: r.verdict.err,
	})
}

// wait is how long to wait after attempt n. What the dependency asked for, or what
// an earlier attempt that it still works on is likely to need, is
// waited for in full, and then some: everybody was asked for the same. The spread
// is half of what was asked, or the backoff's if that is more, but no more than
// fits.
func (d *Dependency) wait(n int, v *verdict, room time.Duration) time.Duration {
	if v.asked == 0 {
		return rand.N(d.backoff(n) + 1)
	}
	spread := min(max(d.backoff(n), v.asked/2), room-v.asked)
	return v.asked + rand.N(max(spread, 0)+1)
}

// backoff is the longest wait after attempt n: exponential and capped. The wait
// itself has full jitter.
func (d *Dependency) backoff(n int) time.Duration {
	ceiling := d.now().Retry.Cap
	if doubled := d.now().Retry.Base << (n - 1); doubled > 0 {
		ceiling = min(ceiling, doubled)
	}
	return ceiling
}

// pause waits before the next attempt. It returns why that is not made.
func (op *operation[T]) pause(ctx context.Context, r *result[T], made int) *Error {
	d := op.d
	if d.now().Observer != nil {
		left, _ := Remaining(ctx)
		d.observe(ctx, Event{
			Kind: KindRetry, Outcome: r.verdict.outcome, Attempt: made + 1,
			Wait: r.wait, Remaining: left, Err: r.verdict.err,
		})
	}
	if r.wait > 0 {
		timer := time.NewTimer(r.wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			d.tokens.refund()
			reason := ReasonTimeout
			if ctx.Err() == context.Canceled {
				reason = ReasonCanceled
			}
			return d.fail(ctx, reason, made, nil, time.Now(), &verdict{err: context.Cause(ctx), outcome: r.verdict.outcome})
		}
	}
	return nil
}
