// Package majors uses libraries at major versions that no row was read at.
package majors

import (
	"context"

	"github.com/cenkalti/backoff/v7"
)

func fetch(ctx context.Context, send func() error) error {
	_, err := backoff.Retry(ctx, func() (int, error) { return 1, send() }, backoff.WithMaxTries(0)) // want `backoff.WithMaxTries is 0, which is no limit here`
	return err
}

func load(ctx context.Context, send func() error) error {
	_, err := backoff.Retry(ctx, func() (int, error) { return 1, send() }, backoff.WithMaxTries(3))
	return err
}
