// Package resty is a stub of github.com/go-resty/resty/v2 at v2.17.0.
package resty

// Client is a stub.
type Client struct{ RetryCount int }

// New is a stub.
func New() *Client { return nil }

// SetRetryCount is a stub.
func (c *Client) SetRetryCount(count int) *Client { return c }
