package budget_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// What is asked of a dependency from now on goes by the new policy; what is under
// way ends by the one it began with.
func TestSetPolicy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Ceiling: time.Second, MaxConcurrent: 1})
		granted := func() time.Duration {
			got, err := d.Timeout(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		equal(t, "ceiling", granted(), time.Second)
		a, err := d.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := d.SetPolicy(budget.Policy{Ceiling: 200 * ms, MaxConcurrent: 2, Retry: budget.Retry{Attempts: 1, Burst: 3}}); err != nil {
			t.Fatal(err)
		}
		equal(t, "new ceiling", granted(), 200*ms)
		equal(t, "defaults of what is not said", d.Policy().Reserve, 10*ms)
		equal(t, "tokens", d.Stats().Tokens, 3)
		equal(t, "granted to the one under way", a.Granted(), time.Second)
		time.Sleep(500 * ms)
		equal(t, "the one under way has ended", a.Context().Err(), nil)
		var held []*budget.Attempt
		for range 2 {
			b, err := d.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, b)
		}
		_, err = d.Begin(t.Context())
		reason(t, err, budget.ReasonFull)
		equal(t, "slots taken", d.Stats().InFlight, 3)
		for _, b := range append(held, a) {
			b.End(nil)
		}
		equal(t, "slots taken", d.Stats().InFlight, 0)
		f, n := failing(errBoom)
		budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "attempts", *n, 1)
	})
}

// What makes no sense changes nothing.
func TestSetPolicyRefuses(t *testing.T) {
	d := dependency(t, "d", budget.Policy{Ceiling: 300 * ms})
	if err := d.SetPolicy(budget.Policy{Ceiling: -1}); err == nil {
		t.Error("a negative ceiling is accepted")
	}
	equal(t, "ceiling", d.Policy().Ceiling, 300*ms)
}

// The same limit and the same hedging go on with what they know.
func TestSetPolicyKeepsWhatStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := warm(t, budget.Policy{MaxConcurrent: 2})
		a, _ := d.Begin(t.Context())
		b, _ := d.Begin(t.Context())
		p := d.Policy()
		p.Ceiling = 5 * time.Second
		if err := d.SetPolicy(p); err != nil {
			t.Fatal(err)
		}
		_, err := d.Begin(t.Context())
		reason(t, err, budget.ReasonFull)
		a.End(nil)
		b.End(nil)
		hang := func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() }
		f, n := legs(hang, taking(ms))
		budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "legs", n.Load(), 2)
	})
}

// Changed all the time, under load: no slot is lost and none comes from nowhere.
func TestSetPolicyUnderLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{MaxConcurrent: 4})
		policies := []budget.Policy{
			{MaxConcurrent: 1, Breaker: new(breaker)},
			{MaxConcurrent: budget.Off, Limiter: budget.NewAdaptive(), Observer: new(log)},
			{MaxConcurrent: 8, Hedge: budget.Hedge{Percentile: .9, MinSamples: 1, Ratio: .5}},
			{MaxConcurrent: 8, Retry: budget.Retry{PerSecond: 1, Window: time.Second}},
		}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for i := range 100 {
					budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
						err := work(ctx, time.Duration(i%7)*ms)
						if i%5 == 0 {
							err = errBoom
						}
						return 0, err
					}, budget.Idempotent())
				}
			})
		}
		for i := range 200 {
			if err := d.SetPolicy(policies[i%len(policies)]); err != nil {
				t.Fatal(err)
			}
			time.Sleep(ms)
		}
		wg.Wait()
		time.Sleep(5 * time.Second)
		equal(t, "slots taken", d.Stats().InFlight, 0)
		if err := d.SetPolicy(budget.Policy{MaxConcurrent: 3}); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := d.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	})
}
