package budget_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// warm makes a hedging dependency whose p95 is 20 ms.
func warm(t *testing.T, p budget.Policy) *budget.Dependency {
	p.Hedge = budget.Hedge{Percentile: 0.95, MinSamples: 20}
	d := dependency(t, "d", p)
	for range 20 {
		if _, err := budget.Do(t.Context(), d, taking(20*ms), budget.Idempotent()); err != nil {
			t.Fatal(err)
		}
	}
	equal(t, "hedges while warming up", d.Stats().Hedges, 0)
	return d
}

// legs returns a call whose n-th leg is the n-th function.
func legs(list ...func(context.Context) (string, error)) (func(context.Context) (string, error), *atomic.Int64) {
	n := new(atomic.Int64)
	return func(ctx context.Context) (string, error) { return list[n.Add(1)-1](ctx) }, n
}

func TestHedgeFirstAnswerWinsAndTheOtherIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		b := new(breaker)
		d := warm(t, budget.Policy{Observer: events, Breaker: b})
		var cancelledAt time.Time
		slow := func(ctx context.Context) (string, error) {
			<-ctx.Done()
			cancelledAt = time.Now()
			return "", ctx.Err()
		}
		f, n := legs(slow, taking(5*ms))
		start := time.Now()
		got, err := budget.Do(t.Context(), d, f, budget.Idempotent())
		took := time.Since(start)
		synctest.Wait()
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		equal(t, "legs", n.Load(), 2)
		if delay := took - 5*ms; delay < 19*ms || delay > 21*ms {
			t.Errorf("hedged after %v, want the p95 of 20ms", delay)
		}
		equal(t, "the loser was cancelled after", cancelledAt.Sub(start), took)
		s := d.Stats()
		equal(t, "hedges", s.Hedges, 1)
		equal(t, "retries", s.Retries, 0)
		equal(t, "failures", s.Failures, 0)
		equal(t, "in flight", s.InFlight, 0)
		equal(t, "tokens", s.Tokens, 9)
		equal(t, "hedge events", len(events.of(budget.KindHedge)), 1)
		told := b.reports()
		if last := told[len(told)-1]; !errors.Is(last, budget.ErrNeutral) {
			t.Errorf("the breaker was told %v about the loser", last)
		}
	})
}

func TestHedgeIsNotMadeWhen(t *testing.T) {
	for _, c := range []struct {
		name string
		p    budget.Policy
		o    []budget.CallOption
		warm bool
	}{
		{"the call is not idempotent", budget.Policy{}, nil, true},
		{"the call will not have it", budget.Policy{}, []budget.CallOption{budget.Idempotent(), budget.Unhedged()}, true},
		{"no slot is free", budget.Policy{MaxConcurrent: 1, MaxWait: time.Second}, []budget.CallOption{budget.Idempotent()}, true},
		{"too little is known", budget.Policy{Hedge: budget.Hedge{Percentile: 0.95}}, []budget.CallOption{budget.Idempotent()}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var d *budget.Dependency
				if c.warm {
					d = warm(t, c.p)
				} else {
					d = dependency(t, "d", c.p)
				}
				f, n := legs(taking(100*ms), taking(0))
				got, err := budget.Do(t.Context(), d, f, c.o...)
				equal(t, "value", got, "ok")
				equal(t, "error", err, nil)
				equal(t, "legs", n.Load(), 1)
				equal(t, "tokens", d.Stats().Tokens, 10)
			})
		})
	}
}

// Without a token the call goes on alone; running out must never fail it.
func TestHedgeWithoutTokensGoesOnAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := warm(t, budget.Policy{Retry: budget.Retry{Burst: 1, Ratio: 0.001}})
		for i := range 3 {
			f, _ := legs(taking(100*ms), taking(0))
			if _, err := budget.Do(t.Context(), d, f, budget.Idempotent()); err != nil {
				t.Fatal(i, err)
			}
		}
		equal(t, "hedges", d.Stats().Hedges, 1)
	})
}

func TestHedgeFailureWaitsForTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		boom := func(context.Context) (string, error) { return "", errBoom }
		d := warm(t, budget.Policy{Retry: budget.Retry{Base: 1, Cap: 1, Burst: 100}})

		// The hedge fails, and so does the one that follows; the first attempt answers.
		f, n := legs(taking(100*ms), boom, boom)
		start := time.Now()
		got, err := budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		equal(t, "legs", n.Load(), 3)
		equal(t, "answered after", time.Since(start), 100*ms)

		// The one that follows answers.
		f, n = legs(taking(time.Hour), boom, taking(0))
		got, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		equal(t, "legs", n.Load(), 3)

		// Both fail; one attempt of three is left and answers.
		slowBoom := func(ctx context.Context) (string, error) {
			time.Sleep(30 * ms)
			return "", errBoom
		}
		f, n = legs(slowBoom, boom, taking(0))
		got, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		equal(t, "legs", n.Load(), 3)

		// A refusal of the first attempt is an answer if the hedge does not soon have
		// another; one of the hedge is if the first has none, and is not asked for
		// again.
		rejected := func(context.Context) (string, error) { return "", budget.Mark(errBoom, budget.Rejected) }
		late := func(ctx context.Context) (string, error) {
			if err := work(ctx, 50*ms); err != nil {
				return "", err
			}
			return rejected(ctx)
		}
		f, _ = legs(late, taking(time.Hour))
		start = time.Now()
		_, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		reason(t, err, budget.ReasonRejected)
		if took := time.Since(start); took < 69*ms || took > 72*ms {
			t.Errorf("refused after %v, want 50ms and the p95 of 20ms", took)
		}
		f, n = legs(late, taking(35*ms))
		got, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		equal(t, "legs", n.Load(), 2)
		f, n = legs(taking(time.Hour), rejected)
		_, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		reason(t, err, budget.ReasonRejected)
		equal(t, "attempts", n.Load(), 2)
		f, n = legs(taking(100*ms), rejected)
		got, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		equal(t, "attempts", n.Load(), 2)

		// Fails before the hedge starts: an ordinary retry.
		f, n = legs(boom, taking(0))
		_, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "error", err, nil)
		equal(t, "legs", n.Load(), 2)
		synctest.Wait()
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}

// Two attempts that raced are two attempts.
func TestHedgeCountsAgainstTheCap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := warm(t, budget.Policy{Retry: budget.Retry{Attempts: 2}})
		boom := func(ctx context.Context) (string, error) { time.Sleep(100 * ms); return "", errBoom }
		f, n := legs(boom, boom)
		_, err := budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "Error.Attempts", reason(t, err, budget.ReasonAttempts).Attempts, 2)
		equal(t, "legs", n.Load(), 2)
	})
}

// One call in five is slow. The winners alone would make the dependency look
// quick, and one call in five would hedge for ever; the losers count as well, so
// the delay rises to the real percentile.
func TestHedgeDelayIsNotFooledByItsOwnSuccess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := warm(t, budget.Policy{Retry: budget.Retry{Ratio: 1, Burst: 1000}})
		const calls, measured = 3000, 500
		var before uint64
		for i := range calls {
			if i == calls-measured {
				before = d.Stats().Hedges
			}
			first := 20 * ms
			if i%5 == 0 {
				first = 200 * ms
			}
			f, _ := legs(taking(first), taking(20*ms))
			if _, err := budget.Do(t.Context(), d, f, budget.Idempotent()); err != nil {
				t.Fatal(err)
			}
		}
		if hedges := d.Stats().Hedges - before; hedges > measured/10 {
			t.Errorf("%d of the last %d calls hedged, want about 5 %%", hedges, measured)
		}
	})
}

func TestHedgeEndsWithItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := warm(t, budget.Policy{})
		ctx, cancel := context.WithTimeout(t.Context(), 100*ms)
		defer cancel()
		f, n := legs(taking(time.Hour), taking(time.Hour))
		start := time.Now()
		_, err := budget.Do(ctx, d, f, budget.Idempotent())
		timeout(t, err)
		equal(t, "waited", time.Since(start), 90*ms)
		equal(t, "legs", n.Load(), 2)
		equal(t, "Error.Attempts", reason(t, err, budget.ReasonTimeout).Attempts, 2)

		// Refused at the start: nothing runs.
		_, err = budget.Do(ctx, d, f, budget.Idempotent())
		reason(t, err, budget.ReasonFloor)
		equal(t, "legs", n.Load(), 2)
	})
}

