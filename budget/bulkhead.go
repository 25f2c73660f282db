package budget

import (
	"context"
	"time"
)

// acquire takes a slot, waiting at most MaxWait and never longer than the
// attempt's granted time. The reason is none, full, floor or canceled. With a
// limit off there is nothing to take; the gauge is kept all the same.
func (d *Dependency) acquire(ctx context.Context, granted time.Duration) Reason {
	if d.slots != nil {
		select {
		case d.slots <- struct{}{}:
		default:
			if reason := d.queue(ctx, granted); reason != ReasonNone {
				return reason
			}
		}
	}
	d.counts.inFlight.Add(1)
	return ReasonNone
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

func (d *Dependency) release() {
	d.counts.inFlight.Add(-1)
	if d.slots != nil {
		<-d.slots
	}
}
