package peers

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	avast "github.com/avast/retry-go/v5"
	"github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	fsbudget "github.com/failsafe-go/failsafe-go/budget"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/sethvargo/go-retry"

	"github.com/timeoutlint/timeoutlint/budget"
)

// A total of 100 ms, attempts of 50 ms, a wait of 60 ms: the second attempt
// cannot end in time. When does it start, and when does the caller get its answer?
func TestNoAttemptPastTheTotal(t *testing.T) {
	type trace struct {
		attempts int
		last     time.Duration // start of the last attempt
		returned time.Duration
	}
	run := func(t *testing.T, operation func(attempt func() error) error) (tr trace) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			err := operation(func() error {
				tr.attempts++
				tr.last = time.Since(start)
				time.Sleep(50 * ms)
				return errDown
			})
			if err == nil {
				t.Error("no error")
			}
			tr.returned = time.Since(start)
		})
		return tr
	}
	t.Run("failsafe-go", func(t *testing.T) {
		policy := retrypolicy.NewBuilder[any]().WithMaxAttempts(10).WithDelay(60 * ms).WithMaxDuration(100 * ms).Build()
		got := run(t, func(attempt func() error) error { return failsafe.With(policy).Run(attempt) })
		equal(t, "trace", got, trace{attempts: 2, last: 100 * ms, returned: 150 * ms})
	})
	t.Run("budget", func(t *testing.T) {
		d := newDependency(t, budget.Policy{Retry: budget.Retry{Attempts: 10, Total: 100 * ms}})
		got := run(t, func(attempt func() error) error {
			return do(context.Background(), d, func(context.Context) error { return budget.After(attempt(), 60*ms) }, budget.Idempotent())
		})
		equal(t, "trace", got, trace{attempts: 1, last: 0, returned: 50 * ms})
	})
}

// A thousand calls, one after the other, to a dependency that is down, with a
// retry budget of 10 %: how many attempts does it get?
func TestRetryBudgetLimitsTheLoad(t *testing.T) {
	const calls = 1000
	run := func(t *testing.T, operation func(attempt func() error)) (attempts int) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			for range calls {
				operation(func() error { attempts++; return errDown })
			}
		})
		return attempts
	}
	t.Run("failsafe-go", func(t *testing.T) {
		tenth := fsbudget.NewBuilder().WithMaxRate(.1).WithMinConcurrency(0).Build()
		policy := retrypolicy.NewBuilder[any]().WithBudget(tenth).Build()
		// It limits how many retries are in flight, not how many there are.
		equal(t, "attempts", run(t, func(attempt func() error) { _ = failsafe.With(policy).Run(attempt) }), 3*calls)
	})
	t.Run("budget", func(t *testing.T) {
		d := newDependency(t, budget.Policy{Retry: budget.Retry{Ratio: .1, Burst: 10}})
		got := run(t, func(attempt func() error) {
			_ = do(context.Background(), d, func(context.Context) error { return attempt() }, budget.Idempotent())
		})
		if got < calls+calls/10 || got > calls+calls/10+10 {
			t.Errorf("%d attempts, want %d and a burst of at most 10", got, calls+calls/10)
		}
	})
}

