// Package zeroconfig has settings that nobody sets.
package zeroconfig

import (
	"net/http"
	"time"
)

type options struct {
	seconds int
	base    string
}

type client struct {
	opts options
	http *http.Client
}

func newClient(base string) *client {
	opts := options{base: base}
	return &client{opts: opts, http: &http.Client{Timeout: time.Duration(opts.seconds) * time.Second}} // want `http.Client.Timeout is set from zeroconfig.options.seconds, which nothing in the module ever gives a value`
}
