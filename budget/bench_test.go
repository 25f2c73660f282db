package budget_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The success path must stay cheap: planning allocates nothing, and an operation
// less than its context would, as long as nobody waits for that, and one more then.
func TestAllocations(t *testing.T) {
	d := dependency(t, "d", budget.Policy{})
	e := newExample(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	short, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	answer := func(context.Context) (int, error) { return 1, nil }
	wait := func(ctx context.Context) (int, error) { return len(ctx.Done()), nil }

	for _, c := range []struct {
		name string
		most float64
		f    func()
	}{
		{"Timeout", 0, func() { d.Timeout(ctx) }},
		{"Timeout with options", 0, func() { d.Timeout(ctx, budget.Before(e.b), budget.Idempotent()) }},
		{"Timeout below the floor", 0, func() { d.Timeout(short) }},
		{"Plan.Timeout", 0, func() { e.plan.Timeout(ctx, 0) }},
		{"bare context.WithTimeout", 4, func() { bare(ctx) }},
		{"Do", 1, func() { budget.Do(ctx, d, answer) }},
		{"Do in a plan", 1, func() { budget.Do(ctx, e.a, answer, e.plan.Step(0)) }},
		{"Do, idempotent", 1, func() { budget.Do(ctx, d, answer, budget.Idempotent()) }},
		{"bare context.WithTimeout, waited for", 5, func() { bareWait(ctx) }},
		{"Do, waited for", 6, func() { budget.Do(ctx, d, wait) }},
	} {
		if got := testing.AllocsPerRun(200, c.f); got > c.most {
			t.Errorf("%s: %v allocations, want at most %v", c.name, got, c.most)
		}
	}
}

func bare(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, time.Second)
	_ = bounded
	cancel()
}

func bareWait(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, time.Second)
	_ = bounded.Done()
	cancel()
}

// BenchmarkDoWaits is an operation whose function waits for its context.
func BenchmarkDoWaits(b *testing.B) {
	d := dependency(b, "d", budget.Policy{})
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour)
	defer cancel()
	wait := func(ctx context.Context) (int, error) { return len(ctx.Done()), nil }
	b.ReportAllocs()
	against(b, func() { budget.Do(ctx, d, wait) }, func() { bareWait(ctx) })
}

func BenchmarkTimeout(b *testing.B) {
	d := dependency(b, "d", budget.Policy{})
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour)
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		d.Timeout(ctx)
	}
}

// BenchmarkDo measures an operation that succeeds, and its price in terms of a
// bare context.WithTimeout of the same run.
func BenchmarkDo(b *testing.B) {
	d := dependency(b, "d", budget.Policy{})
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour)
	defer cancel()
	answer := func(context.Context) (int, error) { return 1, nil }
	b.ReportAllocs()
	against(b, func() { budget.Do(ctx, d, answer) }, func() { bare(ctx) })
}

func BenchmarkDoIdempotent(b *testing.B) {
	d := dependency(b, "d", budget.Policy{})
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour)
	defer cancel()
	answer := func(context.Context) (int, error) { return 1, nil }
	b.ReportAllocs()
	against(b, func() { budget.Do(ctx, d, answer, budget.Idempotent()) }, func() { bare(ctx) })
}

// against measures ours, and then reports how much dearer it is than other: both
// run in turn, in short blocks, and the quickest block of each is compared, for
// what a busy machine adds is never negative.
func against(b *testing.B, ours, other func()) {
	for b.Loop() {
		ours()
	}
	b.ReportMetric(times(ours, other), "×WithTimeout")
}

// times is how much dearer ours is than other.
func times(ours, other func()) float64 {
	const blocks, size = 200, 64
	quickest := func(best *time.Duration, f func()) {
		start := time.Now()
		for range size {
			f()
		}
		*best = min(*best, time.Since(start))
	}
	oursBest, otherBest := time.Hour, time.Hour
	for range blocks {
		quickest(&oursBest, ours)
		quickest(&otherBest, other)
	}
	return float64(oursBest) / float64(otherBest)
}

func BenchmarkTransport(b *testing.B) {
	d := dependency(b, "d", budget.Policy{})
	stub := roundTripper(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
	})
	transport := d.Transport(stub)
	req, _ := http.NewRequestWithContext(b.Context(), "GET", "http://d/", nil)
	b.ReportAllocs()
	for b.Loop() {
		transport.RoundTrip(req)
	}
}
