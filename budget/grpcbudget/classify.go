package grpcbudget

import (
	"context"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/timeoutlint/timeoutlint/budget"
)

// Classify judges an attempt by budget.Classify and then by its status code: a
// code by which a healthy server says no is budget.Rejected, everything else a
// failure. ResourceExhausted is Rejected and yet worth repeating, as 429 is over
// HTTP: the server is well, and says that there is too much.
func Classify(caller context.Context, err error) budget.Outcome {
	o := budget.Classify(caller, err)
	if o == budget.Failure && rejects(status.Code(err)) {
		return budget.Rejected
	}
	return o
}

func rejects(c codes.Code) bool {
	switch c {
	case codes.ResourceExhausted, codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied,
		codes.Unauthenticated, codes.FailedPrecondition, codes.Aborted, codes.OutOfRange, codes.Unimplemented:
		return true
	}
	return false
}

// tooMany reports whether a server, or this process, refuses what may well be
// accepted later. A message above its limit has the same code, and stays there.
func tooMany(err error) bool {
	s, ok := status.FromError(err)
	return ok && s.Code() == codes.ResourceExhausted && !strings.Contains(s.Message(), "larger than max")
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
