// Package backoff is a stub of a github.com/cenkalti/backoff/v7 that does not exist yet.
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

// BackOff is a policy.
type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

// ExponentialBackOff is a policy.
type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	Multiplier          float64
	MaxInterval         time.Duration
}

// NextBackOff is a stub.
func (b *ExponentialBackOff) NextBackOff() time.Duration { return 0 }

// Reset is a stub.
func (b *ExponentialBackOff) Reset() {}

// NewExponentialBackOff is a stub.
func NewExponentialBackOff() *ExponentialBackOff { return nil }

// WithBackOff is a stub.
func WithBackOff(b BackOff) RetryOption { return nil }
