// Package circuitbreaker is a stub of github.com/go-kit/kit/circuitbreaker at v0.13.0.
package circuitbreaker

import (
	"github.com/go-kit/kit/endpoint"
	"github.com/sony/gobreaker"
)

// Gobreaker is a stub.
func Gobreaker(cb *gobreaker.CircuitBreaker) endpoint.Middleware { return nil }
