// Package redsync is a stub of github.com/go-redsync/redsync/v4 at v4.18.1.
package redsync

// Redsync is a stub.
type Redsync struct{}

// Mutex is a stub.
type Mutex struct{}

// Option is a stub.
type Option interface{ Apply(*Mutex) }

// WithTries is a stub.
func WithTries(tries int) Option { return nil }

// NewMutex is a stub.
func (r *Redsync) NewMutex(name string, options ...Option) *Mutex { return nil }
