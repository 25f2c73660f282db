package example

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

func countryWithin(ctx context.Context) (err error) {
	for attempt := range 5 {
		if attempt > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(rand.N(100 * time.Millisecond << attempt)):
			}
		}
		if err = askWithin(ctx); err == nil {
			return nil
		}
	}
	return err
}

func askWithin(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://geo.example", nil)
	if err != nil {
		return err
	}
	resp, err := geo.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
