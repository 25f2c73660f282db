// Package facts returns contexts.
package facts

import (
	"context"
	"time"
)

type key struct{}

func Plain() context.Context { return context.Background() } // want Plain:`returns a context without a deadline: context\.Background`

func Named(ctx context.Context) context.Context { // want Named:`returns a context made of parameter 0`
	return context.WithValue(ctx, key{}, "name")
}

func Short(ctx context.Context) (context.Context, context.CancelFunc) { // want Short:`returns a context with a deadline 2s`
	return context.WithTimeout(ctx, 2*time.Second)
}

// Either is one or the other: nothing is known.
func Either(ctx context.Context) context.Context { // want Either:`returns a context$`
	if ctx.Err() != nil {
		return context.Background()
	}
	return ctx
}
