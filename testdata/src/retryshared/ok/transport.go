package ok

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

// timed gives each attempt a time of its own.
type timed struct{ base http.RoundTripper }

func (t *timed) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = t.once(req)
		if err == nil {
			return resp, nil
		}
		select {
		case <-req.Context().Done():
			return nil, req.Context().Err()
		case <-time.After(rand.N(time.Second)):
		}
	}
	return nil, err
}

func (t *timed) once(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel()
	return t.base.RoundTrip(req.Clone(ctx)) // also: earlycancel
}

// Both: the client's is the time of all of them.
func Both() *http.Client {
	return &http.Client{Transport: &timed{http.DefaultTransport}, Timeout: 10 * time.Second}
}

// plain has no loop.
type plain struct{ base http.RoundTripper }

func (p plain) RoundTrip(req *http.Request) (*http.Response, error) { return p.base.RoundTrip(req) }

// Plain is one attempt.
func Plain() *http.Client {
	return &http.Client{Transport: plain{http.DefaultTransport}, Timeout: time.Second}
}
