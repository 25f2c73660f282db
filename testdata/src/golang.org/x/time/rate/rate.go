// Package rate stands for golang.org/x/time/rate.
package rate

import "context"

// Limiter gives out tokens at a rate.
type Limiter struct{}

// Wait waits for a token.
func (*Limiter) Wait(ctx context.Context) error { return nil }
