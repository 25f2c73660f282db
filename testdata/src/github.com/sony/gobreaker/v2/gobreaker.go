// Package gobreaker is a stub of github.com/sony/gobreaker/v2 at v2.4.0.
package gobreaker

import (
	"errors"
	"time"
)

// ErrOpenState is a stub.
var ErrOpenState = errors.New("circuit breaker is open")

// ErrTooManyRequests is a stub.
var ErrTooManyRequests = errors.New("too many requests")

// State is a stub.
type State int

// Counts is a stub.
type Counts struct {
	Requests             uint32
	TotalSuccesses       uint32
	TotalFailures        uint32
	TotalExclusions      uint32
	ConsecutiveSuccesses uint32
	ConsecutiveFailures  uint32
}

// Settings is a stub.
type Settings struct {
	Name          string
	MaxRequests   uint32
	Interval      time.Duration
	BucketPeriod  time.Duration
	Timeout       time.Duration
	ReadyToTrip   func(counts Counts) bool
	OnStateChange func(name string, from State, to State)
	IsSuccessful  func(err error) bool
	IsExcluded    func(err error) bool
}

// CircuitBreaker is a stub.
type CircuitBreaker[T any] struct{}

// NewCircuitBreaker is a stub.
func NewCircuitBreaker[T any](st Settings) *CircuitBreaker[T] { return nil }

// Execute is a stub.
func (cb *CircuitBreaker[T]) Execute(req func() (T, error)) (T, error) { return req() }

// TwoStepCircuitBreaker is a stub.
type TwoStepCircuitBreaker[T any] struct{}

// NewTwoStepCircuitBreaker is a stub.
func NewTwoStepCircuitBreaker[T any](st Settings) *TwoStepCircuitBreaker[T] { return nil }

// Allow is a stub.
func (tscb *TwoStepCircuitBreaker[T]) Allow() (done func(err error), err error) { return nil, nil }
