package example

import (
	"context"

	"github.com/avast/retry-go/v4"
)

func warm(ctx context.Context, fill func(context.Context) error) error {
	return retry.Do(func() error { return fill(ctx) },
		retry.Attempts(0)) // want `retry.Attempts is 0, which is no limit here`
}
