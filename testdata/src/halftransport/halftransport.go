package halftransport

import (
	"context"
	"net"
	"net/http"
	"time"
)

func connectOnly(url string) {
	c := &http.Client{Transport: &http.Transport{ // want `http.Transport bounds connecting and not the answer`
		DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
	}}
	c.Get(url)
}

func tlsOnly(url string) {
	t := &http.Transport{TLSHandshakeTimeout: 5 * time.Second} // want `http.Transport bounds the TLS handshake and not the answer`
	c := http.Client{Transport: t}
	c.Get(url)
}

func answerOnly(url string) {
	t := &http.Transport{ResponseHeaderTimeout: 5 * time.Second} // want `http.Transport bounds the answer and not connecting`
	c := http.Client{Transport: t}
	c.Get(url)
}

// The dialer is a variable, with a timeout set later.
func variable(url string) {
	d := &net.Dialer{KeepAlive: time.Minute}
	d.Timeout = time.Second
	t := &http.Transport{} // want `http.Transport bounds connecting and not the answer`
	t.DialContext = d.DialContext
	c := http.Client{Transport: t}
	c.Get(url)
}

// The transport is used without a client.
func direct(url string) {
	t := &http.Transport{TLSHandshakeTimeout: time.Second} // want `http.Transport bounds the TLS handshake`
	req, _ := http.NewRequestWithContext(context.Background(), "GET", url, nil)
	t.RoundTrip(req)
}

type service struct{ client *http.Client }

func newService() *service {
	return &service{client: &http.Client{
		Transport: &http.Transport{ // want `the request sent at halftransport.go:58 has neither`
			Proxy: http.ProxyFromEnvironment,
			Dial:  (&net.Dialer{Timeout: 5 * time.Second}).Dial,
		},
	}}
}

func (s *service) get(url string) {
	s.client.Get(url)
}
