package example

import (
	"context"
	"net/http"
	"time"
)

type pricesAfter struct {
	client *http.Client
}

func newPricesAfter() *pricesAfter {
	return &pricesAfter{client: &http.Client{Timeout: 2 * time.Second}}
}

func (p *pricesAfter) fetch(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return p.client.Do(req)
}
