package grpcbudget

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/timeoutlint/timeoutlint/budget"
)

// Error is a *budget.Error with a gRPC status.
type Error struct{ err *budget.Error }

// Error returns the text of the *budget.Error.
func (e *Error) Error() string { return e.err.Error() }

// Unwrap returns the *budget.Error.
func (e *Error) Unwrap() error { return e.err }

// Is matches context.DeadlineExceeded also when it is the callee that reports it.
func (e *Error) Is(target error) bool {
	return target == context.DeadlineExceeded && e.GRPCStatus().Code() == codes.DeadlineExceeded
}

// GRPCStatus makes status.FromError and status.Code work. The code is
//
//   - DeadlineExceeded for the reasons timeout, floor and wait;
//   - Unavailable for open, ResourceExhausted for full, Canceled for canceled;
//   - the last attempt's own otherwise, with its details.
func (e *Error) GRPCStatus() *status.Status {
	switch e.err.Reason {
	case budget.ReasonTimeout, budget.ReasonFloor, budget.ReasonWait:
		return status.New(codes.DeadlineExceeded, e.Error())
	case budget.ReasonOpen:
		return status.New(codes.Unavailable, e.Error())
	case budget.ReasonFull:
		return status.New(codes.ResourceExhausted, e.Error())
	case budget.ReasonCanceled:
		return status.New(codes.Canceled, e.Error())
	}
	// FromError finds the status in the chain and sets its message to the text
	// of the whole error.
	s, _ := status.FromError(e.err)
	return s
}
