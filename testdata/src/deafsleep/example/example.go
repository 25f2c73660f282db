package example

import (
	"context"
	"time"
)

func pay(ctx context.Context, charge func(context.Context) error) error {
	for range 5 {
		if err := charge(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `a sleep of 2s goes on when the caller of pay has given up`
	}
	return context.DeadlineExceeded
}
