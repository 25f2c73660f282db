package otelbudget_test

import (
	"log/slog"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/otelbudget"
)

func Example() {
	telemetry, err := otelbudget.New(otelbudget.Options{})
	if err != nil {
		panic(err)
	}
	prices, err := budget.New("prices", budget.Policy{
		Observer: budget.Observers(telemetry, budget.Slog(slog.Default())),
	})
	if err != nil {
		panic(err)
	}
	stop, err := telemetry.Watch(prices) // the gauges, until stop
	if err != nil {
		panic(err)
	}
	defer stop()
}
