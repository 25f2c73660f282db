// Package lib is what the constructs of flowwalk are wired through.
package lib

import "time"

type Conn struct {
	Limit time.Duration
	Name  string
}

type Client struct {
	conn  *Conn
	limit time.Duration
}

func New(c *Conn) *Client { return &Client{conn: c} }

func (c *Client) Conn() *Conn { return c.conn }

func WithLimit(d time.Duration) *Client { return &Client{conn: &Conn{Limit: d}, limit: d} }

type Option func(*Client)

func Limit(d time.Duration) Option { return func(c *Client) { c.conn.Limit = d } }

func Name(s string) Option { return func(c *Client) { c.conn.Name = s } }

func Configured(opts ...Option) *Client {
	c := &Client{conn: &Conn{Limit: 30 * time.Second}}
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *Client) SetLimit(d time.Duration) { c.conn.Limit = d }

type Source interface{ Limit() time.Duration }
