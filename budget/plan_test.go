package budget_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The service of the worked example: the client waits 200 ms; A and B are
// mandatory, C has a fallback, the handler's own work takes 20 ms at the end.
// Floors are the p50, ceilings the p99.9 and a margin (C's is lower: fallback).
type example struct {
	a, b, c *budget.Dependency
	plan    budget.Plan
}

func newExample(t testing.TB) example {
	once := budget.Retry{Attempts: 1}
	e := example{
		a: dependency(t, "A", budget.Policy{Ceiling: 50 * ms, Floor: 10 * ms, Retry: once}),
		b: dependency(t, "B", budget.Policy{Ceiling: 110 * ms, Floor: 30 * ms, Retry: once}),
		c: dependency(t, "C", budget.Policy{Ceiling: 60 * ms, Floor: 25 * ms, Retry: once}),
	}
	e.plan = budget.Plan{Reserve: 20 * ms, Steps: []budget.Step{
		{Dependency: e.a}, {Dependency: e.b}, {Dependency: e.c, Optional: true},
	}}
	return e
}

// serve runs one request with the latencies given and returns what each call was
// granted, whether C answered, and when the answer left.
func (e example) serve(t *testing.T, latency [3]time.Duration) (granted [3]time.Duration, usedC bool, at time.Duration) {
	start := time.Now()
	ctx, cancel := budget.WithAtMost(t.Context(), 200*ms)
	defer cancel()
	for i, d := range []*budget.Dependency{e.a, e.b, e.c} {
		granted[i], _ = e.plan.Timeout(ctx, i)
		answer := taking(latency[i])
		if !e.plan.Steps[i].Optional {
			if _, err := budget.Do(ctx, d, answer, e.plan.Step(i)); err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
			continue
		}
		got, err := budget.DoOr(ctx, d, answer, func(_ context.Context, why *budget.Error) (string, error) {
			equal(t, "reason of the fallback", why.Reason, budget.ReasonFloor)
			equal(t, "attempts of a skipped call", why.Attempts, 0)
			return "fallback", nil
		}, e.plan.Step(i))
		if err != nil {
			t.Fatal(err)
		}
		usedC = got == "ok"
	}
	time.Sleep(20 * ms) // own work
	if err := ctx.Err(); err != nil {
		t.Errorf("the answer came after the deadline: %v", err)
	}
	return granted, usedC, time.Since(start)
}

func TestGoldenTraceAnsweredAt160ms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		granted, usedC, at := newExample(t).serve(t, [3]time.Duration{10 * ms, 105 * ms, 25 * ms})
		equal(t, "granted", granted, [3]time.Duration{50 * ms, 110 * ms, 60 * ms})
		equal(t, "C answered", usedC, true)
		equal(t, "answered at", at, 160*ms)
	})
}

func TestGoldenTraceThirdCallSkippedAnsweredAt176ms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newExample(t)
		granted, usedC, at := e.serve(t, [3]time.Duration{48 * ms, 108 * ms, 25 * ms})
		equal(t, "granted", granted, [3]time.Duration{50 * ms, 110 * ms, 24 * ms})
		equal(t, "C answered", usedC, false)
		equal(t, "answered at", at, 176*ms)
		equal(t, "attempts on C", e.c.Stats().Attempts, 0)
		equal(t, "refusals on C", e.c.Stats().Refused, 1)
	})
}

// The same latencies under fixed parts of 40/100/40/20 ms: B needs 105 and fails
// at 110 ms although 90 ms are left and only 60 of them are spoken for, and a
// retry of 100 ms no longer fits.
func TestGoldenTraceFixedSplitFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		ctx, cancel := budget.WithAtMost(t.Context(), 200*ms)
		defer cancel()
		part := func(d, latency time.Duration) error {
			ctx, cancel := context.WithTimeout(ctx, d)
			defer cancel()
			return work(ctx, latency)
		}
		if err := part(40*ms, 10*ms); err != nil {
			t.Fatal(err)
		}
		timeout(t, part(100*ms, 105*ms))
		equal(t, "failed at", time.Since(start), 110*ms)
		left, _ := budget.Remaining(ctx)
		equal(t, "time left, of which C and the handler need 60 ms", left, 90*ms)
		if left >= 100*ms {
			t.Error("a retry would fit")
		}
	})
}

