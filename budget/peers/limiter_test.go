package peers

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivelimiter"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/lab/bench"
)

// failsafe puts failsafe-go's adaptive limiter behind package budget's interface.
type failsafeLimiter struct {
	adaptivelimiter.AdaptiveLimiter[any]
}

func (l failsafeLimiter) Acquire(ctx context.Context, wait time.Duration) func(budget.Outcome, time.Duration) {
	var permit adaptivelimiter.Permit
	if wait > 0 {
		var err error
		if permit, err = l.AcquirePermitWithMaxWait(ctx, wait); err != nil {
			return nil
		}
	} else {
		var ok bool
		if permit, ok = l.TryAcquirePermit(); !ok {
			return nil
		}
	}
	return func(o budget.Outcome, _ time.Duration) {
		if o == budget.Success {
			permit.Record()
		} else {
			permit.Drop()
		}
	}
}

// The lab's slowdown, with each library's limiter at its defaults in front of the
// clients and everything else alike. What a limiter is worth shows when there are
// more clients than the server can bear.
func TestAdaptiveLimiters(t *testing.T) {
	limiters := map[string]func() budget.Limiter{
		"budget":      func() budget.Limiter { return budget.NewAdaptive() },
		"failsafe-go": func() budget.Limiter { return failsafeLimiter{adaptivelimiter.NewWithDefaults[any]()} },
		"failsafe-go, with queueing": func() budget.Limiter {
			return failsafeLimiter{adaptivelimiter.NewBuilder[any]().WithQueueing(2, 3).Build()}
		},
	}
	for _, clients := range []int{6, 30, 60} {
		stand := bench.PublishedFake()
		stand.Clients = clients
		run := func(v bench.Variant) (r bench.Result) {
			synctest.Test(t, func(t *testing.T) {
				l, dial := bench.Memory()
				var err error
				if r, err = bench.Run(stand, v, l, dial); err != nil {
					t.Fatal(err)
				}
			})
			return r
		}
		best := 0
		for _, v := range bench.Variants() {
			if v.Name == "A" || v.Name == "C" || v.Name == "D" {
				best = max(best, run(v).OK)
			}
		}
		for name, limiter := range limiters {
			r := run(bench.Variant{Name: name, Policy: func() budget.Policy { return budget.Policy{Limiter: limiter()} }})
			t.Logf("%d clients, %s: %d ok, %d failed, at most %d in flight; the best fixed setting: %d ok", clients, name, r.OK, r.Failed, r.MaxInFlight, best)
			if name == "budget" && r.OK < best {
				t.Errorf("%d clients, budget: %d ok, the best fixed setting has %d", clients, r.OK, best)
			}
		}
	}
}
