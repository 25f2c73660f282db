package peers

import (
	"context"
	"testing"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/breaker"
)

// stacks are the two whole stacks on the path that nearly every call takes, the
// successful one: retry, breaker, bulkhead of 64 and a timeout of 1 s. budget's
// also computes the timeout from the caller's deadline, keeps retry tokens and
// measures the latency; failsafe-go's has no equivalent to leave out.
func stacks(b testing.TB) (ours, theirs func()) {
	b.Helper()
	cb, err := breaker.New("peer", breaker.Settings{})
	if err != nil {
		b.Fatal(err)
	}
	d := newDependency(b, budget.Policy{Breaker: cb})
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	b.Cleanup(cancel)
	ours = func() {
		if _, err := budget.Do(ctx, d, func(context.Context) (int, error) { return 1, nil }); err != nil {
			b.Fatal(err)
		}
	}
	executor := failsafe.With[int](
		retrypolicy.NewBuilder[int]().WithBackoff(50*time.Millisecond, time.Second).Build(),
		circuitbreaker.NewBuilder[int]().WithFailureRateThreshold(.5, 20, 10*time.Second).Build(),
		bulkhead.New[int](64),
		timeout.New[int](time.Second),
	).WithContext(ctx)
	theirs = func() {
		if _, err := executor.Get(func() (int, error) { return 1, nil }); err != nil {
			b.Fatal(err)
		}
	}
	return ours, theirs
}

// BenchmarkStack/ratio runs the two in turn, in rounds of a hundred, so that a
// busy machine slows both alike, and reports how many times longer failsafe-go's
// takes.
func BenchmarkStack(b *testing.B) {
	ours, theirs := stacks(b)
	b.Run("budget", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ours()
		}
	})
	b.Run("failsafe-go", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			theirs()
		}
	})
	b.Run("ratio", func(b *testing.B) {
		const round = 100
		var a, z time.Duration
		for b.Loop() {
			start := time.Now()
			for range round {
				ours()
			}
			middle := time.Now()
			for range round {
				theirs()
			}
			a, z = a+middle.Sub(start), z+time.Since(middle)
		}
		b.ReportMetric(float64(z)/float64(a), "times-budget")
		b.ReportMetric(0, "ns/op") // of no meaning here
	})
}
