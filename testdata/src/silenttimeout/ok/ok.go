// Package ok holds timeouts that are heard of, or meant.
package ok

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

func logged(ctx context.Context, get func(context.Context) error) error {
	err := get(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		slog.WarnContext(ctx, "rates: timeout")
		return nil
	}
	return err
}

func explained(ctx context.Context, get func(context.Context) error) error {
	err := get(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		// The next turn asks again.
		return nil
	}
	return err
}

func passed(ctx context.Context, get func(context.Context) error) error {
	err := get(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("rates: timeout")
	}
	return err
}

func ended(ctx context.Context, get func(context.Context) error) error {
	err := get(ctx)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

func fallback(ctx context.Context, get func(context.Context) (string, error), last string) (string, error) {
	s, err := get(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return last, nil
	}
	return s, err
}

func waitFor(done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-time.After(time.Second):
		return nil
	}
}

func fails(done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-time.After(time.Second):
		return context.DeadlineExceeded
	}
}

func isTimeout(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	return false
}
