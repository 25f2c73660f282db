package budget_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// Every timeout is logged with dependency, reason, attempt, granted, elapsed and
// remaining.
func TestSlogLogsTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
		d := dependency(t, "orders", budget.Policy{Ceiling: 100 * ms, Observer: budget.Slog(logger), Retry: budget.Retry{Attempts: 1}})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		budget.Do(ctx, d, taking(time.Hour))
		equal(t, "log", out.String(), `level=WARN msg="budget: attempt" dependency=orders reason=timeout `+
			`outcome=failure attempt=1 granted=100ms elapsed=100ms remaining=900ms error="context deadline exceeded"`+"\n")

		out.Reset()
		budget.Do(ctx, d, taking(time.Millisecond))
		equal(t, "success is logged at the level info", out.String(), "")

		time.Sleep(time.Second)
		budget.Do(ctx, d, taking(0))
		if s := out.String(); !strings.HasPrefix(s, `level=WARN msg="budget: refused" dependency=orders reason=floor`) {
			t.Errorf("log of a refusal: %s", s)
		}
	})
}

func TestSlogLevels(t *testing.T) {
	var out bytes.Buffer
	o := budget.Slog(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})))
	for _, c := range []struct {
		e    budget.Event
		want string
	}{
		{budget.Event{Kind: budget.KindAttempt}, "DEBUG"},
		{budget.Event{Kind: budget.KindAttempt, Reason: budget.ReasonTimeout}, "WARN"},
		{budget.Event{Kind: budget.KindRefused}, "WARN"},
		{budget.Event{Kind: budget.KindRetry, Wait: time.Second, Hedge: true}, "DEBUG"},
		{budget.Event{Kind: budget.KindDone}, "DEBUG"},
		{budget.Event{Kind: budget.KindFallback}, "WARN"},
		{budget.Event{Kind: budget.KindOrphan}, "WARN"},
		{budget.Event{Kind: budget.KindMalformed}, "WARN"},
		{budget.Event{Kind: budget.KindSkew}, "WARN"},
		{budget.Event{Kind: budget.KindExpired}, "WARN"},
	} {
		out.Reset()
		o.Observe(t.Context(), c.e)
		if !strings.Contains(out.String(), "level="+c.want+" ") {
			t.Errorf("%v: %s, want level %s", c.e.Kind, out.String(), c.want)
		}
		if c.e.Wait > 0 && !strings.Contains(out.String(), "hedge=true wait=1s") {
			t.Errorf("%v: %s, want hedge and wait", c.e.Kind, out.String())
		}
	}
	budget.Slog(nil).Observe(t.Context(), budget.Event{Kind: budget.KindDone}) // the default logger
}

func TestObservers(t *testing.T) {
	a, b := new(log), new(log)
	n := 0
	o := budget.Observers(a, nil, b, budget.ObserverFunc(func(context.Context, budget.Event) { n++ }))
	o.Observe(t.Context(), budget.Event{Kind: budget.KindRetry})
	equal(t, "first", a.kinds(), "retry")
	equal(t, "second", b.kinds(), "retry")
	equal(t, "third", n, 1)
}

// A full story: two attempts fail, the third answers.
func TestEventsOfAnOperation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := new(log)
		d := dependency(t, "d", budget.Policy{Observer: events, Retry: quick})
		n := 0
		budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
			if n++; n < 3 {
				return 0, errBoom
			}
			return n, work(ctx, 10*ms)
		}, budget.Idempotent())
		equal(t, "events", events.kinds(), "attempt retry attempt retry attempt done")
		done := events.of(budget.KindDone)[0]
		equal(t, "attempts", done.Attempt, 3)
		equal(t, "outcome", done.Outcome, budget.Success)
		equal(t, "elapsed", done.Elapsed.Truncate(ms), 10*ms)
		retry := events.of(budget.KindRetry)
		equal(t, "next attempt", retry[1].Attempt, 3)
		equal(t, "cause", retry[1].Err, errBoom)
	})
}
