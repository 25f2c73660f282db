package example

import "net/http"

func noRedirectsAfter() *http.Client {
	return &http.Client{
		Transport: shared.Transport,
		Timeout:   shared.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}
