package retryshared

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

func ping(parent context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(parent, 2*time.Second) // want `one timeout of 2s is shared by all attempts of sql.DB.PingContext, and the loop repeats it after context.DeadlineExceeded: once the time is up every further attempt fails at once`
	defer cancel()
	for range 5 {
		err = db.PingContext(ctx)
		if err == nil {
			return nil
		}
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		return err
	}
	return err
}

// pausing under the outer context, which has not ended.
func pausing(parent context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(parent, 2*time.Second) // want `one timeout of 2s is shared by all attempts of sql.DB.PingContext`
	defer cancel()
	for range 5 {
		if err = db.PingContext(ctx); !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		if err := pause(parent, time.Second); err != nil {
			return err
		}
	}
	return err
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