func TestPlanKeepsFloorsOfMandatoryCallsOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newExample(t)
		ctx, cancel := budget.WithAtMost(t.Context(), 80*ms)
		defer cancel()
		for i, want := range []time.Duration{80 - 20 - 30, 80 - 20, 80 - 20} {
			got, err := e.plan.Timeout(ctx, i)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "granted", got, min(want*ms, []time.Duration{50, 110, 60}[i]*ms))
		}
		// Outside a plan, the same by hand; the dependency's own reserve counts.
		got, _ := e.a.Timeout(ctx, budget.Before(e.b))
		equal(t, "before B", got, (80-10-30)*ms)
		got, _ = e.a.Timeout(ctx, budget.Before(e.b), budget.Before(e.a), budget.Keep(5*ms))
		equal(t, "before B and A, and 5 ms", got, (80-10-30-10-5)*ms)
		// A step outside the plan keeps nothing for later ones.
		got, _ = e.b.Timeout(ctx, e.plan.Step(-1))
		equal(t, "step -1", got, 60*ms)
		got, _ = e.b.Timeout(ctx, e.plan.Step(3))
		equal(t, "step 3", got, 60*ms)
		for _, i := range []int{-1, 3} {
			if _, err := e.plan.Timeout(ctx, i); err == nil {
				t.Errorf("step %d has a timeout", i)
			}
		}
		got, _ = e.a.Timeout(ctx, budget.Before(nil, e.b))
		equal(t, "before nil and B", got, (80-10-30)*ms)
		// Without a reserve of its own the plan leaves each dependency's.
		got, _ = e.b.Timeout(ctx, budget.Plan{Steps: e.plan.Steps}.Step(1))
		equal(t, "no plan reserve", got, 70*ms)
	})
}

// The plan is computed anew before a retry: what is granted shrinks.
func TestPlanIsComputedBeforeEachRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		d := dependency(t, "d", budget.Policy{
			Ceiling: 60 * ms, Floor: 10 * ms, Reserve: 20 * ms, Observer: events,
			Retry: budget.Retry{Base: time.Nanosecond, Cap: time.Nanosecond},
		})
		ctx, cancel := budget.WithAtMost(t.Context(), 110*ms)
		defer cancel()
		_, err := budget.Do(ctx, d, taking(time.Hour), budget.Idempotent())
		timeout(t, err)
		attempts := events.of(budget.KindAttempt)
		equal(t, "attempts", len(attempts), 2)
		equal(t, "first", attempts[0].Granted, 60*ms)
		if second := attempts[1].Granted; second > 30*ms || second < 30*ms-time.Microsecond {
			t.Errorf("second granted %v, want 30ms less the wait", second)
		}
	})
}

// Do finds the step by its dependency and keeps what the step keeps.
func TestPlanDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newExample(t)
		ctx, cancel := budget.WithAtMost(t.Context(), 80*ms)
		defer cancel()
		granted := func(d *budget.Dependency, o ...budget.CallOption) (got time.Duration) {
			err := e.plan.Do(ctx, d, func(ctx context.Context) error {
				got, _ = budget.Remaining(ctx)
				return nil
			}, o...)
			equal(t, "error", err, nil)
			return got
		}
		equal(t, "A before B", granted(e.a), (80-20-30)*ms)
		equal(t, "A before B, and 5 ms", granted(e.a, budget.Keep(5*ms)), (80-20-30-5)*ms)
		equal(t, "B before C, which is optional", granted(e.b), (80-20)*ms)
		equal(t, "C", granted(e.c), 60*ms)

		err := e.plan.Do(ctx, e.a, func(context.Context) error { return errBoom })
		if reason(t, err, budget.ReasonAttempts); !errors.Is(err, errBoom) {
			t.Errorf("%v has lost the call's own error", err)
		}
		calls := 0
		count := func(context.Context) error { calls++; return nil }
		stranger := dependency(t, "stranger", budget.Policy{})
		reason(t, e.plan.Do(ctx, stranger, count), budget.ReasonMisuse)
		reason(t, budget.Plan{Reserve: -1, Steps: e.plan.Steps}.Do(ctx, e.a, count), budget.ReasonMisuse)
		twice := budget.Plan{Steps: []budget.Step{{Dependency: e.a}, {Dependency: e.b}, {Dependency: e.a}}}
		equal(t, "error", twice.Do(ctx, e.a, count), nil)
		equal(t, "calls", calls, 1)
	})
}

// Steps that run at the same time are a group: of their floors the highest is kept,
// and none for each other.
func TestPlanGroups(t *testing.T) {
	step := func(floor time.Duration, optional, beside bool) budget.Step {
		d := dependency(t, "d", budget.Policy{Floor: floor, Ceiling: time.Second})
		return budget.Step{Dependency: d, Optional: optional, Beside: beside}
	}
	plan := budget.Plan{Reserve: 10 * ms, Steps: []budget.Step{
		step(10*ms, false, false), // alone
		step(20*ms, false, false), // a group of three
		step(50*ms, false, true),
		step(90*ms, true, true), // optional: nothing is kept for it
		step(30*ms, false, false),
		step(40*ms, false, true),
	}}
	synctest.Test(t, func(t *testing.T) {
		for i, kept := range []time.Duration{50 + 40, 40, 40, 40, 0, 0} {
			ctx, cancel := context.WithTimeout(t.Context(), 500*ms)
			granted, err := plan.Timeout(ctx, i)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "granted to a step", granted, 500*ms-10*ms-kept*ms)
		}
	})
}
