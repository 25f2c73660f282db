// Package logs writes to a log server and waits for it no longer than it says.
package logs

import (
	"time"

	"github.com/fluent/fluent-logger-golang/fluent"
)

func bounded(host string) (*fluent.Fluent, error) {
	return fluent.New(fluent.Config{FluentHost: host, WriteTimeout: time.Second})
}

// Nobody waits for what is written.
func async(host string) (*fluent.Fluent, error) {
	return fluent.New(fluent.Config{FluentHost: host, Async: true})
}

// What it becomes is not in sight.
func config(host string) fluent.Config { return fluent.Config{FluentHost: host} }
