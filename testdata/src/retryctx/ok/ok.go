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

// Soon over: a call that is given the context fails at once, and little is waited.
func Soon(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		<-time.After(100 * time.Millisecond)
	}
	return err
}

// Setting: how often and how long is not known, and each call fails at once.
func Setting(ctx context.Context, db *sql.DB, attempts int, pause time.Duration) (err error) {
	for i := 0; i < attempts; i++ {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		<-time.After(pause)
	}
	return err
}

// Twice at most: the second call of itself is the last.
func Twice(ctx context.Context, db *sql.DB, wait time.Duration) error {
	_, err := db.Exec("REFRESH") // also: ctxvariant
	if err != nil && wait > 0 {
		<-time.After(wait)
		return Twice(ctx, db, 0)
	}
	return err
}

// Marked: the case leaves the select, and the loop looks at what it left there.
func Marked(ctx context.Context, db *sql.DB) (err error) {
	done := false
	for i := 0; i < 4 && !done; i++ {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			done = true
		case <-time.After(time.Second):
		}
	}
	return err
}

// Looked at behind the select.
func Behind(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
		if ctx.Err() != nil {
			return err
		}
	}
	return err
}

// Labelled breaks leave the loop.
func Labelled(ctx context.Context, db *sql.DB) (err error) {
attempts:
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			break attempts
		case <-time.After(time.Second):
		}
	}
	return err
}
