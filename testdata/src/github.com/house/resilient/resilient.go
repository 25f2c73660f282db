// Package resilient makes clients of its own.
package resilient

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func New(limit time.Duration) *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.HTTPClient = &http.Client{Timeout: limit}
	return c
}
