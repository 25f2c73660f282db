package ok

import (
	"context"

	"github.com/avast/retry-go/v4"
	"github.com/go-resty/resty/v2"
)

// The client repeats, and nothing around it.
func once(ctx context.Context, u string) error {
	_, err := resty.New().SetRetryCount(3).R().SetContext(ctx).Get(u)
	return err
}

// Something repeats, and the client does not.
func around(ctx context.Context, u string) error {
	rc := resty.New().SetRetryCount(0)
	return retry.Do(func() error {
		_, err := rc.R().SetContext(ctx).Get(u)
		return err
	}, retry.Attempts(5))
}

// Another client was told.
func other(ctx context.Context, u string) error {
	_ = resty.New().SetRetryCount(7)
	rc := resty.New()
	return retry.Do(func() error {
		_, err := rc.R().SetContext(ctx).Get(u)
		return err
	}, retry.Attempts(5))
}
