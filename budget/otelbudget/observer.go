package otelbudget

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/timeoutlint/timeoutlint/budget"
)

// scope names this package as the source of its instruments.
const scope = "github.com/timeoutlint/timeoutlint/budget/otelbudget"

// Options of an [Observer]. The zero value is ready.
type Options struct {
	// MeterProvider makes the instruments. nil = otel.GetMeterProvider().
	MeterProvider metric.MeterProvider
}

// Observer is a budget.Observer. Make one for the program and give it to every
// dependency and server. It is safe for concurrent use.
type Observer struct {
	attempts, operations, remaining metric.Float64Histogram
	events                          metric.Int64Counter
	inFlight                        metric.Int64ObservableGauge
	tokens                          metric.Float64ObservableGauge
	meter                           metric.Meter
	labels                          sync.Map // label to metric.MeasurementOption
}

// New makes the instruments. It fails only if the provider refuses one.
func New(o Options) (*Observer, error) {
	provider := o.MeterProvider
	if provider == nil {
		provider = otel.GetMeterProvider()
	}
	obs := &Observer{meter: provider.Meter(scope)}
	return obs, errors.Join(obs.makeHistograms(), obs.makeCounters())
}

// bounds are the histograms' bounds in seconds: those that OpenTelemetry advises
// for HTTP durations.
var bounds = [...]float64{.005, .01, .025, .05, .075, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10}

func (o *Observer) makeHistograms() error {
	var failed error
	histogram := func(name, description string) metric.Float64Histogram {
		h, err := o.meter.Float64Histogram(name, metric.WithUnit("s"),
			metric.WithDescription(description), metric.WithExplicitBucketBoundaries(bounds[:]...))
		failed = errors.Join(failed, err)
		return h
	}
	o.attempts = histogram("budget.attempt.duration", "Duration of attempts, failed ones included.")
	o.operations = histogram("budget.operation.duration", "Duration of operations with their retries and waits, failed ones included.")
	o.remaining = histogram("budget.timeout.remaining", "What the caller still had when an attempt timed out.")
	return failed
}

func (o *Observer) makeCounters() error {
	var err1, err2, err3 error
	o.events, err1 = o.meter.Int64Counter("budget.events", metric.WithUnit("{event}"),
		metric.WithDescription("Refusals, retries, hedges, fallbacks, orphans and a server's header events."))
	o.inFlight, err2 = o.meter.Int64ObservableGauge("budget.in_flight", metric.WithUnit("{attempt}"),
		metric.WithDescription("Attempts that hold a slot."))
	o.tokens, err3 = o.meter.Float64ObservableGauge("budget.retry.tokens", metric.WithUnit("{token}"),
		metric.WithDescription("Retry tokens left."))
	return errors.Join(err1, err2, err3)
}

// Observe records e.
func (o *Observer) Observe(ctx context.Context, e budget.Event) {
	switch e.Kind {
	case budget.KindAttempt:
		o.attempts.Record(ctx, e.Elapsed.Seconds(), o.option(label{dependency: e.Dependency, outcome: e.Outcome, reason: e.Reason, timed: true}))
		if e.Reason == budget.ReasonTimeout {
			o.remaining.Record(ctx, e.Remaining.Seconds(), o.option(label{dependency: e.Dependency}))
		}
	case budget.KindDone:
		o.operations.Record(ctx, e.Elapsed.Seconds(), o.option(label{dependency: e.Dependency, outcome: e.Outcome, reason: e.Reason, timed: true}))
	default:
		o.events.Add(ctx, 1, o.option(label{dependency: e.Dependency, kind: e.Kind, reason: e.Reason, counted: true}))
	}
	addSpanEvent(ctx, e)
}

// Watch reports the gauges of the given dependencies at every collection, until
// stop is called. A dependency watched twice is reported twice: don't.
func (o *Observer) Watch(dependencies ...*budget.Dependency) (stop func() error, err error) {
	r, err := o.meter.RegisterCallback(func(_ context.Context, to metric.Observer) error {
		for _, d := range dependencies {
			stats, labels := d.Stats(), o.option(label{dependency: d.Name()})
			to.ObserveInt64(o.inFlight, int64(stats.InFlight), labels)
			to.ObserveFloat64(o.tokens, stats.Tokens, labels)
		}
		return nil
	}, o.inFlight, o.tokens)
	if err != nil {
		return nil, err
	}
	return r.Unregister, nil
}

// label is one set of a measurement's attributes.
type label struct {
	dependency string
	outcome    budget.Outcome
	reason     budget.Reason
	kind       budget.Kind
	timed      bool // has outcome and reason
	counted    bool // has kind and reason
}

// option returns l as attributes, made once for each l.
func (o *Observer) option(l label) metric.MeasurementOption {
	if known, ok := o.labels.Load(l); ok {
		return known.(metric.MeasurementOption)
	}
	attrs := []attribute.KeyValue{attribute.String("dependency", l.dependency)}
	if l.timed {
		attrs = append(attrs, attribute.String("outcome", l.outcome.String()))
	}
	if l.counted {
		attrs = append(attrs, attribute.String("kind", l.kind.String()))
	}
	if l.timed || l.counted {
		attrs = append(attrs, attribute.String("reason", l.reason.String()))
	}
	made, _ := o.labels.LoadOrStore(l, metric.WithAttributeSet(attribute.NewSet(attrs...)))
	return made.(metric.MeasurementOption)
}

// addSpanEvent puts what is not a success on the caller's span.
func addSpanEvent(ctx context.Context, e budget.Event) {
	if e.Outcome == budget.Success && (e.Kind == budget.KindAttempt || e.Kind == budget.KindDone) {
		return
	}
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	attrs := []attribute.KeyValue{
		attribute.String("budget.dependency", e.Dependency),
		attribute.String("budget.reason", e.Reason.String()),
		attribute.String("budget.outcome", e.Outcome.String()),
		attribute.Int("budget.attempt", e.Attempt),
		seconds("budget.granted", e.Granted),
		seconds("budget.elapsed", e.Elapsed),
		seconds("budget.remaining", e.Remaining),
	}
	if e.Hedge {
		attrs = append(attrs, attribute.Bool("budget.hedge", true))
	}
	if e.Wait > 0 {
		attrs = append(attrs, seconds("budget.wait", e.Wait))
	}
	if e.Err != nil {
		attrs = append(attrs, attribute.String("budget.error", e.Err.Error()))
	}
	span.AddEvent("budget."+e.Kind.String(), trace.WithAttributes(attrs...))
}

func seconds(key string, d time.Duration) attribute.KeyValue {
	return attribute.Float64(key, d.Seconds())
}
