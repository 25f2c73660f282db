// Package resty is a stub of github.com/go-resty/resty/v2 at v2.17.0.
package resty

import "context"

// Client is a stub.
type Client struct{ RetryCount int }

// New is a stub.
func New() *Client { return nil }

// SetRetryCount is a stub.
func (c *Client) SetRetryCount(count int) *Client { return c }

// AddRetryCondition is a stub.
func (c *Client) AddRetryCondition(condition func(*Response, error) bool) *Client { return c }

// SetBaseURL is a stub.
func (c *Client) SetBaseURL(url string) *Client { return c }

// R is a stub.
func (c *Client) R() *Request { return nil }

// Request is a stub.
type Request struct{}

// Response is a stub.
type Response struct{}

// SetBody is a stub.
func (r *Request) SetBody(body any) *Request { return r }

// SetHeader is a stub.
func (r *Request) SetHeader(header, value string) *Request { return r }

// Post is a stub.
func (r *Request) Post(url string) (*Response, error) { return nil, nil }

// Put is a stub.
func (r *Request) Put(url string) (*Response, error) { return nil, nil }

// Execute is a stub.
func (r *Request) Execute(method, url string) (*Response, error) { return nil, nil }

// Get is a stub.
func (r *Request) Get(url string) (*Response, error) { return nil, nil }

// SetContext is a stub.
func (r *Request) SetContext(ctx context.Context) *Request { return r }
