// Package ok listens, or is done soon.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Err is asked.
func Err(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 10 && ctx.Err() == nil; i++ {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// Select waits for both.
func Select(ctx context.Context, db *sql.DB) (err error) {
	for range 10 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

// Is looks at the error.
func Is(ctx context.Context, db *sql.DB) (err error) {
	for range 10 {
		err = db.PingContext(ctx)
		if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// Asked: somebody else may look.
func Asked(ctx context.Context, db *sql.DB, retryable func(error) bool) (err error) {
	for range 10 {
		if err = db.PingContext(ctx); err == nil || !retryable(err) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Helper waits and listens.
func Helper(ctx context.Context, db *sql.DB) (err error) {
	for {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

// Few attempts, and little time.
func Few(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		<-time.After(100 * time.Millisecond)
	}
	return err
}

// Sleeps: deafsleep speaks of it.
func Sleeps(ctx context.Context, db *sql.DB) (err error) {
	for range 10 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // also: deafsleep
	}
	return err
}

// Another call is given the context, and its error ends the loop.
func Another(ctx context.Context, db *sql.DB, before func(context.Context) error) (err error) {
	for {
		if err := before(ctx); err != nil {
			return err
		}
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		<-time.After(time.Second)
	}
}

// None: no context in sight.
func None(db *sql.DB) (err error) {
	for range 10 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type detached struct{ context.Context }

func (detached) Done() <-chan struct{} { return nil }

func without(ctx context.Context) context.Context { return detached{ctx} }

// Commit is meant to outlive the caller.
func Commit(ctx context.Context, db *sql.DB) (err error) {
	for range 10 {
		if err = db.PingContext(without(ctx)); err == nil {
			return nil
		}
		<-time.After(time.Second)
	}
	return err
}