// A panic of the call reaches the caller as if there were no goroutine; in the
// leg nobody waits for, it is a failure, and not the end of the process.
func TestHedgePanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		d := warm(t, budget.Policy{Observer: events})
		func() {
			defer func() { equal(t, "recovered", recover(), any("boom")) }()
			f, _ := legs(taking(time.Hour), func(context.Context) (string, error) { panic("boom") })
			budget.Do(t.Context(), d, f, budget.Idempotent())
		}()
		f, _ := legs(func(ctx context.Context) (string, error) { <-ctx.Done(); panic("late") }, taking(0))
		got, err := budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		synctest.Wait()
		attempts := events.of(budget.KindAttempt)
		last := attempts[len(attempts)-1]
		equal(t, "outcome of the leg that panicked", last.Outcome, budget.Failure)
		equal(t, "its error", last.Err.Error(), "budget: panic in the slower attempt: late")

		// A call that ends its goroutine (t.FailNow does) must not hang the caller.
		f, _ = legs(func(context.Context) (string, error) { runtime.Goexit(); return "", nil }, taking(0))
		_, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "error", err, nil) // it counts as a failure and is repeated
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}

// The delay follows the dependency: old samples fade.
func TestHedgeDelayFollowsTheLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := warm(t, budget.Policy{})
		for range 20_000 {
			budget.Do(t.Context(), d, taking(20*ms)) // not idempotent: no hedge
		}
		for range 500 { // few of all there were, many of the last ones
			budget.Do(t.Context(), d, taking(200*ms))
		}
		f, n := legs(taking(150*ms), taking(0))
		budget.Do(t.Context(), d, f, budget.Idempotent())
		equal(t, "legs of a call that is now quick", n.Load(), 1)
	})
}

// Several hedges, one delay after the other, until one answers.
func TestSeveralHedges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{
			Retry: budget.Retry{Attempts: 4},
			Hedge: budget.Hedge{Percentile: 0.95, MinSamples: 20, Max: 3},
		})
		for range 20 {
			budget.Do(t.Context(), d, taking(20*ms), budget.Idempotent())
		}
		hang := func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() }
		f, n := legs(hang, hang, hang, taking(5*ms))
		start := time.Now()
		got, err := budget.Do(t.Context(), d, f, budget.Idempotent())
		took := time.Since(start)
		synctest.Wait()
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		equal(t, "legs", n.Load(), 4)
		if delay := took - 5*ms; delay < 58*ms || delay > 63*ms {
			t.Errorf("the third hedge began after %v, want three times the p95 of 20ms", delay)
		}
		equal(t, "hedges", d.Stats().Hedges, 3)
		equal(t, "slots taken", d.Stats().InFlight, 0)
	})
}

// Hedges with tokens of their own leave the retries' alone, and end when theirs do.
func TestHedgesHaveTheirOwnTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Hedge: budget.Hedge{Percentile: 0.95, MinSamples: 20, Ratio: .01, Burst: 2}})
		for range 20 {
			budget.Do(t.Context(), d, taking(20*ms), budget.Idempotent())
		}
		for range 5 {
			if _, err := budget.Do(t.Context(), d, taking(100*ms), budget.Idempotent()); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		equal(t, "hedges", d.Stats().Hedges, 2)
		equal(t, "retry tokens", d.Stats().Tokens, 10)
	})
}

func TestHedgeSettingsAreChecked(t *testing.T) {
	for _, h := range []budget.Hedge{{Max: -1}, {Percentile: .9, Max: 3}, {Ratio: -1}, {Ratio: 2}, {Burst: 5}, {Ratio: .1, Burst: .5}} {
		if _, err := budget.New("d", budget.Policy{Hedge: h}); err == nil {
			t.Errorf("%+v is accepted", h)
		}
	}
}
