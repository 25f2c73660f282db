package budget

import (
	"context"
	"errors"
	"time"
)

// Acquire bounds the wait for a pooled thing, which is a wait of its own, in
// front of the query's:
//
//	conn, err := budget.Acquire(ctx, 50*time.Millisecond, db.Conn)
//
// It works with (*sql.DB).Conn and with every pool whose acquire function uses
// its context only until it returns. The wait is at most wait and never past
// ctx's deadline; a wait of zero or less fails at once. When the bound ends the
// wait the error is an [*Error] with [ReasonFull] that also matches
// context.DeadlineExceeded; when ctx ends it, acquire's own error is returned.
func Acquire[T any](ctx context.Context, wait time.Duration, acquire func(context.Context) (T, error)) (T, error) {
	bounded, cancel := WithAtMost(ctx, wait)
	defer cancel()
	start := time.Now()
	got, err := acquire(bounded)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		left, _ := Remaining(ctx)
		err = &Error{
			Reason: ReasonFull, Granted: wait, Elapsed: time.Since(start), Remaining: left,
			Err: errors.Join(err, context.DeadlineExceeded),
		}
	}
	return got, err
}
