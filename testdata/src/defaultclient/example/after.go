package example

import (
	"context"
	"net/http"
	"time"
)

var rates = &http.Client{Timeout: 2 * time.Second}

func rateAfter(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return rates.Do(req)
}
