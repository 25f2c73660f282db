package peers

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafegrpc"
	"github.com/failsafe-go/failsafe-go/timeout"
	"google.golang.org/grpc"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/grpcbudget"
)

// What does the callee learn of a timeout of 1 s? A context without a deadline
// cannot be propagated: no grpc-timeout, no header, no query timeout.
func TestCalleeSeesTheTimeout(t *testing.T) {
	// observe waits for the end of ctx and notes what it was.
	type seen struct {
		deadline bool
		err      error
	}
	observe := func(ctx context.Context) (s seen) {
		_, s.deadline = ctx.Deadline()
		<-ctx.Done()
		s.err = ctx.Err()
		return s
	}
	t.Run("failsafe-go", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var got seen
			err := failsafe.With(timeout.New[any](time.Second)).RunWithExecution(func(e failsafe.Execution[any]) error {
				got = observe(e.Context())
				return got.err
			})
			equal(t, "deadline", got.deadline, false)
			equal(t, "end of the context", got.err, context.Canceled)
			equal(t, "errors.Is(err, DeadlineExceeded)", errors.Is(err, context.DeadlineExceeded), false)
		})
	})
	t.Run("budget", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var got seen
			d := newDependency(t, budget.Policy{Ceiling: time.Second})
			err := do(t.Context(), d, func(ctx context.Context) error {
				got = observe(ctx)
				return got.err
			})
			equal(t, "deadline", got.deadline, true)
			equal(t, "end of the context", got.err, context.DeadlineExceeded)
			equal(t, "errors.Is(err, DeadlineExceeded)", errors.Is(err, context.DeadlineExceeded), true)
		})
	})
}

// The same through gRPC, where the deadline would travel by itself: the caller
// has 10 s, the timeout is 1 s. How long does the server believe it has?
func TestDeadlineOverGRPC(t *testing.T) {
	through := func(t *testing.T, intercept grpc.UnaryClientInterceptor) (left time.Duration) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			err := intercept(ctx, "/shop.Prices/Get", nil, nil, nil, func(ctx context.Context, _ string, _, _ any, _ *grpc.ClientConn, _ ...grpc.CallOption) error {
				left, _ = budget.Remaining(ctx)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
		return left
	}
	t.Run("failsafe-go", func(t *testing.T) {
		equal(t, "time the server has", through(t, failsafegrpc.NewUnaryClientInterceptor[any](timeout.New[any](time.Second))), 10*time.Second)
	})
	t.Run("budget", func(t *testing.T) {
		equal(t, "time the server has", through(t, grpcbudget.UnaryClient(newDependency(t, budget.Policy{Ceiling: time.Second}))), time.Second)
	})
}
