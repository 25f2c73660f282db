// Package ok holds what bareclient must leave alone.
package ok

import (
	"context"
	"net"
	"net/http"
	"time"
)

func set(url string) {
	c := &http.Client{Timeout: time.Second}
	c.Get(url)
}

func setLater(url string, d time.Duration) {
	c := &http.Client{}
	c.Timeout = d
	c.Get(url)
}

// A timeout taken from configuration is the operator's to set.
func setMaybe(url string, d time.Duration) {
	c := http.Client{}
	if d > 0 {
		c.Timeout = d
	}
	c.Get(url)
}

// Every request carries a deadline, made in another function.
type bounded struct{ c *http.Client }

func newBounded() *bounded { return &bounded{c: &http.Client{}} }

func (b *bounded) request(url string) (*http.Request, context.CancelFunc, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	return req, cancel, err
}

func (b *bounded) fetch(url string) error {
	req, cancel, err := b.request(url)
	if err != nil {
		return err
	}
	defer cancel()
	_, err = b.c.Do(req)
	return err
}

// The caller's context is the caller's to bound.
func callers(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	_, err = (&http.Client{}).Do(req)
	return err
}

func withContext(ctx context.Context, url string) error {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	req = req.WithContext(ctx)
	_, err = (&http.Client{}).Do(req)
	return err
}

func handler(w http.ResponseWriter, r *http.Request) {
	req, _ := http.NewRequestWithContext(r.Context(), "GET", "http://x", nil)
	(&http.Client{}).Do(req)
}

// A streaming client bounds the head of the answer, not its body.
func streaming(url string) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: 10 * time.Second}} // also: halftransport
	return c.Get(url)
}

// A transport whose connections get deadlines of their own.
func watched(url string) {
	c := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := (&net.Dialer{}).DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return conn, conn.SetDeadline(time.Now().Add(time.Minute))
		},
	}}
	c.Get(url)
}

// A round tripper that bounds each request.
type limiting struct{ next http.RoundTripper }

func (l limiting) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	time.AfterFunc(time.Minute, cancel)
	return l.next.RoundTrip(r.WithContext(ctx))
}

func limited(url string) {
	c := &http.Client{Transport: limiting{http.DefaultTransport}}
	c.Get(url)
}

// Made here, sent nothing with here.
func New() *http.Client { return &http.Client{} }

// Configured by a function in between.
func configure(c *http.Client) { c.Timeout = time.Second }

func configured(url string) {
	c := &http.Client{}
	configure(c)
	c.Get(url)
}

// Copied from one that is bounded.
var base = http.Client{Timeout: time.Second}

func copied(url string) {
	c := base
	c.CheckRedirect = nil
	c.Get(url)
}

// An option sets it.
type Service struct{ http *http.Client }

type Option func(*Service)

func WithTimeout(d time.Duration) Option { return func(s *Service) { s.http.Timeout = d } }

func NewService(options ...Option) *Service {
	s := &Service{http: &http.Client{}}
	for _, o := range options {
		o(s)
	}
	return s
}

func (s *Service) Get(url string) { s.http.Get(url) }

// Somebody wrote down that it has none: low confidence, as a long poll wants it.
func zero(url string) {
	c := &http.Client{Timeout: 0}
	c.Get(url)
}
