package example

import (
	"context"
	"time"

	"github.com/sony/gobreaker/v2"
)

type rates struct {
	ask     func(context.Context, string) (float64, error)
	breaker *gobreaker.CircuitBreaker[float64]
}

func newRates(ask func(context.Context, string) (float64, error)) *rates {
	return &rates{ask: ask, breaker: gobreaker.NewCircuitBreaker[float64](gobreaker.Settings{ // want `gobreaker.Settings has neither IsSuccessful nor IsExcluded`
		Name:    "rates",
		Timeout: 15 * time.Second,
	})}
}

func (r *rates) rate(ctx context.Context, currency string) (float64, error) {
	return r.breaker.Execute(func() (float64, error) { return r.ask(ctx, currency) })
}
