package example

import "github.com/sony/gobreaker/v2"

func newBreaker() *gobreaker.CircuitBreaker[string] {
	return gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
		ReadyToTrip: func(n gobreaker.Counts) bool {
			return float64(n.TotalFailures)/float64(n.Requests) > 0.5 // want `this ReadyToTrip compares a share of failures`
		},
	})
}
