package example

import (
	"context"

	"github.com/avast/retry-go/v4"
)

func warmed(ctx context.Context, fill func(context.Context) error) error {
	return retry.Do(func() error { return fill(ctx) },
		retry.Attempts(1), // the first one counts
		retry.Context(ctx))
}
