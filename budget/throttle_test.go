package budget_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// pressed makes n attempts on a dependency that answers one of every `of`, and
// returns how many were sent to it.
func pressed(t *testing.T, d *budget.Dependency, n, of int) (sent int) {
	t.Helper()
	for i := range n {
		budget.Do(t.Context(), d, func(context.Context) (int, error) {
			sent++
			if i%of != 0 {
				return 0, errBoom
			}
			return 1, nil
		})
		time.Sleep(10 * ms)
	}
	return sent
}

func TestThrottle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Breaker: budget.NewThrottle()})
		equal(t, "sent to a healthy one", pressed(t, d, 1000, 1), 1000)
		time.Sleep(time.Hour)
		if sent := pressed(t, d, 1000, 2); sent < 950 {
			t.Errorf("%d of 1000 sent to one that answers half: that is not too much for it", sent)
		}
		time.Sleep(time.Hour)
		pressed(t, d, 5000, 10)
		if sent := pressed(t, d, 5000, 10); sent < 300 || sent > 2000 {
			t.Errorf("%d of 5000 sent to one that answers a tenth, want a small part", sent)
		}
		_, err := budget.Do(t.Context(), dependency(t, "e", budget.Policy{Breaker: dead(t)}), func(context.Context) (int, error) { return 0, errBoom })
		if budget.ReasonOf(err) == budget.ReasonOpen && !errors.Is(err, budget.ErrThrottled) {
			t.Errorf("refused with %v, want ErrThrottled", err)
		}
		// Well again: soon everything is let through.
		pressed(t, d, 6000, 1)
		if sent := pressed(t, d, 1000, 1); sent < 990 {
			t.Errorf("%d of 1000 sent after it has recovered", sent)
		}
	})
}

// dead is a throttle whose dependency never answers.
func dead(t *testing.T) *budget.Throttle {
	b := budget.NewThrottle()
	sent := 0
	for range 10_000 {
		if done, err := b.Allow(); err == nil {
			sent++
			done(errBoom)
		}
	}
	if sent < 500 || sent > 2000 {
		t.Errorf("%d of 10000 sent to a dead one, want about a tenth: somebody must look", sent)
	}
	return b
}

// What says nothing is not counted.
func TestThrottleIgnoresNeutral(t *testing.T) {
	b := budget.NewThrottle()
	for i := range 1000 {
		done, err := b.Allow()
		if err != nil {
			t.Fatalf("attempt %d refused after nothing but neutral ones: %v", i, err)
		}
		done(budget.ErrNeutral)
	}
}

// All are asked and told; what a later one refuses counts for nothing.
func TestBreakers(t *testing.T) {
	first, second := new(breaker), new(breaker)
	d := dependency(t, "d", budget.Policy{Breaker: budget.Breakers(first, second)})
	f, calls := failing(errBoom)
	budget.Do(t.Context(), d, f)
	second.refuse = errBoom
	_, err := budget.Do(t.Context(), d, f)
	reason(t, err, budget.ReasonOpen)
	equal(t, "calls", *calls, 1)
	equal(t, "pending", first.pending()+second.pending(), 0)
	told := first.reports()
	if len(told) != 2 || !errors.Is(told[0], errBoom) || !errors.Is(told[1], budget.ErrNeutral) {
		t.Errorf("the first was told %v, want the failure and ErrNeutral", told)
	}
	equal(t, "the second was told of", len(second.reports()), 1)
}
