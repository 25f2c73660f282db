// Package otelbudget reports package budget's events as OpenTelemetry metrics
// and span events.
//
//	telemetry, err := otelbudget.New(otelbudget.Options{})
//	...
//	prices, err := budget.New("prices", budget.Policy{Observer: telemetry})
//	...
//	stop, err := telemetry.Watch(prices) // gauges
//
// # Metrics
//
//	budget.attempt.duration    histogram, s   dependency, outcome, reason
//	budget.operation.duration  histogram, s   dependency, outcome, reason
//	budget.timeout.remaining   histogram, s   dependency         what the caller still had when an attempt timed out
//	budget.events              counter        dependency, kind, reason
//	budget.in_flight           gauge          dependency         slots taken
//	budget.retry.tokens        gauge          dependency         retry tokens left
//
// Failures are in the duration histograms, told apart by outcome: a percentile
// over successes alone looks best when the dependency is at its worst, because
// the calls that were given up are not in it. Watch the percentile over all
// outcomes, and the share of outcome="success".
//
// budget.events counts everything else by kind: refused, retry, hedge, fallback,
// orphan, and for servers malformed, skew and expired. Alert on a sustained rise
// of timeouts (budget.attempt.duration with reason="timeout"), not on a spike.
//
// # Span events
//
// Everything but a success becomes an event on the span in the caller's context,
// if it records: "budget.attempt", "budget.refused" and so on, with the
// dependency, reason, outcome, attempt, what was granted, what it took, what was
// left, and the error. The number of label values is bounded by the program: the
// names given to budget.New, and the few outcomes, reasons and kinds.
package otelbudget
