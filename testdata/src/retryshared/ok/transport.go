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
		resp, err = t.once(req) // also: retrybody
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

// listening stops when the request's time is up: it is the time of all attempts.
type listening struct{ base http.RoundTripper }

func (l listening) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.base.RoundTrip(req)
	for n := 0; n < 3 && err != nil && req.Method == http.MethodGet; n++ {
		select {
		case <-req.Context().Done():
			return nil, err
		case <-time.After(rand.N(time.Second)):
		}
		resp, err = l.base.RoundTrip(req)
	}
	return resp, err
}

// Listening is bounded as a whole.
func Listening() *http.Client {
	return &http.Client{Transport: listening{http.DefaultTransport}, Timeout: 10 * time.Second}
}
