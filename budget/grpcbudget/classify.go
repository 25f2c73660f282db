package grpcbudget

import (
	"context"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/timeoutlint/timeoutlint/budget"
)

// Classify judges an attempt by budget.Classify and then by its status code: a
// code by which a healthy server says no is budget.Rejected, everything else a
// failure. ResourceExhausted counts as a failure, as 429 does over HTTP.
func Classify(caller context.Context, err error) budget.Outcome {
	o := budget.Classify(caller, err)
	if o == budget.Failure && rejects(status.Code(err)) {
		return budget.Rejected
	}
	return o
}

func rejects(c codes.Code) bool {
	switch c {
	case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied,
		codes.Unauthenticated, codes.FailedPrecondition, codes.Aborted, codes.OutOfRange, codes.Unimplemented:
		return true
	}
	return false
}

// retryDelay finds the wait that the server asks for in a RetryInfo detail.
func retryDelay(err error) (time.Duration, bool) {
	s, ok := status.FromError(err)
	if !ok {
		return 0, false
	}
	for _, detail := range s.Details() {
		if info, ok := detail.(*errdetails.RetryInfo); ok && info.RetryDelay != nil {
			return info.RetryDelay.AsDuration(), true
		}
	}
	return 0, false
}
