package retrybackoff

import (
	"context"
	"net/http"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/redis/go-redis/v9"
)

// attempt is one try.
type attempt func(ctx context.Context) error

// again forgot its pause.
func again(ctx context.Context, times int, try attempt) (err error) {
	for range times {
		if err = try(ctx); err == nil {
			break
		}
	}
	return err
}

func ping(ctx context.Context, c *http.Client) error {
	return again(ctx, 8, func(ctx context.Context) error { // want `http.Client.Do is made again at once when it fails, 8 times`
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://shop/ping", nil)
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// The answer's own method tells of the failure.
func cached(ctx context.Context, rdb *redis.Client) string {
	for { // want `redis.cmdable.Get is made again at once when it fails, without a limit`
		if v, err := rdb.Get(ctx, "key").Result(); err == nil {
			return v
		}
	}
}

func zero(ctx context.Context, c *http.Client) error {
	return backoff.Retry(func() error { return ping(ctx, c) }, backoff.WithContext(&backoff.ZeroBackOff{}, ctx)) // want `retrybackoff.ping is made again at once when it fails, without a limit`
}

// spaced is as the library has it.
func spaced(ctx context.Context, c *http.Client) error {
	return retry.Do(func() error { return ping(ctx, c) }, retry.Context(ctx))
}