// What do the numbers mean? Each row is the number of attempts that a dependency
// gets which answers at the hundredth; 100 means that nothing stopped them.
func TestWhatTheCountMeans(t *testing.T) {
	count := func(t *testing.T, operation func(attempt func() error) error) (attempts int) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			_ = operation(func() error {
				if attempts++; attempts == 100 {
					return nil
				}
				return errDown
			})
		})
		return attempts
	}
	type operation func(attempt func() error) error
	fsAttempts := func(n int) operation {
		return func(attempt func() error) error {
			return failsafe.With(retrypolicy.NewBuilder[any]().WithMaxAttempts(n).Build()).Run(attempt)
		}
	}
	fsRetries := func(n int) operation {
		return func(attempt func() error) error {
			return failsafe.With(retrypolicy.NewBuilder[any]().WithMaxRetries(n).Build()).Run(attempt)
		}
	}
	cenkalti := func(n uint) operation {
		return func(attempt func() error) error {
			_, err := backoff.Retry(context.Background(), func() (any, error) { return nil, attempt() },
				backoff.WithMaxTries(n), backoff.WithBackOff(backoff.NewConstantBackOff(0)))
			return err
		}
	}
	avastAttempts := func(n uint) operation {
		return func(attempt func() error) error {
			return avast.New(avast.Attempts(n), avast.DelayType(avast.FixedDelay), avast.Delay(0)).Do(attempt)
		}
	}
	sethvargo := func(n uint64) operation {
		return func(attempt func() error) error {
			return retry.Do(context.Background(), retry.WithMaxRetries(n, retry.NewConstant(1)), func(context.Context) error {
				if err := attempt(); err != nil {
					return retry.RetryableError(err)
				}
				return nil
			})
		}
	}
	ours := func(n int) operation {
		return func(attempt func() error) error {
			d := newDependency(t, budget.Policy{Retry: budget.Retry{Attempts: n}})
			return do(context.Background(), d, func(context.Context) error { return attempt() }, budget.Idempotent())
		}
	}
	for _, row := range []struct {
		name string
		run  operation
		want int
	}{
		{"failsafe-go/WithMaxAttempts(0)", fsAttempts(0), 100},
		{"failsafe-go/WithMaxAttempts(3)", fsAttempts(3), 3},
		{"failsafe-go/WithMaxRetries(0)", fsRetries(0), 1},
		{"failsafe-go/WithMaxRetries(3)", fsRetries(3), 4},
		{"cenkalti backoff/WithMaxTries(0)", cenkalti(0), 100},
		{"cenkalti backoff/WithMaxTries(3)", cenkalti(3), 3},
		{"avast retry-go/Attempts(0)", avastAttempts(0), 100},
		{"avast retry-go/Attempts(3)", avastAttempts(3), 3},
		{"sethvargo go-retry/WithMaxRetries(0)", sethvargo(0), 1},
		{"sethvargo go-retry/WithMaxRetries(3)", sethvargo(3), 4},
		{"budget/Attempts 0, the default", ours(0), 3},
		{"budget/Attempts 1", ours(1), 1},
		{"budget/Attempts 3", ours(3), 3},
	} {
		t.Run(row.name, func(t *testing.T) { equal(t, "attempts", count(t, row.run), row.want) })
	}
	t.Run("budget/there is no infinity", func(t *testing.T) {
		for _, n := range []int{-1, 1 << 20} {
			if _, err := budget.New("peer", budget.Policy{Retry: budget.Retry{Attempts: n}}); err == nil {
				t.Errorf("Attempts: %d was accepted", n)
			}
		}
	})
}

// 50 ms are left and the next wait is 10 s. When does the caller get its answer,
// and does the answer say what went wrong?
func TestWaitThatOutlivesTheDeadline(t *testing.T) {
	type answer struct {
		after         time.Duration
		says, timeout bool // what the dependency said; that time was the reason
	}
	run := func(t *testing.T, operation func(ctx context.Context) error) (got answer) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 50*ms)
			defer cancel()
			start := time.Now()
			err := operation(ctx)
			got = answer{time.Since(start), errors.Is(err, errDown), errors.Is(err, context.DeadlineExceeded)}
		})
		return got
	}
	late := answer{after: 50 * ms, says: false, timeout: true}
	t.Run("failsafe-go", func(t *testing.T) {
		policy := retrypolicy.NewBuilder[any]().WithDelay(10 * time.Second).Build()
		equal(t, "answer", run(t, func(ctx context.Context) error {
			return failsafe.With(policy).WithContext(ctx).Run(func() error { return errDown })
		}), late)
	})
	t.Run("cenkalti backoff", func(t *testing.T) {
		equal(t, "answer", run(t, func(ctx context.Context) error {
			_, err := backoff.Retry(ctx, func() (any, error) { return nil, errDown },
				backoff.WithBackOff(backoff.NewConstantBackOff(10*time.Second)))
			return err
		}), late)
	})
	t.Run("avast retry-go", func(t *testing.T) {
		equal(t, "answer", run(t, func(ctx context.Context) error {
			return avast.New(avast.Context(ctx), avast.LastErrorOnly(true), avast.Delay(10*time.Second), avast.DelayType(avast.FixedDelay)).
				Do(func() error { return errDown })
		}), late)
	})
	t.Run("sethvargo go-retry", func(t *testing.T) {
		equal(t, "answer", run(t, func(ctx context.Context) error {
			return retry.Do(ctx, retry.NewConstant(10*time.Second), func(context.Context) error { return retry.RetryableError(errDown) })
		}), late)
	})
	t.Run("budget", func(t *testing.T) {
		d := newDependency(t, budget.Policy{Retry: budget.Retry{Cap: time.Minute}})
		equal(t, "answer", run(t, func(ctx context.Context) error {
			return do(ctx, d, func(context.Context) error { return budget.After(errDown, 10*time.Second) }, budget.Idempotent())
		}), answer{after: 0, says: true, timeout: true})
	})
}
