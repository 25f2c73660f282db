package grpcbudget

import (
	"context"
	"errors"

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
//   - Unavailable for open, ResourceExhausted for full, Canceled for canceled,
//     Internal for misuse;
//   - the last attempt's own otherwise, with its details;
//   - if it has none, as that of a database, Unavailable for retry_budget,
//     attempts and exhausted, and Unknown for the rest.
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
	case budget.ReasonMisuse:
		return status.New(codes.Internal, e.Error())
	}
	// FromError finds the status in the chain and sets its message to the text
	// of the whole error.
	s, ok := status.FromError(e.err)
	if !ok {
		switch e.err.Reason {
		case budget.ReasonRetryBudget, budget.ReasonAttempts, budget.ReasonExhausted:
			return status.New(codes.Unavailable, e.Error())
		}
	}
	return s
}

// answered gives the error of a handler its code, if it is that of an operation
// of package budget and has none.
func answered(err error) error {
	if err == nil {
		return nil
	}
	if _, has := err.(interface{ GRPCStatus() *status.Status }); has {
		return err
	}
	var own *Error
	var e *budget.Error
	switch {
	case errors.As(err, &own):
	case errors.As(err, &e):
		own = &Error{err: e}
	default:
		return err
	}
	p := own.GRPCStatus().Proto()
	p.Message = err.Error()
	return status.FromProto(p).Err()
}
