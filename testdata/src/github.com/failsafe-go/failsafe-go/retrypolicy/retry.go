// Package retrypolicy is a stub of github.com/failsafe-go/failsafe-go/retrypolicy at v0.9.8.
package retrypolicy

import (
	"time"

	"github.com/failsafe-go/failsafe-go"
)

// RetryPolicy is a stub.
type RetryPolicy[R any] interface{ ToExecutor(typeToken R) any }

// Builder is a stub.
type Builder[R any] interface {
	failsafe.DelayablePolicyBuilder[Builder[R], R]
	WithMaxAttempts(maxAttempts int) Builder[R]
	WithMaxRetries(maxRetries int) Builder[R]
	WithBackoff(delay time.Duration, maxDelay time.Duration) Builder[R]
	WithJitterFactor(jitterFactor float64) Builder[R]
	WithMaxDuration(maxDuration time.Duration) Builder[R]
	AbortOnErrors(errs ...error) Builder[R]
	Build() RetryPolicy[R]
}

// NewBuilder is a stub.
func NewBuilder[R any]() Builder[R] { return nil }
