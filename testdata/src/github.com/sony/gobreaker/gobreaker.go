// Package gobreaker is a stub of github.com/sony/gobreaker at v1.0.0.
package gobreaker

import "time"

// State is a stub.
type State int

// Counts is a stub.
type Counts struct {
	Requests             uint32
	TotalSuccesses       uint32
	TotalFailures        uint32
	ConsecutiveSuccesses uint32
	ConsecutiveFailures  uint32
}

// Settings is a stub.
type Settings struct {
	Name          string
	MaxRequests   uint32
	Interval      time.Duration
	Timeout       time.Duration
	ReadyToTrip   func(counts Counts) bool
	OnStateChange func(name string, from State, to State)
	IsSuccessful  func(err error) bool
}

// CircuitBreaker is a stub.
type CircuitBreaker struct{}

// NewCircuitBreaker is a stub.
func NewCircuitBreaker(st Settings) *CircuitBreaker { return nil }

// Execute is a stub.
func (cb *CircuitBreaker) Execute(req func() (interface{}, error)) (interface{}, error) { return req() }
