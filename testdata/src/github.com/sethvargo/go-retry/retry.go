// Package retry is a stub of github.com/sethvargo/go-retry at v0.5.0.
package retry

import (
	"context"
	"time"
)

// Backoff is a policy.
type Backoff interface {
	Next() (next time.Duration, stop bool)
}

// RetryFunc is what is tried.
type RetryFunc func(ctx context.Context) error

// RetryableError is a stub.
func RetryableError(err error) error { return err }

// Do is a stub.
func Do(ctx context.Context, b Backoff, f RetryFunc) error { return f(ctx) }

// NewExponential is a stub.
func NewExponential(base time.Duration) Backoff { return nil }

// WithMaxRetries is a stub.
func WithMaxRetries(max uint64, next Backoff) Backoff { return next }

// WithJitter is a stub.
func WithJitter(j time.Duration, next Backoff) Backoff { return next }
