// Package endpoints sends the requests of one dependency to several places where
// it answers, and leaves out for a while those that fail.
//
//	set, err := endpoints.New(http.DefaultTransport, "10.0.0.1:8080", "10.0.0.2:8080")
//	client := &http.Client{Transport: orders.Transport(set)}
//
// Below a dependency's Transport every attempt picks anew, so that a retry or a
// hedge goes elsewhere. Of two endpoints at random the one with fewer requests at
// work gets it. One that fails five times in a row is ejected, for ten seconds at
// first and longer each time, up to five minutes; never more than half of them
// are, so that a fault of the requests, or of the network on this side, does not
// eject them all.
package endpoints

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

const (
	failures  = 5 // in a row eject
	firstTime = 10 * time.Second
	longest   = 5 * time.Minute
)

// A Set is an http.RoundTripper over several endpoints. It is safe for concurrent
// use.
type Set struct {
	base http.RoundTripper

	mu        sync.Mutex
	endpoints []*endpoint
}

type endpoint struct {
	host     string
	inFlight int
	failed   int       // in a row
	ejected  int       // times in a row
	until    time.Time // it is left out
}

// New returns a set that sends through base to the hosts, each "host" or
// "host:port", in place of the host of a request's URL. The Host header stays as
// the request has it. A host that is empty or given twice is an error, and so is
// none at all.
func New(base http.RoundTripper, hosts ...string) (*Set, error) {
	if base == nil {
		return nil, errors.New("endpoints: no transport to send through")
	}
	s := &Set{base: base}
	if err := s.Replace(hosts...); err != nil {
		return nil, err
	}
	return s, nil
}

// Replace changes the hosts of the set; what is known of those that stay is kept.
// On an error nothing changes.
func (s *Set) Replace(hosts ...string) error {
	if len(hosts) == 0 {
		return errors.New("endpoints: no host")
	}
	seen := map[string]bool{}
	for _, h := range hosts {
		if h == "" || seen[h] {
			return fmt.Errorf("endpoints: host %q is empty or given twice", h)
		}
		seen[h] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	old := map[string]*endpoint{}
	for _, e := range s.endpoints {
		old[e.host] = e
	}
	s.endpoints = nil
	for _, h := range hosts {
		e := old[h]
		if e == nil {
			e = &endpoint{host: h}
		}
		s.endpoints = append(s.endpoints, e)
	}
	return nil
}

// Ejected returns the hosts that are left out at present.
func (s *Set) Ejected() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, e := range s.endpoints {
		if time.Now().Before(e.until) {
			out = append(out, e.host)
		}
	}
	return out
}

// RoundTrip sends r to one of the endpoints.
func (s *Set) RoundTrip(r *http.Request) (*http.Response, error) {
	e := s.pick()
	sent := r.Clone(r.Context())
	if sent.Host == "" {
		sent.Host = r.URL.Host
	}
	sent.URL.Host = e.host
	resp, err := s.base.RoundTrip(sent)
	s.judge(r.Context(), e, resp, err)
	if err != nil || resp.Body == nil || resp.Body == http.NoBody {
		s.done(e)
		return resp, err
	}
	resp.Body = &body{ReadCloser: resp.Body, done: sync.OnceFunc(func() { s.done(e) })}
	return resp, nil
}

// CloseIdleConnections passes http.Client.CloseIdleConnections on.
func (s *Set) CloseIdleConnections() {
	if base, ok := s.base.(interface{ CloseIdleConnections() }); ok {
		base.CloseIdleConnections()
	}
}

// pick takes two of those that are not left out, and of these the one with less to
// do. If all are left out, as they may be after a Replace, it is any of them.
func (s *Set) pick() *endpoint {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	var in []*endpoint
	for _, e := range s.endpoints {
		if !now.Before(e.until) {
			in = append(in, e)
		}
	}
	if len(in) == 0 {
		in = s.endpoints
	}
	e := in[rand.IntN(len(in))]
	if other := in[rand.IntN(len(in))]; other.inFlight < e.inFlight {
		e = other
	}
	e.inFlight++
	return e
}

func (s *Set) done(e *endpoint) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.inFlight--
}

// judge counts what became of a request. A caller that has left, or a hedge that
// another attempt has won, says nothing; a time that ran out is a failure.
func (s *Set) judge(ctx context.Context, e *endpoint, resp *http.Response, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil && resp.StatusCode < 500:
		e.failed, e.ejected = 0, 0
		return
	case err != nil && errors.Is(ctx.Err(), context.Canceled):
		return
	}
	e.failed++
	if now := time.Now(); e.failed >= failures && !now.Before(e.until) && s.spare(now) {
		e.until = now.Add(min(firstTime<<min(e.ejected, 10), longest))
		e.ejected++
		e.failed = failures - 1 // the first failure after it ejects again
	}
}

// spare reports whether one more may be left out: at most half of them are.
func (s *Set) spare(now time.Time) bool {
	out := 1
	for _, e := range s.endpoints {
		if now.Before(e.until) {
			out++
		}
	}
	return 2*out <= len(s.endpoints)
}

// body is at work until it is closed or read to its end.
type body struct {
	io.ReadCloser
	done func()
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.done()
	}
	return n, err
}

func (b *body) Close() error {
	defer b.done()
	return b.ReadCloser.Close()
}
