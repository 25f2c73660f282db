package otelbudget_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/otelbudget"
)

// telemetry is an observer with a reader and a tracer behind it.
type telemetry struct {
	*otelbudget.Observer
	reader *sdkmetric.ManualReader
}

func newTelemetry(t *testing.T) telemetry {
	t.Helper()
	reader := sdkmetric.NewManualReader()
	o, err := otelbudget.New(otelbudget.Options{MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))})
	if err != nil {
		t.Fatal(err)
	}
	return telemetry{o, reader}
}

// collect returns every point as "name{key=value,...}" with a count and a sum.
func (tm telemetry) collect(t *testing.T) map[string]string {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := tm.reader.Collect(context.Background(), &all); err != nil {
		t.Fatal(err)
	}
	points := map[string]string{}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			switch data := m.Data.(type) {
			case metricdata.Histogram[float64]:
				for _, p := range data.DataPoints {
					points[key(m.Name, p.Attributes)] = fmt.Sprintf("%d in %.3f%s", p.Count, p.Sum, m.Unit)
				}
			case metricdata.Sum[int64]:
				for _, p := range data.DataPoints {
					points[key(m.Name, p.Attributes)] = fmt.Sprint(p.Value)
				}
			case metricdata.Gauge[int64]:
				for _, p := range data.DataPoints {
					points[key(m.Name, p.Attributes)] = fmt.Sprint(p.Value)
				}
			case metricdata.Gauge[float64]:
				for _, p := range data.DataPoints {
					points[key(m.Name, p.Attributes)] = fmt.Sprintf("%.1f", p.Value)
				}
			default:
				t.Errorf("%s: unexpected %T", m.Name, data)
			}
		}
	}
	return points
}

func key(name string, set attribute.Set) string {
	var pairs []string
	for _, kv := range set.ToSlice() {
		pairs = append(pairs, string(kv.Key)+"="+kv.Value.String())
	}
	return name + "{" + strings.Join(pairs, ",") + "}"
}

func check(t *testing.T, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s = %q, want %q", name, got[name], want[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("unexpected %s = %s", name, got[name])
		}
	}
}

var errDown = errors.New("down")

// One success, one operation that fails twice, one timeout: outcome is a label
// of the histograms, so that the failures are in them.
func TestMetrics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tm := newTelemetry(t)
		d, err := budget.New("prices", budget.Policy{
			Ceiling: time.Second, Observer: tm,
			Retry: budget.Retry{Attempts: 2, Base: 1, Cap: 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tm.Watch(d); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		do := func(takes time.Duration, err error, o ...budget.CallOption) {
			_, _ = budget.Do(ctx, d, func(ctx context.Context) (int, error) {
				select {
				case <-time.After(takes):
					return 0, err
				case <-ctx.Done():
					return 0, ctx.Err()
				}
			}, o...)
		}
		do(20*time.Millisecond, nil)
		do(30*time.Millisecond, errDown, budget.Idempotent())
		do(time.Hour, nil)
		a, err := d.Begin(ctx) // one still in flight
		if err != nil {
			t.Fatal(err)
		}
		got := tm.collect(t)
		_ = a.End(nil)

		delete(got, "budget.timeout.remaining{dependency=prices}") // 10 s less what went before, checked below
		check(t, got, map[string]string{
			"budget.attempt.duration{dependency=prices,outcome=success,reason=none}":       "1 in 0.020s",
			"budget.attempt.duration{dependency=prices,outcome=failure,reason=none}":       "2 in 0.060s",
			"budget.attempt.duration{dependency=prices,outcome=failure,reason=timeout}":    "1 in 1.000s",
			"budget.operation.duration{dependency=prices,outcome=success,reason=none}":     "1 in 0.020s",
			"budget.operation.duration{dependency=prices,outcome=failure,reason=attempts}": "1 in 0.060s",
			"budget.operation.duration{dependency=prices,outcome=failure,reason=timeout}":  "1 in 1.000s",
			"budget.events{dependency=prices,kind=retry,reason=none}":                      "1",
			"budget.in_flight{dependency=prices}":                                          "1",
			"budget.retry.tokens{dependency=prices}":                                       fmt.Sprintf("%.1f", d.Stats().Tokens),
		})
		remaining := tm.collect(t)["budget.timeout.remaining{dependency=prices}"]
		if remaining != "1 in 8.920s" {
			t.Errorf("remaining at the timeout = %q, want 1 in 8.920s: 10 s less 20 ms, 2 times 30 ms and 1 s", remaining)
		}
	})
}

