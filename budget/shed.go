package budget

import (
	"context"
	"net/http"
	"time"
)

// slot asks the server's Limiter for one.
func (b *bounded) slot(ctx context.Context, granted time.Duration) func(Outcome, time.Duration) {
	return b.Limiter.Acquire(ctx, granted/4)
}

// shed answers a request for which there is no slot. Nothing was done for it, so
// that another replica, or this one a second later, may well answer.
func (b *bounded) shed(ctx context.Context, w http.ResponseWriter, granted time.Duration) {
	b.Stats.Shed.Add(1)
	b.observe(ctx, Event{Kind: KindRefused, Reason: ReasonFull, Outcome: Rejected, Granted: granted})
	w.Header().Set("Retry-After", "1")
	http.Error(w, "overloaded", http.StatusServiceUnavailable)
}

// pressure is what a server's Limiter learns from a request: that its time ran
// out, that something below it failed, which says nothing about this server's
// load, or how long it took.
func (h *Hop) pressure(ctx context.Context) Outcome {
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return Failure
	case ctx.Err() != nil, h.Exhausted():
		return Neutral
	}
	return Success
}
