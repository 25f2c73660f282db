// Package ok holds breakers that wait for more than one call.
package ok

import (
	"time"

	"github.com/afex/hystrix-go/hystrix"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"
)

const least = 20

func minimum() gobreaker.Settings {
	return gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool {
		return c.Requests >= least && 2*c.TotalFailures >= c.Requests
	}}
}

func settings(min uint32) []*gobreaker.CircuitBreaker[string] {
	early := gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool {
		if c.Requests < 10 {
			return false
		}
		return float64(c.TotalFailures)/float64(c.Requests) > 0.5
	}}
	variable := gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool {
		share := float64(c.TotalFailures) / float64(c.Requests)
		return min <= c.Requests && share > 0.5
	}}
	two := gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool {
		return c.Requests > 1 && c.TotalFailures == c.Requests
	}}
	inARow := gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures > 5 }}
	renamed := gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool {
		n := c.Requests
		return n > 20 && float64(c.TotalFailures)/float64(c.Requests) > 0.5
	}}
	handed := gobreaker.Settings{ReadyToTrip: func(c gobreaker.Counts) bool {
		return enough(c) && float64(c.TotalFailures)/float64(c.Requests) > 0.5
	}}
	var out []*gobreaker.CircuitBreaker[string]
	for _, st := range []gobreaker.Settings{early, variable, two, inARow, renamed, handed, minimum()} {
		out = append(out, gobreaker.NewCircuitBreaker[string](st))
	}
	return append(out, gobreaker.NewCircuitBreaker[string](gobreaker.Settings{}), gobreaker.NewCircuitBreaker[string](early),
		gobreaker.NewCircuitBreaker[string](variable), gobreaker.NewCircuitBreaker[string](two), gobreaker.NewCircuitBreaker[string](inARow),
		gobreaker.NewCircuitBreaker[string](renamed), gobreaker.NewCircuitBreaker[string](handed))
}

func enough(c gobreaker.Counts) bool { return c.Requests > 20 }

func command() {
	hystrix.ConfigureCommand("orders", hystrix.CommandConfig{Timeout: 500, RequestVolumeThreshold: 50})
	hystrix.ConfigureCommand("stock", hystrix.CommandConfig{Timeout: 500})
}

func threshold() circuitbreaker.CircuitBreaker[string] {
	return circuitbreaker.NewBuilder[string]().WithFailureThreshold(5).WithDelay(5 * time.Second).Build()
}

func statements() circuitbreaker.CircuitBreaker[string] {
	b := circuitbreaker.NewBuilder[string]()
	b.WithFailureRateThreshold(0.5, 20, time.Minute)
	return b.Build()
}

func unfinished() circuitbreaker.Builder[string] { return circuitbreaker.NewBuilder[string]() }
