package budget

import (
	"context"
	"time"
)

// Remaining returns the time left until ctx's deadline. It is zero or negative
// once the deadline has passed. The second result is false when ctx has no
// deadline; the first is then zero and means nothing.
func Remaining(ctx context.Context) (time.Duration, bool) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return 0, false
	}
	return time.Until(deadline), true
}

// WithAtMost returns a child of ctx that ends after d, or with ctx, whichever
// comes first: it shortens a wait and never extends one. A d of zero or less
// gives a context that has already ended.
//
// The cause of its end is an [*Error] with [ReasonTimeout], which reports
// Timeout() == true and matches [context.DeadlineExceeded], so that callers of
// net/http still recognise a timeout as one.
func WithAtMost(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, d, &Error{Reason: ReasonTimeout, Granted: d})
}

// Detach returns a context for work that must outlive its request (an audit
// record, a cache refill): it keeps ctx's values, drops ctx's cancellation and
// deadline, and has its own budget of d instead. Work without a request to wait
// for it still needs an end; a d of zero or less gives a context that has
// already ended, never one without a deadline.
//
// Detached inside an attempt, the work is no longer part of it: its calls have
// slots, ceilings and retries of their own.
func Detach(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return WithAtMost(detached{context.WithoutCancel(ctx)}, d)
}
