package budget_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func TestBulkheadLimitsAndFailsFast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(breaker)
		d := dependency(t, "d", budget.Policy{MaxConcurrent: 3, Breaker: b})
		var running, most, full atomic.Int64
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				start := time.Now()
				_, err := budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
					if n := running.Add(1); n > most.Load() {
						most.Store(n)
					}
					defer running.Add(-1)
					return 0, work(ctx, 100*ms)
				})
				if err != nil {
					reason(t, err, budget.ReasonFull)
					equal(t, "a refused caller waited", time.Since(start), 0)
					full.Add(1)
				}
			})
		}
		wg.Wait()
		equal(t, "most at once", most.Load(), 3)
		equal(t, "refused", full.Load(), 7)
		neutral := 0
		for _, err := range b.reports() {
			if errors.Is(err, budget.ErrNeutral) {
				neutral++
			}
		}
		equal(t, "probe slots returned for refused attempts", neutral, 7)
	})
}

func TestBulkheadWaitIsSpentFromTheAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{MaxConcurrent: 1, MaxWait: 50 * ms, Ceiling: 200 * ms})
		hold := func(for_ time.Duration) func() {
			a, err := d.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(for_, func() { a.End(nil) })
			return func() { a.End(nil) }
		}
		// The slot comes after 30 ms: 170 of 200 ms are left.
		hold(30 * ms)
		budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
			left, _ := budget.Remaining(ctx)
			equal(t, "left", left, 170*ms)
			return 0, nil
		})
		// It does not come within MaxWait.
		hold(time.Second)
		start := time.Now()
		_, err := budget.Do(t.Context(), d, taking(0))
		reason(t, err, budget.ReasonFull)
		equal(t, "waited", time.Since(start), 50*ms)
		// The caller's time limits the wait: the floor must be left.
		ctx, cancel := context.WithTimeout(t.Context(), 40*ms)
		defer cancel()
		start = time.Now()
		_, err = budget.Do(ctx, d, taking(0))
		reason(t, err, budget.ReasonFull)
		equal(t, "waited", time.Since(start), 20*ms) // 40 less 10 reserve, less 10 floor
		// A caller that leaves does not wait on.
		ctx, leave := context.WithCancel(t.Context())
		time.AfterFunc(10*ms, leave)
		start = time.Now()
		_, err = budget.Do(ctx, d, taking(0))
		reason(t, err, budget.ReasonCanceled)
		equal(t, "waited", time.Since(start), 10*ms)
		equal(t, "in flight", d.Stats().InFlight, 1)
		time.Sleep(time.Second)
	})
}

func TestBulkheadOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{MaxConcurrent: budget.Off})
		var wg sync.WaitGroup
		for range 200 {
			wg.Go(func() { budget.Do(t.Context(), d, taking(10*ms)) })
		}
		synctest.Wait()
		equal(t, "in flight", d.Stats().InFlight, 200)
		wg.Wait()
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}

// What the breaker is told, by outcome.
func TestBreakerIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rejected := budget.Mark(errBoom, budget.Rejected)
		for _, c := range []struct {
			name string
			slow time.Duration
			f    func(context.Context) (string, error)
			want error
		}{
			{"success", 0, taking(20 * ms), nil},
			{"success near the ceiling", 0, taking(999 * ms), nil},
			{"slow call off", budget.Off, taking(900 * ms), nil},
			{"slow call set", 100 * ms, taking(100 * ms), budget.ErrSlow},
			{"4xx", 0, func(context.Context) (string, error) { return "", rejected }, nil},
			{"failure", 0, func(context.Context) (string, error) { return "", errBoom }, errBoom},
			{"timeout", 0, taking(time.Hour), context.DeadlineExceeded},
		} {
			b := new(breaker)
			d := dependency(t, "d", budget.Policy{Breaker: b, SlowCall: c.slow})
			budget.Do(t.Context(), d, c.f)
			told := b.reports()
			equal(t, c.name+": reports", len(told), 1)
			if !errors.Is(told[0], c.want) {
				t.Errorf("%s: told %v, want %v", c.name, told[0], c.want)
			}
		}
		// A callee's own cancellation is its failure: the caller is still there.
		b := new(breaker)
		d := dependency(t, "d", budget.Policy{Breaker: b})
		budget.Do(t.Context(), d, func(context.Context) (int, error) { return 0, context.Canceled })
		if err := b.reports()[0]; err == nil || errors.Is(err, context.Canceled) || errors.Is(err, budget.ErrNeutral) {
			t.Errorf("told %v about a failure", err)
		}
	})
}

func TestBreakerRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		b := &breaker{refuse: errors.New("too many failures")}
		d := dependency(t, "d", budget.Policy{Breaker: b, Observer: events})
		f, calls := failing(nil)
		_, err := budget.Do(t.Context(), d, f)
		reason(t, err, budget.ReasonOpen)
		if !errors.Is(err, b.refuse) {
			t.Errorf("%v has lost the breaker's error", err)
		}
		equal(t, "calls", *calls, 0)
		equal(t, "attempts", d.Stats().Attempts, 0)
		equal(t, "events", events.kinds(), "refused done")
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}
