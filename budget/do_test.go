package budget_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func TestDoAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		d := dependency(t, "d", budget.Policy{Observer: events})
		got, err := budget.Do(t.Context(), d, taking(30*ms))
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		equal(t, "events", events.kinds(), "attempt done")
		e := events.of(budget.KindAttempt)[0]
		equal(t, "event", e, budget.Event{
			Kind: budget.KindAttempt, Dependency: "d", Outcome: budget.Success, Attempt: 1,
			Granted: time.Second, Elapsed: 30 * ms,
		})
	})
}

// What is repeated, how often, and the reason given at the end.
func TestDoRepeats(t *testing.T) {
	dial := fmt.Errorf("get: %w", &net.OpError{Op: "dial", Err: errBoom})
	for _, c := range []struct {
		name   string
		err    error
		o      []budget.CallOption
		want   int
		reason budget.Reason
	}{
		{"idempotent failure", errBoom, []budget.CallOption{budget.Idempotent()}, 3, budget.ReasonAttempts},
		{"other failure", errBoom, nil, 1, budget.ReasonUnsafe},
		{"dial error, of whichever request", dial, nil, 1, budget.ReasonUnsafe},
		{"unknown name", &net.DNSError{Name: "d"}, nil, 1, budget.ReasonUnsafe},
		{"read error", &net.OpError{Op: "read", Err: errBoom}, nil, 1, budget.ReasonUnsafe},
		{"marked unsent", budget.Mark(errBoom, budget.Unsent), nil, 3, budget.ReasonAttempts},
		{"marked rejected", budget.Mark(errBoom, budget.Rejected), []budget.CallOption{budget.Idempotent()}, 1, budget.ReasonRejected},
		{
			"classified by the call", errBoom,
			[]budget.CallOption{budget.ClassifyWith(func(context.Context, error) budget.Outcome { return budget.Unsent })},
			3, budget.ReasonAttempts,
		},
		{"no classifier, no change", errBoom, []budget.CallOption{budget.ClassifyWith(nil)}, 1, budget.ReasonUnsafe},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := dependency(t, "d", budget.Policy{})
			f, calls := failing(c.err)
			_, err := budget.Do(t.Context(), d, f, c.o...)
			equal(t, c.name+": calls", *calls, c.want)
			e := reason(t, err, c.reason)
			equal(t, c.name+": attempts", e.Attempts, c.want)
			if !errors.Is(err, c.err) {
				t.Errorf("%s: %v does not wrap the attempt's error", c.name, err)
			}
			equal(t, c.name+": retries", d.Stats().Retries, uint64(c.want-1))
		})
	}
}

// The wait before attempt n+1 is uniform in [0, min(Cap, Base·2ⁿ⁻¹)]: full
// jitter. Checked by its bounds and by its quartiles.
func TestDoWaitsWithFullJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		d := dependency(t, "d", budget.Policy{
			Observer: events,
			Retry:    budget.Retry{Attempts: 5, Base: 100 * ms, Cap: 250 * ms, Burst: 10_000},
		})
		f, _ := failing(errBoom)
		for range 400 {
			budget.Do(t.Context(), d, f, budget.Idempotent())
		}
		most := map[int]time.Duration{2: 100 * ms, 3: 200 * ms, 4: 250 * ms, 5: 250 * ms}
		quarters := map[int]*[4]int{2: {}, 3: {}, 4: {}, 5: {}}
		for _, e := range events.of(budget.KindRetry) {
			limit := most[e.Attempt]
			if e.Wait < 0 || e.Wait > limit {
				t.Fatalf("wait before attempt %d: %v, want at most %v", e.Attempt, e.Wait, limit)
			}
			quarters[e.Attempt][min(3, 4*e.Wait/limit)]++
		}
		for attempt, q := range quarters {
			for i, n := range q { // 100 expected, standard deviation 8.7
				if n < 50 || n > 150 {
					t.Errorf("attempt %d: %d of 400 waits in quarter %d of the range: %v", attempt, n, i, q)
				}
			}
		}
	})
}

