// Package wait is a stub of k8s.io/apimachinery/pkg/util/wait at v0.37.2.
package wait

import (
	"context"
	"time"
)

// Backoff is a stub.
type Backoff struct {
	Duration time.Duration
	Factor   float64
	Jitter   float64
	Steps    int
	Cap      time.Duration
}

// Step is a stub.
func (b *Backoff) Step() time.Duration { return b.Duration }

// ConditionFunc is what is tried.
type ConditionFunc func() (done bool, err error)

// ConditionWithContextFunc is what is tried.
type ConditionWithContextFunc func(context.Context) (done bool, err error)

// ExponentialBackoff is a stub.
func ExponentialBackoff(backoff Backoff, condition ConditionFunc) error { return nil }

// ExponentialBackoffWithContext is a stub.
func ExponentialBackoffWithContext(ctx context.Context, backoff Backoff, condition ConditionWithContextFunc) error {
	return nil
}