func TestEveryOtherKindIsCounted(t *testing.T) {
	tm := newTelemetry(t)
	want := map[string]string{}
	for _, k := range []budget.Kind{
		budget.KindRefused, budget.KindRetry, budget.KindHedge, budget.KindFallback, budget.KindOrphan,
		budget.KindMalformed, budget.KindSkew, budget.KindExpired,
	} {
		for range 3 {
			tm.Observe(t.Context(), budget.Event{Kind: k, Dependency: "stock", Reason: budget.ReasonFull})
		}
		want["budget.events{dependency=stock,kind="+k.String()+",reason=full}"] = "3"
	}
	check(t, tm.collect(t), want)
}

func TestStopWatching(t *testing.T) {
	tm := newTelemetry(t)
	d, err := budget.New("prices", budget.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	stop, err := tm.Watch(d)
	if err != nil {
		t.Fatal(err)
	}
	if got := tm.collect(t); len(got) != 2 {
		t.Errorf("watched: %v, want 2 gauges", got)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if got := tm.collect(t); len(got) != 0 {
		t.Errorf("not watched any more: %v", got)
	}
}

func TestSpanEvents(t *testing.T) {
	tm := newTelemetry(t)
	exporter := tracetest.NewInMemoryExporter()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter)).Tracer("test")
	ctx, span := tracer.Start(t.Context(), "GET /orders")
	for _, e := range []budget.Event{
		{Kind: budget.KindAttempt, Dependency: "prices", Outcome: budget.Success, Attempt: 1},
		{Kind: budget.KindDone, Dependency: "prices", Outcome: budget.Success, Attempt: 1},
		{
			Kind: budget.KindAttempt, Dependency: "prices", Outcome: budget.Failure, Reason: budget.ReasonTimeout, Attempt: 2, Hedge: true,
			Granted: 110 * time.Millisecond, Elapsed: 111 * time.Millisecond, Remaining: 40 * time.Millisecond, Err: errDown,
		},
		{Kind: budget.KindRetry, Dependency: "prices", Outcome: budget.Failure, Attempt: 3, Wait: 50 * time.Millisecond},
	} {
		tm.Observe(ctx, e)
	}
	span.End()

	spans := exporter.GetSpans()
	if len(spans) != 1 || len(spans[0].Events) != 2 {
		t.Fatalf("%d spans, want one with 2 events: %+v", len(spans), spans)
	}
	for i, want := range []string{
		"budget.attempt{budget.attempt=2,budget.dependency=prices,budget.elapsed=0.111,budget.error=down,budget.granted=0.11,budget.hedge=true,budget.outcome=failure,budget.reason=timeout,budget.remaining=0.04}",
		"budget.retry{budget.attempt=3,budget.dependency=prices,budget.elapsed=0,budget.granted=0,budget.outcome=failure,budget.reason=none,budget.remaining=0,budget.wait=0.05}",
	} {
		e := spans[0].Events[i]
		if got := key(e.Name, attribute.NewSet(e.Attributes...)); got != want {
			t.Errorf("event %d:\n got %s\nwant %s", i, got, want)
		}
	}
}

// Without a span and with the global providers nothing is needed, and nothing
// breaks.
func TestZeroOptions(t *testing.T) {
	o, err := otelbudget.New(otelbudget.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o.Observe(t.Context(), budget.Event{Kind: budget.KindRefused, Dependency: "prices"})
}

func BenchmarkObserve(b *testing.B) {
	o, err := otelbudget.New(otelbudget.Options{MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewManualReader()))})
	if err != nil {
		b.Fatal(err)
	}
	e := budget.Event{Kind: budget.KindAttempt, Dependency: "prices", Elapsed: 20 * time.Millisecond}
	b.ReportAllocs()
	for b.Loop() {
		o.Observe(b.Context(), e)
	}
}
