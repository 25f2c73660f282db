// Package backoff is a stub of github.com/lestrrat-go/backoff/v2 at v2.0.8.
package backoff

// Policy is a stub.
type Policy interface{ policy() }

// ControllerOption is a stub.
type ControllerOption interface{ option() }

// WithMaxRetries is a stub.
func WithMaxRetries(v int) ControllerOption { return nil }

// Exponential is a stub.
func Exponential(options ...ControllerOption) Policy { return nil }
