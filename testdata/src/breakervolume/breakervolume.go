package breakervolume

import (
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker"
	breaker "github.com/sony/gobreaker/v2"
)

func literal() *breaker.CircuitBreaker[string] {
	return breaker.NewCircuitBreaker[string](breaker.Settings{
		ReadyToTrip: func(c breaker.Counts) bool {
			return float64(c.TotalFailures)/float64(c.Requests) > 0.5 // want `this ReadyToTrip compares a share of failures and never asks of how many requests: one failure of one request is 100 % and opens the breaker for everybody; test Requests against a minimum first`
		},
	})
}

func named(c gobreaker.Counts) bool {
	share := float64(c.TotalFailures) / float64(c.Requests) // want `this ReadyToTrip compares a share of failures`
	return share >= 0.6
}

func v1() *gobreaker.CircuitBreaker {
	var st gobreaker.Settings
	st.ReadyToTrip = named
	return gobreaker.NewCircuitBreaker(st)
}

// whole numbers are a share too.
func whole() *breaker.CircuitBreaker[string] {
	return breaker.NewCircuitBreaker[string](breaker.Settings{
		ReadyToTrip: func(c breaker.Counts) bool { return 2*c.TotalFailures >= c.Requests }, // want `this ReadyToTrip compares a share`
	})
}

// one is no minimum.
func one() *breaker.CircuitBreaker[string] {
	return breaker.NewCircuitBreaker[string](breaker.Settings{
		ReadyToTrip: func(c breaker.Counts) bool {
			return c.Requests > 0 && float64(c.TotalFailures)/float64(c.Requests) > 0.5 // want `this ReadyToTrip compares a share`
		},
	})
}

func command() {
	hystrix.ConfigureCommand("orders", hystrix.CommandConfig{
		Timeout:                500,
		RequestVolumeThreshold: 1, // want `hystrix.CommandConfig has a RequestVolumeThreshold of 1: one failure of one request is 100 % and opens the circuit for everybody; leave it at the default of 20`
	})
}

func bare() circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewBuilder[string]().WithDelay(5 * time.Second).Build() // want `this circuit breaker has no failure threshold, and the default is 1: the first call that fails opens it for a minute`
}

func defaults() circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewWithDefaults[string]() // want `this circuit breaker has no failure threshold`
}
