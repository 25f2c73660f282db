package example

import (
	"net/http"
	"time"
)

var shared = &http.Client{Timeout: 10 * time.Second, Transport: http.DefaultTransport}

func noRedirects() *http.Client {
	return &http.Client{ // want `http.Client takes only the Transport of the client at example.go:8: its Timeout \(10s\) is lost`
		Transport: shared.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}
