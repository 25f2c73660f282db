package retrybody

import (
	"net/http"
	"time"
)

// A transport that repeats whatever it is given: the second attempt has no body.
type again struct {
	next     http.RoundTripper
	attempts int
}

func (a again) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for i := range a.attempts {
		resp, err = a.next.RoundTrip(req) // want `RoundTrip sends the request that it is given again, and the first attempt has read its body`
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Duration(i+1) * time.Second) // also: deafsleep, retryjitter
	}
	return resp, err
}

// A copy shares the body.
type cloning struct{ next http.RoundTripper }

func (c *cloning) RoundTrip(req *http.Request) (*http.Response, error) {
	var last error
	for range 3 {
		resp, err := c.next.RoundTrip(req.Clone(req.Context())) // also: retryctx // want `RoundTrip sends the request that it is given again`
		if err == nil {
			return resp, nil
		}
		last = err
		time.Sleep(time.Second)
	}
	return nil, last
}
