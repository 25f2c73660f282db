// Package failsafe is a stub of github.com/failsafe-go/failsafe-go at v0.9.8.
package failsafe

import (
	"context"
	"time"
)

// Policy is a stub.
type Policy[R any] interface{ ToExecutor(typeToken R) any }

// DelayablePolicyBuilder is a stub.
type DelayablePolicyBuilder[S any, R any] interface {
	WithDelay(delay time.Duration) S
}

// Executor is a stub.
type Executor[R any] interface {
	WithContext(ctx context.Context) Executor[R]
	Run(fn func() error) error
	Get(fn func() (R, error)) (R, error)
}

// With is a stub.
func With[R any](policies ...Policy[R]) Executor[R] { return nil }
