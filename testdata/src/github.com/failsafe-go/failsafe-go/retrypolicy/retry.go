// Package retrypolicy is a stub of github.com/failsafe-go/failsafe-go/retrypolicy at v0.9.8.
package retrypolicy

import "time"

// RetryPolicy is a stub.
type RetryPolicy[R any] interface{ ToExecutor(R) any }

// Builder is a stub.
type Builder[R any] interface {
	WithMaxAttempts(maxAttempts int) Builder[R]
	WithMaxRetries(maxRetries int) Builder[R]
	WithDelay(delay time.Duration) Builder[R]
	Build() RetryPolicy[R]
}

// NewBuilder is a stub.
func NewBuilder[R any]() Builder[R] { return nil }
