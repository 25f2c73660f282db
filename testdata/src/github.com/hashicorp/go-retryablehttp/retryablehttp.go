// Package retryablehttp is a stub of github.com/hashicorp/go-retryablehttp.
package retryablehttp

import (
	"net/http"
	"time"
)

type Client struct {
	HTTPClient   *http.Client
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
	RetryMax     int
}

func NewClient() *Client { return &Client{} }

func (c *Client) Get(url string) (*http.Response, error) { return nil, nil }

func (c *Client) StandardClient() *http.Client { return nil }

type Request struct{ *http.Request }

func NewRequest(method, url string, rawBody any) (*Request, error) { return nil, nil }

func (c *Client) Do(req *Request) (*http.Response, error) { return nil, nil }

func (c *Client) Post(url, bodyType string, body any) (*http.Response, error) { return nil, nil }
