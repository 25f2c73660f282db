// Package counts takes time.Duration for a number of seconds, in a parameter
// and in a field: a fact tells its importers.
package counts

import "time"

// Sleep sleeps for n seconds.
func Sleep(n time.Duration) { time.Sleep(n * time.Second) }

// Config has a number of seconds.
type Config struct{ Timeout time.Duration }

// Wait waits for it.
func (c Config) Wait() { time.Sleep(c.Timeout * time.Second) }
