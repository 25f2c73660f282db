package budget

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// acquire takes a slot, waiting at most MaxWait and never longer than the
// attempt's granted time. The reason is none, full or canceled. With the limit
// off there is nothing to take but the gauge.
func (d *Dependency) acquire(ctx context.Context, granted time.Duration) Reason {
	if d.slots == nil {
		d.counts.inFlight.Add(1)
		return ReasonNone
	}
	select {
	case d.slots <- struct{}{}:
		return ReasonNone
	default:
		return d.queue(ctx, granted)
	}
}

// queue is the slow path: every slot is taken.
func (d *Dependency) queue(ctx context.Context, granted time.Duration) Reason {
	// Waiting must leave the floor, or the slot would come too late to be used.
	wait := min(d.policy.MaxWait, granted-d.policy.Floor)
	if wait <= 0 {
		return ReasonFull
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case d.slots <- struct{}{}:
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

// limited asks the policy's Limiter for a slot.
func (a *Attempt) limited(ctx context.Context, d *Dependency, granted time.Duration, now time.Time) Reason {
	a.freed = d.policy.Limiter.Acquire(ctx, min(d.policy.MaxWait, granted-d.policy.Floor))
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
	case v.loser, v.spent:
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

func (d *Dependency) release() {
	if d.slots == nil {
		d.counts.inFlight.Add(-1)
		return
	}
	<-d.slots
}
