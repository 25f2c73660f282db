// Package retry holds the pause between two attempts, so that every loop waits alike.
package retry

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	base  = 50 * time.Millisecond
	limit = 2 * time.Second
)

// Pause waits before another attempt: a random part of a delay that doubles from 50 ms up to
// 2 s. It returns early, with the context's error, when there is no one left to try for.
func Pause(ctx context.Context, attempt int) error {
	t := time.NewTimer(rand.N(delay(attempt)))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func delay(attempt int) time.Duration {
	return min(base<<min(max(attempt, 0), 10), limit)
}
