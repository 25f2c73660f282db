package grpcbudget

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/timeoutlint/timeoutlint/budget"
)

// early is how much sooner than the caller's own clock a callee may report a
// deadline that both know. grpc-timeout is rounded up and starts to count on
// arrival, so that little more than scheduling is in it.
const early = 5 * time.Millisecond

// settle waits out the moment between the callee's DeadlineExceeded and the
// attempt's own, so that one timeout is not sometimes a timeout and sometimes an
// answer. A callee that reports a shorter deadline of its own is not waited for.
func settle(ctx context.Context, err error) {
	if status.Code(err) != codes.DeadlineExceeded {
		return
	}
	if left, ok := budget.Remaining(ctx); ok && left <= early {
		<-ctx.Done()
	}
}
