// Package ok stops at an open breaker.
package ok

import (
	"errors"
	"time"

	"github.com/avast/retry-go/v4"
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

type pricer struct {
	breaker *gobreaker.CircuitBreaker[int]
}

// ask turns a refusal into the last price: it is no error.
func (p *pricer) ask(f func() (int, error), last int) (int, error) {
	n, err := p.breaker.Execute(f)
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return last, nil
	}
	return n, err
}

// Helped: what is repeated knows of refusals.
func (p *pricer) Helped(f func() (int, error)) (n int, err error) {
	for range 5 {
		if n, err = p.ask(f, n); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

// Picked by the library.
func (p *pricer) Picked(f func() (int, error)) error {
	return retry.Do(func() error { _, err := p.breaker.Execute(f); return err }, retry.Attempts(5),
		retry.RetryIf(func(err error) bool { return !errors.Is(err, gobreaker.ErrOpenState) }))
}
