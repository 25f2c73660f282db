// Package backoff is a stub of github.com/cenkalti/backoff/v4 at v4.3.0.
package backoff

import (
	"context"
	"time"
)

// BackOff is a policy.
type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

// BackOffContext is a policy with a context.
type BackOffContext interface {
	BackOff
	Context() context.Context
}

// Operation is what is tried.
type Operation func() error

// ExponentialBackOff is a policy.
type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	Multiplier          float64
	MaxInterval         time.Duration
	MaxElapsedTime      time.Duration
	Stop                time.Duration
}

// NextBackOff is a stub.
func (b *ExponentialBackOff) NextBackOff() time.Duration { return 0 }

// Reset is a stub.
func (b *ExponentialBackOff) Reset() {}

// ExponentialBackOffOpts is an option.
type ExponentialBackOffOpts func(*ExponentialBackOff)

// NewExponentialBackOff is a stub.
func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { return nil }

// WithMaxElapsedTime is a stub.
func WithMaxElapsedTime(duration time.Duration) ExponentialBackOffOpts { return nil }

// WithMaxRetries is a stub.
func WithMaxRetries(b BackOff, max uint64) BackOff { return b }

// WithContext is a stub.
func WithContext(b BackOff, ctx context.Context) BackOffContext { return nil }

// Retry is a stub.
func Retry(o Operation, b BackOff) error { return o() }

// WithRandomizationFactor is a stub.
func WithRandomizationFactor(randomizationFactor float64) ExponentialBackOffOpts { return nil }

// ConstantBackOff is a policy.
type ConstantBackOff struct{ Interval time.Duration }

// NextBackOff is a stub.
func (b *ConstantBackOff) NextBackOff() time.Duration { return b.Interval }

// Reset is a stub.
func (b *ConstantBackOff) Reset() {}

// NewConstantBackOff is a stub.
func NewConstantBackOff(d time.Duration) *ConstantBackOff { return nil }

// ZeroBackOff is a policy.
type ZeroBackOff struct{}

// NextBackOff is a stub.
func (b *ZeroBackOff) NextBackOff() time.Duration { return 0 }

// Reset is a stub.
func (b *ZeroBackOff) Reset() {}

// Permanent is a stub.
func Permanent(err error) error { return err }

type PermanentError struct{ Err error }

func (e *PermanentError) Error() string { return e.Err.Error() }
