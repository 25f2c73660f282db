// Package retry is a stub of github.com/avast/retry-go/v5 at v5.1.1.
package retry

import "context"

// Retrier is a stub.
type Retrier struct{}

// Option is an option of a Retrier.
type Option func(*Retrier)

// New is a stub.
func New(opts ...Option) *Retrier { return nil }

// Do is a stub.
func (r *Retrier) Do(retryableFunc func() error) error { return retryableFunc() }

// Attempts is a stub.
func Attempts(attempts uint) Option { return nil }

// Context is a stub.
func Context(ctx context.Context) Option { return nil }
