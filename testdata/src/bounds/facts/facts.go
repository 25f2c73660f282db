// Package facts holds constructors and what is known of them elsewhere.
package facts

import (
	"net/http"
	"time"
)

// Bare sets nothing.
func Bare() *http.Client { return &http.Client{} } // want Bare:`makes net/http.Client\[\]`

// Timed sets a constant.
func Timed() *http.Client { return &http.Client{Timeout: time.Second} } // want Timed:`makes net/http.Client\[Timeout\]`

// With sets what it is given.
func With(d time.Duration) *http.Client { // want With:`makes net/http.Client\[Timeout=arg0\]`
	c := &http.Client{}
	c.Timeout = d
	return c
}

// Given returns what may be anything.
func Given(c *http.Client) *http.Client { return c }

// Either has the limits that any of its results may have.
func Either(d bool) *http.Client { // want Either:`makes net/http.Client\[Timeout\]`
	if d {
		return &http.Client{Timeout: time.Minute}
	}
	return &http.Client{}
}

// Server is a constructor with an error.
func Server(addr string) (*http.Server, error) { // want Server:`makes net/http.Server\[Addr=arg0 ReadHeaderTimeout\]`
	return &http.Server{Addr: addr, ReadHeaderTimeout: time.Second}, nil
}

// Zero sets a limit to zero.
func Zero() *http.Client { // want Zero:`makes net/http.Client\[Timeout=0\]`
	return &http.Client{Timeout: 0}
}

// Kept stores what it returns where others may write it.
func Kept(all map[string]*http.Client) *http.Client {
	c := &http.Client{}
	all["x"] = c
	return c
}
