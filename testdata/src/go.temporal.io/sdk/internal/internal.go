// Package internal is a stub of go.temporal.io/sdk/internal at v1.51.0.
package internal

import "time"

// RetryPolicy is a stub.
type RetryPolicy struct {
	InitialInterval    time.Duration
	BackoffCoefficient float64
	MaximumInterval    time.Duration
	MaximumAttempts    int32
}
