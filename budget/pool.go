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
// ctx's deadline; a wait of zero or less fails at once. When time ends the wait
// the error is an [*Error] with [ReasonFull] that also matches
// context.DeadlineExceeded; when ctx is canceled, acquire's own error is returned.
//
// Inside [Do] the operation ends with the same reason, and as it is our own pool
// that was full it is not held against the dependency.
func Acquire[T any](ctx context.Context, wait time.Duration, acquire func(context.Context) (T, error)) (T, error) {
	bounded, cancel := WithAtMost(ctx, wait)
	defer cancel()
	start := time.Now()
	got, err := acquire(bounded)
	if err != nil && errors.Is(bounded.Err(), context.DeadlineExceeded) {
		err = errFull(ctx, wait, start, err)
	}
	return got, err
}

// errFull is the error of a wait for something of our own that had no end in time.
func errFull(ctx context.Context, wait time.Duration, start time.Time, err error) *Error {
	left, _ := Remaining(ctx)
	if !errors.Is(err, context.DeadlineExceeded) {
		err = errors.Join(err, context.DeadlineExceeded)
	}
	return &Error{
		Reason: ReasonFull, Granted: wait, Elapsed: time.Since(start), Remaining: left, Err: err,
		ended: true, outcome: Neutral,
	}
}
