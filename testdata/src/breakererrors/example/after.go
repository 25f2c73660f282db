package example

import (
	"context"
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"
)

func newRatesAfter(ask func(context.Context, string) (float64, error)) *rates {
	return &rates{ask: ask, breaker: gobreaker.NewCircuitBreaker[float64](gobreaker.Settings{
		Name:       "rates",
		Timeout:    15 * time.Second,
		IsExcluded: func(err error) bool { return errors.Is(err, context.Canceled) },
	})}
}
