// Package fluent is a stub of github.com/fluent/fluent-logger-golang at v1.10.2.
package fluent

import "time"

// Config is a stub.
type Config struct {
	FluentHost   string
	Timeout      time.Duration
	WriteTimeout time.Duration
	ReadTimeout  time.Duration
	Async        bool
}

// Fluent is a stub.
type Fluent struct{ Config }

// New is a stub.
func New(config Config) (*Fluent, error) { return nil, nil }

// Post is a stub.
func (f *Fluent) Post(tag string, message any) error { return nil }
