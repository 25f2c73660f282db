package example

import "github.com/sony/gobreaker/v2"

func newBreakerAfter() *gobreaker.CircuitBreaker[string] {
	return gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
		ReadyToTrip: func(n gobreaker.Counts) bool {
			return n.Requests >= 20 && float64(n.TotalFailures)/float64(n.Requests) > 0.5
		},
	})
}
