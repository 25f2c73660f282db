// Package outbound makes the HTTP clients the shop calls other services with.
package outbound

import (
	"net"
	"net/http"
	"time"
)

// NewClient returns a client whose every exchange, body included, ends within timeout.
func NewClient(timeout time.Duration) *http.Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.MaxIdleConnsPerHost = 20
	return &http.Client{Transport: tr, Timeout: timeout}
}

// NewStreaming returns a client for bodies that may take as long as they take: an export,
// a picture, a feed of events. The server has until header to begin its answer.
func NewStreaming(header time.Duration) *http.Client {
	tr := &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 2 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   3 * time.Second,
		ResponseHeaderTimeout: header,
		MaxIdleConnsPerHost:   20,
	}
	return &http.Client{Transport: tr}
}

// NewShared returns a client without a limit of its own. Whoever uses it gives each request
// a context that ends.
func NewShared() *http.Client {
	return &http.Client{Transport: http.DefaultTransport}
}
