package example

import (
	"context"
	"errors"
)

func reviews(ctx context.Context, get func(context.Context) ([]string, error)) ([]string, error) {
	list, err := get(ctx)
	if errors.Is(err, context.DeadlineExceeded) { // want `this takes context.DeadlineExceeded for success`
		return nil, nil
	}
	return list, err
}
