package peers

import (
	"context"
	"testing"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/breaker"
)

// Callers leave, one after the other; the dependency is well. After how many of
// them is it cut off? Zero means never (of a hundred).
func TestCallersThatLeave(t *testing.T) {
	leavers := func(call func(context.Context) error, open func() bool) int {
		ctx, leave := context.WithCancel(context.Background())
		leave()
		for n := range 100 {
			_ = call(ctx)
			if open() {
				return n + 1
			}
		}
		return 0
	}
	t.Run("gobreaker", func(t *testing.T) {
		cb := gobreaker.NewCircuitBreaker[any](gobreaker.Settings{})
		equal(t, "open after", leavers(
			func(ctx context.Context) error {
				_, err := cb.Execute(func() (any, error) { return nil, ctx.Err() })
				return err
			},
			func() bool { return cb.State() == gobreaker.StateOpen },
		), 6)
	})
	t.Run("failsafe-go", func(t *testing.T) {
		cb := circuitbreaker.NewWithDefaults[any]()
		equal(t, "open after", leavers(
			func(ctx context.Context) error { return failsafe.With(cb).Run(ctx.Err) },
			cb.IsOpen,
		), 1)
	})
	t.Run("budget", func(t *testing.T) {
		cb, err := breaker.New("peer", breaker.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		d := newDependency(t, budget.Policy{Breaker: cb})
		equal(t, "open after", leavers(
			func(context.Context) error { // each leaves while its call is under way
				ctx, leave := context.WithCancel(t.Context())
				return do(ctx, d, func(ctx context.Context) error { leave(); return ctx.Err() })
			},
			func() bool { return cb.State() == gobreaker.StateOpen },
		), 0)
	})
}
