// Package maker makes clients for package across.
package maker

import (
	"net/http"
	"time"
)

// Bare sets nothing.
func Bare() *http.Client { return &http.Client{} }

// Timed sets a constant.
func Timed() *http.Client { return &http.Client{Timeout: time.Second} }

// With sets what it is given.
func With(d time.Duration) *http.Client {
	c := &http.Client{}
	c.Timeout = d
	return c
}

// Given returns what may be anything.
func Given(c *http.Client) *http.Client { return c }
