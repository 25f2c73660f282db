package ok

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	sethvargo "github.com/sethvargo/go-retry"
)

type remote struct{ http *http.Client }

func (r *remote) head() error {
	resp, err := r.http.Head("http://shop")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Defaults of libraries that have jitter.
func (r *remote) Defaults(ctx context.Context) {
	_ = backoff.Retry(r.head, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	_, _ = backoff5.Retry(ctx, func() (int, error) { return 0, r.head() })
	_ = retry.Do(r.head, retry.Context(ctx))
}

// Given: the jitter is on.
func (r *remote) Given(ctx context.Context) {
	_ = backoff.Retry(r.head, backoff.WithContext(&backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, RandomizationFactor: 0.2, MaxElapsedTime: time.Minute}, ctx))
	_ = retry.Do(r.head, retry.DelayType(retry.CombineDelay(retry.RandomDelay, retry.BackOffDelay)), retry.Context(ctx))
	_ = retry.Do(r.head, retry.Context(ctx), retry.DelayType(func(n uint, _ error, _ *retry.Config) time.Duration { return rand.N(time.Second << n) }))
	p := retrypolicy.NewBuilder[any]().WithBackoff(time.Second, time.Minute).WithJitterFactor(0.2).Build()
	_ = failsafe.With[any](p).WithContext(ctx).Run(r.head)
	_ = sethvargo.Do(ctx, sethvargo.WithJitter(time.Second, sethvargo.NewExponential(time.Second)), func(context.Context) error { return r.head() })
}

// Steady: it does not grow, so only low confidence says it.
func (r *remote) Steady(ctx context.Context) {
	_ = retry.Do(r.head, retry.DelayType(retry.FixedDelay), retry.Context(ctx))
	_ = backoff.Retry(r.head, backoff.WithContext(backoff.NewConstantBackOff(time.Second), ctx))
}
