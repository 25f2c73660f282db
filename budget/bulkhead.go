package budget

import (
	"context"
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

func (d *Dependency) release() {
	if d.slots == nil {
		d.counts.inFlight.Add(-1)
		return
	}
	<-d.slots
}
