// Package backoff is a stub of github.com/cenkalti/backoff/v5 at v5.0.3.
package backoff

import (
	"context"
	"time"
)

// Operation is what is tried.
type Operation[T any] func() (T, error)

// RetryOption is an option of Retry.
type RetryOption func(*retryOptions)

type retryOptions struct{}

// WithMaxTries is a stub.
func WithMaxTries(n uint) RetryOption { return nil }

// WithMaxElapsedTime is a stub.
func WithMaxElapsedTime(d time.Duration) RetryOption { return nil }

// Retry is a stub.
func Retry[T any](ctx context.Context, operation Operation[T], opts ...RetryOption) (T, error) {
	return operation()
}
