// Package ok stops at an open breaker.
package ok

import (
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"
)

// Stops at the breaker's own error.
func Stops(cb *gobreaker.CircuitBreaker[int], f func() (int, error)) (n int, err error) {
	for range 5 {
		n, err = cb.Execute(f)
		if err == nil || errors.Is(err, gobreaker.ErrOpenState) {
			return n, err
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

// Inside: the retry is what the breaker sees.
func Inside(cb *gobreaker.CircuitBreaker[int], f func() (int, error)) (int, error) {
	return cb.Execute(func() (n int, err error) {
		for range 5 {
			if n, err = f(); err == nil {
				return n, nil
			}
			time.Sleep(time.Second)
		}
		return 0, err
	})
}
