// Package ok holds what halftransport must leave alone.
package ok

import (
	"context"
	"net"
	"net/http"
	"time"
)

func both(url string) {
	c := &http.Client{Transport: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
		ResponseHeaderTimeout: 10 * time.Second,
	}}
	c.Get(url)
}

func total(url string) {
	c := &http.Client{
		Timeout:   time.Minute,
		Transport: &http.Transport{TLSHandshakeTimeout: 5 * time.Second},
	}
	c.Get(url)
}

func deadline(url string) {
	c := &http.Client{Transport: &http.Transport{TLSHandshakeTimeout: 5 * time.Second}}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	c.Do(req)
}

// New hands its transport to whoever asks.
func New() http.RoundTripper {
	return &http.Transport{TLSHandshakeTimeout: 5 * time.Second}
}

// A clone of the default transport keeps its dial timeout; bounding the answer
// completes it.
func clone(url string) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = 10 * time.Second
	c := &http.Client{Transport: t}
	c.Get(url)
}

// The dial function cannot be read.
func given(dial func(context.Context, string, string) (net.Conn, error), url string) {
	c := &http.Client{Transport: &http.Transport{DialContext: dial, ResponseHeaderTimeout: time.Second}}
	c.Get(url)
}
