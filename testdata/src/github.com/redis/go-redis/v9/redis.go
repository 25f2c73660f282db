// Package redis is a stub: the names that fixtures use, with the signatures of
// the real module.
package redis

import (
	"context"
	"time"
)

type Options struct {
	Addr                  string
	MaxRetries            int
	DialTimeout           time.Duration
	ReadTimeout           time.Duration
	WriteTimeout          time.Duration
	ContextTimeoutEnabled bool
}

type StringCmd struct{}

func (c *StringCmd) Result() (string, error) { return "", nil }

type cmdable func(ctx context.Context) error

func (c cmdable) Get(ctx context.Context, key string) *StringCmd { return nil }

type Client struct {
	cmdable
	opt *Options
}

func NewClient(opt *Options) *Client { return &Client{opt: opt} }

func ParseURL(redisURL string) (*Options, error) { return nil, nil }

func (c *Client) Close() error { return nil }
