package retryjitter

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	sethvargo "github.com/sethvargo/go-retry"
)

func (c *client) one() error {
	resp, err := c.http.Head("http://shop")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) factorless() error {
	b := backoff.NewExponentialBackOff()
	b.RandomizationFactor = 0
	return backoff.Retry(c.one, backoff.WithMaxRetries(b, 6)) // want `the wait before http.Client.Head is made again is the same for every client.*; let backoff.Retry spread it with RandomizationFactor`
}

func (c *client) bare(ctx context.Context) error {
	_, err := backoff5.Retry(ctx, func() (bool, error) { return true, c.one() }, // want `the wait before retryjitter.client.one is made again is the same for every client`
		backoff5.WithBackOff(&backoff5.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute}))
	return err
}

func (c *client) typed() error {
	return retry.Do(c.one, retry.Attempts(5), retry.DelayType(retry.BackOffDelay)) // want `the wait before http.Client.Head is made again is the same for every client`
}

func (c *client) policy() error {
	p := retrypolicy.NewBuilder[any]().WithBackoff(time.Second, time.Minute).WithMaxRetries(5).Build()
	return failsafe.With[any](p).Run(c.one) // want `the wait before http.Client.Head is made again is the same for every client`
}

func (c *client) shifted(ctx context.Context) error {
	b := sethvargo.WithMaxRetries(4, sethvargo.NewExponential(time.Second))
	return sethvargo.Do(ctx, b, func(ctx context.Context) error { // want `the wait before retryjitter.client.one is made again is the same for every client.*; let retry.Do spread it with WithJitter`
		return sethvargo.RetryableError(c.one())
	})
}
