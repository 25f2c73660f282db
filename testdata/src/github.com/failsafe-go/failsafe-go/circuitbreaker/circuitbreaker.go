// Package circuitbreaker is a stub of github.com/failsafe-go/failsafe-go/circuitbreaker at v0.9.8.
package circuitbreaker

import "time"

// CircuitBreaker is a stub.
type CircuitBreaker[R any] interface{ TryAcquirePermit() bool }

// Builder is a stub.
type Builder[R any] interface {
	HandleIf(predicate func(R, error) bool) Builder[R]
	WithDelay(delay time.Duration) Builder[R]
	WithFailureThreshold(failureThreshold uint) Builder[R]
	WithFailureThresholdRatio(failureThreshold uint, failureThresholdingCapacity uint) Builder[R]
	WithFailureThresholdPeriod(failureThreshold uint, failureThresholdingPeriod time.Duration) Builder[R]
	WithFailureRateThreshold(failureRateThreshold float64, failureExecutionThreshold uint, failureThresholdingPeriod time.Duration) Builder[R]
	Build() CircuitBreaker[R]
}

// NewBuilder is a stub.
func NewBuilder[R any]() Builder[R] { return nil }

// NewWithDefaults is a stub.
func NewWithDefaults[R any]() CircuitBreaker[R] { return nil }
