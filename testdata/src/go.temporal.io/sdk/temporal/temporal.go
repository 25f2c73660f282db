// Package temporal is a stub of go.temporal.io/sdk/temporal at v1.51.0.
package temporal

import "go.temporal.io/sdk/internal"

// RetryPolicy is a stub.
type RetryPolicy = internal.RetryPolicy
