package lostlimit

import (
	"net/http"
	"time"

	"google.golang.org/grpc"
)

func timed() *http.Client {
	return &http.Client{Timeout: 5 * time.Second}
}

func moved(url string) {
	c := timed()
	bare := &http.Client{Transport: c.Transport} // want `http.Client takes only the Transport of the client at lostlimit.go:11: its Timeout \(5s\) is lost`
	bare.Get(url)
}

type wrapper struct{ base http.RoundTripper }

func (w *wrapper) RoundTrip(r *http.Request) (*http.Response, error) { return w.base.RoundTrip(r) }

func rewrapped() *http.Client {
	inner := &http.Client{Timeout: time.Second}
	return &http.Client{Transport: &wrapper{inner.Transport}} // want `its Timeout \(1s\) is lost`
}

func dial(addr string) (*grpc.ClientConn, error) {
	return grpc.Dial(addr, grpc.WithInsecure(), grpc.WithTimeout(time.Second)) // want `grpc.WithTimeout has no effect`
}

// Stored by an option, and never read.
type client struct {
	addr           string
	requestTimeout time.Duration
}

type option func(*client)

func WithRequestTimeout(d time.Duration) option {
	return func(c *client) { c.requestTimeout = d } // want `the timeout stored in requestTimeout is never read`
}

func newClient(addr string, options ...option) *client {
	c := &client{addr: addr}
	for _, o := range options {
		o(c)
	}
	return c
}

func (c *client) Addr() string { return c.addr }