func TestDoStopsWhenTheCallerLeavesDuringTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Cap: time.Minute}})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*ms, cancel)
		f, calls := failing(budget.After(errBoom, time.Minute))
		start := time.Now()
		_, err := budget.Do(ctx, d, f, budget.Idempotent())
		equal(t, "waited", time.Since(start), 100*ms)
		equal(t, "calls", *calls, 1)
		e := reason(t, err, budget.ReasonCanceled)
		equal(t, "elapsed", e.Elapsed, 100*ms)
		for _, want := range []error{errBoom, context.Canceled} {
			if !errors.Is(err, want) {
				t.Errorf("%v does not match %v", err, want)
			}
		}
		equal(t, "tokens", d.Stats().Tokens, 10) // the retry was not made
	})
}

func TestDoWithoutTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		d := dependency(t, "d", budget.Policy{Observer: events, Retry: budget.Retry{Burst: 1, Attempts: 2}})
		f, calls := failing(errBoom)
		_, err := budget.Do(t.Context(), d, f, budget.Idempotent())
		reason(t, err, budget.ReasonAttempts)
		_, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		reason(t, err, budget.ReasonRetryBudget)
		if !errors.Is(err, errBoom) {
			t.Errorf("%v has lost the real error", err)
		}
		equal(t, "calls", *calls, 3)
		equal(t, "refused", d.Stats().Refused, 1)
		equal(t, "event", events.of(budget.KindRefused)[0].Reason, budget.ReasonRetryBudget)
		equal(t, "events", events.kinds(), "attempt retry attempt done attempt refused done")

		// A call that is not made earns nothing.
		over, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		before := d.Stats().Tokens
		budget.Do(over, d, taking(0))
		equal(t, "tokens", d.Stats().Tokens, before)

		// Ten first attempts earn one retry; another dependency has its own tokens.
		for range 9 {
			budget.Do(t.Context(), d, taking(0))
		}
		_, err = budget.Do(t.Context(), d, f, budget.Idempotent())
		reason(t, err, budget.ReasonAttempts)
	})
}

// The caller's own deadline is a timeout, its cancellation is not.
func TestDoTellsTimeoutFromCancellation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Reserve: budget.Off})
		ctx, cancel := context.WithTimeout(t.Context(), 100*ms)
		defer cancel()
		_, err := budget.Do(ctx, d, taking(time.Hour), budget.Idempotent())
		e := reason(t, err, budget.ReasonTimeout)
		timeout(t, err)
		equal(t, "granted", e.Granted, 100*ms)
		equal(t, "attempts", e.Attempts, 1)

		_, err = budget.Do(ctx, d, taking(0))
		reason(t, err, budget.ReasonFloor)
		timeout(t, err)

		gone, leave := context.WithCancelCause(t.Context())
		why := errors.New("the browser was closed")
		leave(why)
		f, calls := failing(nil)
		_, err = budget.Do(gone, d, f)
		reason(t, err, budget.ReasonCanceled)
		if !errors.Is(err, why) || !errors.Is(err, context.Canceled) {
			t.Errorf("%v does not match the cause and context.Canceled", err)
		}
		equal(t, "calls", *calls, 0)
		_, err = d.Timeout(gone)
		reason(t, err, budget.ReasonCanceled)
	})
}

// What the call itself says about its failure cannot bring back a caller.
func TestDoDoesNotRepeatForACallerThatLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		d := dependency(t, "d", budget.Policy{Observer: events})
		ctx, leave := context.WithCancel(t.Context())
		_, err := budget.Do(ctx, d, func(context.Context) (int, error) {
			leave()
			return 0, budget.Mark(errBoom, budget.Unsent)
		})
		reason(t, err, budget.ReasonCanceled)
		equal(t, "events", events.kinds(), "attempt done")
	})
}

// The floor itself is enough; a nanosecond less is not.
func TestDoAtTheFloor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Floor: 30 * ms, Reserve: 20 * ms})
		for left, want := range map[time.Duration]budget.Reason{
			50 * ms: budget.ReasonNone, 50*ms - 1: budget.ReasonFloor, 0: budget.ReasonFloor, -time.Second: budget.ReasonFloor,
		} {
			ctx, cancel := context.WithTimeout(t.Context(), left)
			_, err := budget.Do(ctx, d, taking(0))
			cancel()
			equal(t, left.String()+" left", budget.ReasonOf(err), want)
		}
		// Without a floor a nanosecond is enough, but nothing is not.
		d = dependency(t, "d", budget.Policy{Floor: budget.Off, Reserve: 20 * ms})
		for left, want := range map[time.Duration]budget.Reason{20*ms + 1: budget.ReasonNone, 20 * ms: budget.ReasonFloor} {
			ctx, cancel := context.WithTimeout(t.Context(), left)
			_, err := budget.Do(ctx, d, taking(0))
			cancel()
			equal(t, left.String()+" left, no floor", budget.ReasonOf(err), want)
		}
	})
}

