// Package web sends what others give it.
package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"
)

// API is a service.
type API struct {
	Base string
	HTTP *http.Client
}

// Do sends any request three times.
func (a *API) Do(method, path string, body any) (err error) {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequest(method, a.Base+path, bytes.NewReader(text)); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = a.HTTP.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Once sends one request.
func (a *API) Once(method, path string, body []byte) error {
	req, err := http.NewRequest(method, a.Base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := a.HTTP.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Stubborn repeats whatever it is given.
type Stubborn struct{ Next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (s *Stubborn) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = s.Next.RoundTrip(req); err == nil { // also: retryctx, retrybody
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// NewClient repeats by itself.
func NewClient() *http.Client { return &http.Client{Transport: &Stubborn{http.DefaultTransport}} }

// Retry is the house's own.
func Retry(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
