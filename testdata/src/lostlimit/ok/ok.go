// Package ok holds what lostlimit must leave alone.
package ok

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/oauth2"
	"google.golang.org/grpc"
)

// The new client has a timeout of its own.
func carried(url string) {
	c := &http.Client{Timeout: 5 * time.Second}
	n := &http.Client{Transport: c.Transport, Timeout: c.Timeout}
	n.Get(url)
}

// Nothing was set, so nothing is lost.
func untimed(url string) {
	c := &http.Client{}
	n := &http.Client{Transport: c.Transport}
	n.Get(url)
}

// What was given is not known.
func given(c *http.Client, url string) {
	n := &http.Client{Transport: c.Transport}
	n.Get(url)
}

// Since v0.28.0 the client that oauth2 returns keeps the Timeout.
func token(src oauth2.TokenSource, url string) {
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, &http.Client{Timeout: time.Second})
	oauth2.NewClient(ctx, src).Get(url)
}

func blocking(addr string) (*grpc.ClientConn, error) {
	return grpc.Dial(addr, grpc.WithBlock(), grpc.WithTimeout(time.Second))
}

// Read where it matters.
type client struct{ timeout time.Duration }

func newClient(d time.Duration) *client { return &client{timeout: d} }

func (c *client) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), c.timeout)
}

// A tag: reflection may read it.
type config struct {
	dialTimeout time.Duration `mapstructure:"dial_timeout"`
}

func newConfig() config { return config{dialTimeout: time.Second} }

// The client beside it has the same time: the field is a copy.
type service struct {
	timeout time.Duration
	client  *http.Client
}

func newService(cfg settings) *service {
	return &service{timeout: cfg.Timeout, client: &http.Client{Timeout: cfg.Timeout}}
}

type settings struct{ Timeout time.Duration }