func TestDoCountsOrphans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		d := dependency(t, "d", budget.Policy{Observer: events, Ceiling: 100 * ms})
		got, err := budget.Do(t.Context(), d, func(context.Context) (int, error) {
			time.Sleep(300 * ms) // ignores its context
			return 7, nil
		})
		// The work is done; throwing the answer away would not undo it.
		equal(t, "value", got, 7)
		equal(t, "error", err, nil)
		equal(t, "orphans", d.Stats().Orphans, 1)
		e := events.of(budget.KindOrphan)[0]
		equal(t, "excess", e.Elapsed-e.Granted, 200*ms)
	})
}

func TestDoGivesEverythingBackWhenTheCallPanics(t *testing.T) {
	b := new(breaker)
	d := dependency(t, "d", budget.Policy{Breaker: b})
	func() {
		defer func() { equal(t, "recovered", recover(), any("boom")) }()
		budget.Do(t.Context(), d, func(context.Context) (int, error) { panic("boom") })
	}()
	equal(t, "in flight", d.Stats().InFlight, 0)
	equal(t, "breaker reports missing", b.pending(), 0)
	equal(t, "failures", d.Stats().Failures, 1)
}

func TestDoOr(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		d := dependency(t, "d", budget.Policy{Observer: events})
		cached := func(_ context.Context, why *budget.Error) (string, error) {
			return "cached: " + why.Reason.String(), nil
		}
		got, err := budget.DoOr(t.Context(), d, taking(0), cached)
		equal(t, "value", got, "ok")
		equal(t, "error", err, nil)
		f, _ := failing(errBoom)
		got, err = budget.DoOr(t.Context(), d, f, cached)
		equal(t, "value", got, "cached: unsafe")
		equal(t, "error", err, nil)
		e := events.of(budget.KindFallback)[0]
		equal(t, "reason", e.Reason, budget.ReasonUnsafe)
		equal(t, "cause", e.Err, errBoom)
		// Nobody is left to take a fallback.
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = budget.DoOr(gone, d, f, cached)
		reason(t, err, budget.ReasonCanceled)
		equal(t, "fallbacks", len(events.of(budget.KindFallback)), 1)
	})
}

func TestWithinReplacesTheCeiling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{})
		got, _ := d.Timeout(t.Context(), budget.Within(time.Hour))
		equal(t, "without a deadline", got, time.Hour)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		got, _ = d.Timeout(ctx, budget.Within(time.Hour))
		equal(t, "never past the caller's deadline", got, time.Minute-10*ms)
		got, _ = d.Timeout(ctx, budget.Within(0))
		equal(t, "zero leaves the ceiling", got, time.Second)
	})
}

func TestBeginAndEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(breaker)
		d := dependency(t, "d", budget.Policy{Breaker: b})
		a, err := d.Begin(t.Context(), budget.Within(100*ms))
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "granted", a.Granted(), 100*ms)
		equal(t, "in flight", d.Stats().InFlight, 1)
		err = a.End(work(a.Context(), time.Hour))
		timeout(t, err)
		equal(t, "granted in the error", reason(t, err, budget.ReasonTimeout).Granted, 100*ms)
		equal(t, "a second End", a.End(nil), nil)
		equal(t, "in flight", d.Stats().InFlight, 0)
		equal(t, "breaker reports", len(b.reports()), 1)
		equal(t, "context", a.Context().Err(), context.DeadlineExceeded)

		a, _ = d.Begin(t.Context())
		equal(t, "End", a.End(nil), nil)
		equal(t, "context", a.Context().Err(), context.Canceled)

		b.refuse = errBoom
		if a, err := d.Begin(t.Context()); a != nil || !errors.Is(err, errBoom) {
			t.Errorf("Begin = %v, %v", a, err)
		}
	})
}
