package observed

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	retryv4 "github.com/avast/retry-go/v4"
	retryv5 "github.com/avast/retry-go/v5"
	backoffv2 "github.com/cenkalti/backoff"
	backoffv3 "github.com/cenkalti/backoff/v3"
	backoffv4 "github.com/cenkalti/backoff/v4"
	backoffv5 "github.com/cenkalti/backoff/v5"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	sethvargo "github.com/sethvargo/go-retry"
	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

const waited = 6 // delays of one policy that are looked at

// spaced are the delays that a policy gives, each time it is made anew.
var spaced = map[string]func() []time.Duration{
	"github.com/cenkalti/backoff.NewExponentialBackOff":    func() []time.Duration { return next(backoffv2.NewExponentialBackOff()) },
	"github.com/cenkalti/backoff.NewConstantBackOff":       func() []time.Duration { return next(backoffv2.NewConstantBackOff(time.Second)) },
	"github.com/cenkalti/backoff.ZeroBackOff":              func() []time.Duration { return next(&backoffv2.ZeroBackOff{}) },
	"github.com/cenkalti/backoff/v3.NewExponentialBackOff": func() []time.Duration { return next(backoffv3.NewExponentialBackOff()) },
	"github.com/cenkalti/backoff/v3.ExponentialBackOff": func() []time.Duration {
		return next(&backoffv3.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Hour, Clock: backoffv3.SystemClock})
	},
	"github.com/cenkalti/backoff/v3.NewConstantBackOff":    func() []time.Duration { return next(backoffv3.NewConstantBackOff(time.Second)) },
	"github.com/cenkalti/backoff/v4.NewExponentialBackOff": func() []time.Duration { return next(backoffv4.NewExponentialBackOff()) },
	"github.com/cenkalti/backoff/v4.ExponentialBackOff": func() []time.Duration {
		return next(&backoffv4.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Hour, Clock: backoffv4.SystemClock})
	},
	"github.com/cenkalti/backoff/v4.NewConstantBackOff":    func() []time.Duration { return next(backoffv4.NewConstantBackOff(time.Second)) },
	"github.com/cenkalti/backoff/v4.ZeroBackOff":           func() []time.Duration { return next(&backoffv4.ZeroBackOff{}) },
	"github.com/cenkalti/backoff/v5.NewExponentialBackOff": func() []time.Duration { return next(backoffv5.NewExponentialBackOff()) },
	"github.com/cenkalti/backoff/v5.ExponentialBackOff": func() []time.Duration {
		return next(&backoffv5.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Hour})
	},
	"github.com/cenkalti/backoff/v5.NewConstantBackOff": func() []time.Duration { return next(backoffv5.NewConstantBackOff(time.Second)) },
	"github.com/cenkalti/backoff/v5.ZeroBackOff":        func() []time.Duration { return next(&backoffv5.ZeroBackOff{}) },
	"github.com/avast/retry-go/v4.Do":                   func() []time.Duration { return timed4() },
	"github.com/avast/retry-go/v4.FixedDelay":           func() []time.Duration { return timed4(retryv4.DelayType(retryv4.FixedDelay)) },
	"github.com/avast/retry-go/v4.BackOffDelay":         func() []time.Duration { return timed4(retryv4.DelayType(retryv4.BackOffDelay)) },
	"github.com/avast/retry-go/v4.FullJitterBackoffDelay": func() []time.Duration {
		return timed4(retryv4.DelayType(retryv4.FullJitterBackoffDelay))
	},
	"github.com/avast/retry-go/v5.New":          func() []time.Duration { return timed5() },
	"github.com/avast/retry-go/v5.FixedDelay":   func() []time.Duration { return timed5(retryv5.DelayType(retryv5.FixedDelay)) },
	"github.com/avast/retry-go/v5.BackOffDelay": func() []time.Duration { return timed5(retryv5.DelayType(retryv5.BackOffDelay)) },
	"github.com/sethvargo/go-retry.NewConstant": func() []time.Duration { return steps(sethvargo.NewConstant(time.Second)) },
	"github.com/sethvargo/go-retry.NewExponential": func() []time.Duration {
		return steps(sethvargo.NewExponential(time.Second))
	},
	"github.com/sethvargo/go-retry.NewFibonacci": func() []time.Duration { return steps(sethvargo.NewFibonacci(time.Second)) },
	"github.com/sethvargo/go-retry.WithFullJitter": func() []time.Duration {
		return steps(sethvargo.WithFullJitter(sethvargo.NewExponential(time.Second)))
	},
	"github.com/eapache/go-resiliency/retrier.ConstantBackoff": func() []time.Duration { return retrier.ConstantBackoff(waited, time.Second) },
	"github.com/eapache/go-resiliency/retrier.ExponentialBackoff": func() []time.Duration {
		return retrier.ExponentialBackoff(waited, time.Second)
	},
	"github.com/failsafe-go/failsafe-go/retrypolicy.NewBuilder": func() []time.Duration { return scheduled(retrypolicy.NewBuilder[int]()) },
	"(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithBackoff": func() []time.Duration {
		return scheduled(retrypolicy.NewBuilder[int]().WithBackoff(time.Microsecond, time.Second))
	},
	"(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithRandomDelay": func() []time.Duration {
		return scheduled(retrypolicy.NewBuilder[int]().WithRandomDelay(1, time.Millisecond))
	},
}

