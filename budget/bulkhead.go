package budget

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// acquire takes a slot, waiting at most MaxWait and never longer than the
// attempt's granted time, or not at all. The reason is none, full or canceled.
// With the limit off there is nothing to take.
func (l *live) acquire(ctx context.Context, granted time.Duration, patient bool) Reason {
	if l.slots == nil {
		return ReasonNone
	}
	select {
	case l.slots <- struct{}{}:
		return ReasonNone
	default:
	}
	if !patient {
		return ReasonFull
	}
	return l.queue(ctx, granted)
}

// queue is the slow path: every slot is taken.
func (l *live) queue(ctx context.Context, granted time.Duration) Reason {
	// Waiting must leave the floor, or the slot would come too late to be used.
	wait := min(l.MaxWait, granted-l.Floor)
	if wait <= 0 {
		return ReasonFull
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case l.slots <- struct{}{}:
		return ReasonNone
	case <-timer.C:
		return ReasonFull
	case <-ctx.Done():
		if ctx.Err() == context.Canceled {
			return ReasonCanceled
		}
		return ReasonFull
	}
}

// admit takes a slot, and another one of the policy's Limiter, or neither; then the
// breaker, which has let the attempt in, is told that it was not made.
func (a *attempt) admit(ctx context.Context, d *Dependency, granted time.Duration, patient bool, now time.Time) (reason Reason) {
	l := a.live
	reason = ReasonFull // if the Limiter panics
	held := false
	defer func() {
		if reason == ReasonNone {
			return
		}
		if held {
			l.release(d)
		}
		if a.report != nil {
			a.report(ErrNeutral)
		}
	}()
	if reason = l.acquire(ctx, granted, patient); reason != ReasonNone {
		return reason
	}
	held = true
	d.counts.inFlight.Add(1)
	if l.Limiter == nil {
		return reason
	}
	reason = ReasonFull
	reason = a.limited(ctx, granted, patient, now)
	return reason
}

// limited asks the policy's Limiter for a slot.
func (a *attempt) limited(ctx context.Context, granted time.Duration, patient bool, now time.Time) Reason {
	l := a.live
	wait := min(l.MaxWait, granted-l.Floor)
	if !patient {
		wait = 0
	}
	a.freed = l.Limiter.Acquire(ctx, wait)
	a.queued = time.Since(now)
	switch {
	case a.freed != nil:
		return ReasonNone
	case ctx.Err() == context.Canceled:
		return ReasonCanceled
	}
	return ReasonFull
}

// pressure is what a Limiter learns from an attempt: that it was answered, that
// there was too much, or nothing. What a level below has repeated in vain says
// nothing about this one's load.
func (v *verdict) pressure() Outcome {
	var status *StatusError
	switch {
	case v.loser, v.spent, v.unproven:
		return Neutral
	case v.timeout, v.askedFor:
		return Failure
	case errors.As(v.err, &status) && overloaded(status.Code):
		return Failure
	case v.outcome.answered():
		return Success
	}
	return Neutral
}

func overloaded(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

func (l *live) release(d *Dependency) {
	d.counts.inFlight.Add(-1)
	if l.slots != nil {
		<-l.slots
	}
}
