// Package logs writes to a log server.
package logs

import (
	"time"

	"github.com/fluent/fluent-logger-golang/fluent"
)

func parse(host string, async bool) (config fluent.Config, err error) {
	config = fluent.Config{FluentHost: host, Timeout: time.Second, Async: async} // want `fluent.Config has no WriteTimeout: a log server that accepts and does not read holds whoever logs, for ever`
	return config, nil
}

func open(host string, async bool) (*fluent.Fluent, error) {
	config, err := parse(host, async)
	if err != nil {
		return nil, err
	}
	return fluent.New(config)
}