// TestPolicySpacing compares the delays that policies give with their rows: how
// they follow each other, and whether two that are alike give the same.
func TestPolicySpacing(t *testing.T) {
	for name, delays := range spaced {
		row := policyRow(t, name)
		one, other := delays(), delays()
		jitter := "no"
		if !slices.Equal(one, other) {
			jitter = "yes"
		}
		if row.Jitter != "" {
			require.Equal(t, row.Jitter, jitter, name)
		}
		if jitter == "no" && row.Delay != "" {
			require.Equal(t, row.Delay, spacing(one), "%s: %v", name, one)
		}
	}
}

// TestPolicyContexts runs policies with a context that has ended: those whose row
// says that it ends them make one attempt at most.
func TestPolicyContexts(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, run := range map[string]func(f func() error){
		"github.com/cenkalti/backoff.WithContext": func(f func() error) {
			_ = backoffv2.Retry(f, backoffv2.WithContext(backoffv2.WithMaxRetries(&backoffv2.ZeroBackOff{}, 9), ended))
		},
		"github.com/cenkalti/backoff/v3.WithContext": func(f func() error) {
			_ = backoffv3.Retry(f, backoffv3.WithContext(backoffv3.WithMaxRetries(&backoffv3.ZeroBackOff{}, 9), ended))
		},
		"github.com/cenkalti/backoff/v4.WithContext": func(f func() error) {
			_ = backoffv4.Retry(f, backoffv4.WithContext(backoffv4.WithMaxRetries(&backoffv4.ZeroBackOff{}, 9), ended))
		},
		"github.com/cenkalti/backoff/v5.Retry": func(f func() error) {
			_, _ = backoffv5.Retry(ended, func() (int, error) { return 0, f() }, backoffv5.WithBackOff(&backoffv5.ZeroBackOff{}), backoffv5.WithMaxTries(9))
		},
		"github.com/avast/retry-go/v4.Context": func(f func() error) {
			_ = retryv4.Do(f, retryv4.Context(ended), retryv4.Attempts(9))
		},
		"github.com/avast/retry-go/v5.Context": func(f func() error) {
			_ = retryv5.New(retryv5.Context(ended), retryv5.Attempts(9)).Do(f)
		},
		"github.com/sethvargo/go-retry.Do": func(f func() error) {
			_ = sethvargo.Do(ended, sethvargo.WithMaxRetries(9, sethvargo.NewConstant(1)), func(context.Context) error { return sethvargo.RetryableError(f()) })
		},
		"(*github.com/eapache/go-resiliency/retrier.Retrier).RunCtx": func(f func() error) {
			_ = retrier.New(retrier.ConstantBackoff(9, time.Hour), nil).RunCtx(ended, func(context.Context) error { return f() })
		},
		"(github.com/failsafe-go/failsafe-go.Executor).WithContext": func(f func() error) {
			p := retrypolicy.NewBuilder[any]().WithMaxRetries(9).WithDelay(time.Hour).Build()
			_ = failsafe.With[any](p).WithContext(ended).Run(f)
		},
	} {
		require.NotEmpty(t, policyRow(t, name).Ctx, name)
		calls := 0
		run(func() error { calls++; return errors.New("failed") })
		require.LessOrEqual(t, calls, 1, name)
	}
}

