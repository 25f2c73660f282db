// Package retry is a stub of github.com/avast/retry-go/v4 at v4.7.0.
package retry

import (
	"context"
	"time"
)

// Config is opaque here.
type Config struct{}

// Option is an option of a retry.
type Option func(*Config)

// RetryableFunc is what is tried.
type RetryableFunc func() error

// RetryIfFunc says whether an error is worth another attempt.
type RetryIfFunc func(error) bool

// Do is a stub.
func Do(retryableFunc RetryableFunc, opts ...Option) error { return retryableFunc() }

// Attempts is a stub.
func Attempts(attempts uint) Option { return nil }

// UntilSucceeded is a stub.
func UntilSucceeded() Option { return nil }

// Context is a stub.
func Context(ctx context.Context) Option { return nil }

// Delay is a stub.
func Delay(delay time.Duration) Option { return nil }

// RetryIf is a stub.
func RetryIf(retryIf RetryIfFunc) Option { return nil }

// DelayTypeFunc is how long is waited.
type DelayTypeFunc func(n uint, err error, config *Config) time.Duration

// DelayType is a stub.
func DelayType(delayType DelayTypeFunc) Option { return nil }

// BackOffDelay is a stub.
func BackOffDelay(n uint, _ error, config *Config) time.Duration { return 0 }

// FixedDelay is a stub.
func FixedDelay(n uint, _ error, config *Config) time.Duration { return 0 }

// RandomDelay is a stub.
func RandomDelay(n uint, _ error, config *Config) time.Duration { return 0 }

// CombineDelay is a stub.
func CombineDelay(delays ...DelayTypeFunc) DelayTypeFunc { return nil }

// LastErrorOnly is a stub.
func LastErrorOnly(lastErrorOnly bool) Option { return nil }

// DoWithData is a stub.
func DoWithData[T any](retryableFunc func() (T, error), opts ...Option) (T, error) {
	return retryableFunc()
}

// Unrecoverable is a stub.
func Unrecoverable(err error) error { return err }
