package example

import "net/http"

type prices struct {
	client *http.Client
}

func newPrices() *prices {
	return &prices{client: &http.Client{}} // want `http.Client has no Timeout and http.Client.Get at example.go:14 takes no context`
}

func (p *prices) fetch(url string) (*http.Response, error) {
	return p.client.Get(url)
}
