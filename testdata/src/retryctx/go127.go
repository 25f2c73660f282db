//go:build go1.27

package retryctx

import (
	"context"
	"time"
)

type queue struct{}

// A method with type parameters of its own repeats like any other.
func (queue) until[T any](ctx context.Context, next func(context.Context) (T, error)) T {
	for {
		v, err := next(ctx) // want `the loop repeats the call without looking at ctx: after it has ended it goes on for ever for nobody`
		if err == nil {
			return v
		}
		time.Sleep(time.Second)
	}
}
