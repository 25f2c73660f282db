package example

import (
	"context"
	"errors"
	"log/slog"
)

func reviewsAfter(ctx context.Context, get func(context.Context) ([]string, error)) ([]string, error) {
	list, err := get(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		slog.WarnContext(ctx, "the page goes out without reviews", "dependency", "reviews", "err", err)
		return nil, nil
	}
	return list, err
}
