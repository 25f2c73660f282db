// Package ok knows whose time is up.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Inside: each attempt has its own.
func Inside(parent context.Context, db *sql.DB) (err error) {
	for range 5 {
		ctx, cancel := context.WithTimeout(parent, 2*time.Second)
		err = db.PingContext(ctx)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		return err
	}
	return err
}

// Overall is the time of all attempts.
func Overall(parent context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	for range 5 {
		err = db.PingContext(ctx)
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

// Asked: it looks before it goes on.
func Asked(parent context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	for range 5 { // also: retrybackoff
		err = db.PingContext(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			if ctx.Err() != nil {
				return err
			}
			continue
		}
		return err
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

// Paused under the same context, whose end it tells.
func Paused(parent context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(parent, 2*time.Second)
	defer cancel()
	for range 5 {
		if err = db.PingContext(ctx); !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}
