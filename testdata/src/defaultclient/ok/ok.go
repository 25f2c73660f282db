// Package ok holds what defaultclient must leave alone.
package ok

import (
	"context"
	"net/http"
	"os"
	"time"
)

func bounded(u string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", u, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func callers(ctx context.Context, u string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", u, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func given(req *http.Request) (*http.Response, error) { return http.DefaultClient.Do(req) }

func loopback() { http.Get("http://127.0.0.1:8080/healthz") }

type api struct{ client *http.Client }

func (a *api) get(u string) { a.client.Get(u) }

// A stream that whoever holds cancel can stop.
type subscription struct{ cancel context.CancelFunc }

func subscribe(u string) (*subscription, error) {
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, "GET", u, nil)
	if err != nil {
		cancel()
		return nil, err
	}
	go http.DefaultClient.Do(req)
	return &subscription{cancel}, nil
}

// The fallback of a constructor: low confidence, it may never come to it.
type service struct{ client *http.Client }

func NewService(c *http.Client) *service {
	if c == nil {
		c = http.DefaultClient
	}
	return &service{c}
}

func (a *service) get(u string) {
	a.client.Get(u)
}

// Engine is set up by others: its Client is theirs to give, the default is for
// those who do not.
type Engine struct{ Client *http.Client }

func (e *Engine) fetch(u string) error {
	req, err := http.NewRequest("GET", u, nil)
	if err != nil {
		return err
	}
	c := e.Client
	if c == nil {
		c = http.DefaultClient
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A check that a container's engine runs: it answers and ends, and whoever runs
// it has a limit of its own.
func check(u string) {
	resp, err := http.Get(u)
	if err == nil && resp.StatusCode == http.StatusOK {
		os.Exit(0)
	}
	os.Exit(1)
}

// Another client is asked first.
type several struct{ clients []*http.Client }

func (s *several) get(n int, u string) (*http.Response, error) {
	if c := s.clients[n]; c != nil {
		return c.Get(u)
	} else {
		return http.DefaultClient.Get(u)
	}
}

func (s *several) head(n int, u string) (*http.Response, error) {
	c := s.clients[n]
	if c == nil {
		return http.Head(u)
	}
	return c.Head(u)
}
