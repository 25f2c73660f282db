package retryshared

import (
	"math/rand/v2"
	"net/http"
	"time"
)

// persistent sends a request up to three times.
type persistent struct{ base http.RoundTripper }

func (p *persistent) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = p.base.RoundTrip(req.Clone(req.Context())) // also: retrybody
		if err == nil && resp.StatusCode < http.StatusInternalServerError {
			return resp, nil
		}
		<-time.After(rand.N(100 * time.Millisecond)) // whether or not the time is up
	}
	return resp, err
}

func newClient() *http.Client {
	return &http.Client{Transport: &persistent{http.DefaultTransport}, Timeout: 10 * time.Second} // want `Client.Timeout of 10s is for all 3 attempts that RoundTrip makes \(transport.go:13\) and the waits between them together: the first one that hangs uses it up, and there is no second`
}