// TestPolicyTimes: a time that is over ends the attempts.
func TestPolicyTimes(t *testing.T) {
	slow := func(calls *int) func() error {
		return func() error { *calls++; time.Sleep(2 * time.Millisecond); return errors.New("failed") }
	}
	for name, run := range map[string]func(f func() error){
		"github.com/cenkalti/backoff/v4.WithMaxElapsedTime": func(f func() error) {
			_ = backoffv4.Retry(f, backoffv4.NewExponentialBackOff(backoffv4.WithMaxElapsedTime(time.Millisecond)))
		},
		"github.com/cenkalti/backoff/v5.WithMaxElapsedTime": func(f func() error) {
			_, _ = backoffv5.Retry(context.Background(), func() (int, error) { return 0, f() }, backoffv5.WithMaxElapsedTime(time.Millisecond))
		},
		"github.com/sethvargo/go-retry.WithMaxDuration": func(f func() error) {
			b := sethvargo.WithMaxDuration(time.Millisecond, sethvargo.NewConstant(1))
			_ = sethvargo.Do(context.Background(), b, func(context.Context) error { return sethvargo.RetryableError(f()) })
		},
		"(github.com/failsafe-go/failsafe-go/retrypolicy.Builder).WithMaxDuration": func(f func() error) {
			p := retrypolicy.NewBuilder[any]().WithMaxRetries(-1).WithMaxDuration(time.Millisecond).Build()
			_ = failsafe.With[any](p).Run(f)
		},
	} {
		require.Equal(t, "arg:0", policyRow(t, name).Elapsed, name)
		calls := 0
		run(slow(&calls))
		require.Equal(t, 1, calls, name)
	}
}

func policyRow(t *testing.T, name string) *knowledge.Policy {
	t.Helper()
	table := knowledge.Builtin()
	for _, path := range table.Paths() {
		if row := table.Policy(path, name); row != nil {
			return row
		}
	}
	t.Fatalf("no row %s", name)
	return nil
}

// spacing is how delays without chance follow each other.
func spacing(delays []time.Duration) knowledge.Spacing {
	first, last := delays[0], delays[len(delays)-1]
	switch {
	case last == 0:
		return knowledge.NoDelay
	case first == last:
		return knowledge.Constant
	case last > time.Duration(len(delays))*first:
		return knowledge.Exponential
	}
	return knowledge.Growing
}

func next(b interface {
	NextBackOff() time.Duration
	Reset()
}) (out []time.Duration) {
	b.Reset()
	for range waited {
		out = append(out, b.NextBackOff())
	}
	return out
}

func steps(b sethvargo.Backoff) (out []time.Duration) {
	for range waited {
		d, _ := b.Next()
		out = append(out, d)
	}
	return out
}

// noted is a timer that notes how long it was to wait, and does not.
type noted struct{ delays []time.Duration }

func (n *noted) After(d time.Duration) <-chan time.Time {
	n.delays = append(n.delays, d)
	return time.After(0)
}

func timed4(options ...retryv4.Option) []time.Duration {
	var n noted
	_ = retryv4.Do(func() error { return errors.New("failed") }, append(options, retryv4.WithTimer(&n), retryv4.Attempts(waited+1))...)
	return n.delays
}

func timed5(options ...retryv5.Option) []time.Duration {
	var n noted
	_ = retryv5.New(append(options, retryv5.WithTimer(&n), retryv5.Attempts(waited+1))...).Do(func() error { return errors.New("failed") })
	return n.delays
}

func scheduled(b retrypolicy.Builder[int]) (out []time.Duration) {
	p := b.WithMaxRetries(waited).OnRetryScheduled(func(e failsafe.ExecutionScheduledEvent[int]) { out = append(out, e.Delay) }).Build()
	_, _ = failsafe.With[int](p).Get(func() (int, error) { return 0, errors.New("failed") })
	return out
}
