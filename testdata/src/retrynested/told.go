package retrynested

import (
	"context"

	"github.com/avast/retry-go/v4"
	"github.com/go-resty/resty/v2"
)

// A client that was told to repeat, inside a retry.
func chained(ctx context.Context, u string) error {
	rc := resty.New().SetRetryCount(3)
	return retry.Do(func() error { // want `5 × 4 = 20 calls of resty.Request.Get when it fails`
		_, err := rc.R().SetContext(ctx).Get(u)
		return err
	}, retry.Attempts(5))
}

type rates struct{ client *resty.Client }

// Told in a statement of its own, and kept in a field.
func newRates() *rates {
	rc := resty.New()
	rc.SetRetryCount(2)
	return &rates{client: rc}
}

func (r *rates) today(ctx context.Context, u string) (err error) {
	for range 3 { // want `3 × 3 = 9 calls of resty.Request.Get when it fails`
		if _, err = r.client.R().SetContext(ctx).Get(u); err == nil {
			return nil
		}
	}
	return err
}
