package budget_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// repeats is how many attempts are made beyond the first of n failing operations.
func repeats(t *testing.T, d *budget.Dependency, n int) int {
	before := d.Stats().Retries
	for range n {
		budget.Do(t.Context(), d, func(context.Context) (int, error) { return 0, errBoom }, budget.Idempotent())
	}
	return int(d.Stats().Retries - before)
}

// A dependency that is called rarely has its retries per second, and no more.
func TestRetriesPerSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Attempts: 2, Base: 1, Cap: 1, Ratio: .01, Burst: 1, PerSecond: 2}})
		equal(t, "from the bucket and the second", repeats(t, d, 10), 1+2)
		for range 5 {
			time.Sleep(time.Second)
			equal(t, "a second later", repeats(t, d, 10), 2)
		}
		time.Sleep(time.Hour)
		equal(t, "an hour later", repeats(t, d, 10), 2)
		slow := dependency(t, "slow", budget.Policy{Retry: budget.Retry{Attempts: 2, Base: 1, Cap: 1, Ratio: .01, Burst: 1, PerSecond: .5}})
		equal(t, "at first", repeats(t, slow, 10), 2)
		time.Sleep(time.Second)
		equal(t, "half a second's", repeats(t, slow, 10), 0)
		time.Sleep(time.Second)
		equal(t, "two seconds'", repeats(t, slow, 10), 1)
	})
}

// What was earned long ago is gone.
func TestRetryWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policy := budget.Policy{Retry: budget.Retry{Attempts: 2, Base: 1, Cap: 1, Ratio: .001, Burst: 10, Window: 10 * time.Second}}
		for wait, want := range map[time.Duration]int{0: 10, 5 * time.Second: 5, 10 * time.Second: 0, time.Hour: 0} {
			d := dependency(t, "d", policy)
			time.Sleep(wait)
			equal(t, "retries after "+wait.String(), repeats(t, d, 20), want)
		}
		policy.Retry.Window = 0
		d := dependency(t, "d", policy)
		time.Sleep(time.Hour)
		equal(t, "retries without a window", repeats(t, d, 20), 10)
	})
}

func TestRetryTokensAreChecked(t *testing.T) {
	for _, r := range []budget.Retry{{PerSecond: -1}, {Window: -1}, {PerSecond: 1e9}} {
		if _, err := budget.New("d", budget.Policy{Retry: r}); err == nil {
			t.Errorf("%+v is accepted", r)
		}
	}
}
