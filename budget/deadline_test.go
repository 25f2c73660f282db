package budget_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func TestRemaining(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left, ok := budget.Remaining(t.Context())
		equal(t, "ok without a deadline", ok, false)
		equal(t, "left without a deadline", left, 0)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		time.Sleep(1500 * ms)
		left, ok = budget.Remaining(ctx)
		equal(t, "ok", ok, true)
		equal(t, "left after the deadline", left, -500*ms)
	})
}

func TestWithAtMostNeverExtends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		for d, want := range map[time.Duration]time.Duration{
			time.Hour: time.Second, 300 * ms: 300 * ms, time.Second: time.Second, 0: 0, -time.Second: -time.Second,
		} {
			ctx, cancel := budget.WithAtMost(parent, d)
			left, ok := budget.Remaining(ctx)
			equal(t, "ok", ok, true)
			equal(t, "left", left, want)
			equal(t, "over", ctx.Err() != nil, d <= 0)
			cancel()
		}
		// The cause is recognisable as a timeout, by every means there is.
		ctx, cancel := budget.WithAtMost(parent, 100*ms)
		defer cancel()
		<-ctx.Done()
		timeout(t, context.Cause(ctx))
		equal(t, "os.IsTimeout", os.IsTimeout(context.Cause(ctx)), true)
		equal(t, "ctx.Err()", ctx.Err(), context.DeadlineExceeded)
		equal(t, "granted", reason(t, context.Cause(ctx), budget.ReasonTimeout).Granted, 100*ms)
	})
}

func TestDetachOutlivesItsRequestButNotItsBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		parent, leave := context.WithTimeout(context.WithValue(t.Context(), key{}, "trace"), 10*ms)
		ctx, cancel := budget.Detach(parent, time.Second)
		defer cancel()
		leave()
		time.Sleep(500 * ms)
		equal(t, "ctx.Err() half-way", ctx.Err(), nil)
		equal(t, "value", ctx.Value(key{}), any("trace"))
		time.Sleep(500 * ms)
		synctest.Wait()
		equal(t, "ctx.Err()", ctx.Err(), context.DeadlineExceeded)
		over, cancel := budget.Detach(parent, 0)
		defer cancel()
		equal(t, "a budget of zero", over.Err(), context.DeadlineExceeded)
	})
}

func TestDependencyContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Ceiling: 100 * ms, Floor: 50 * ms})
		ctx, cancel, err := d.Context(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer cancel()
		<-ctx.Done()
		e := reason(t, context.Cause(ctx), budget.ReasonTimeout)
		equal(t, "dependency", e.Dependency, "d")
		short, cancel := context.WithTimeout(t.Context(), 59*ms) // 49 after the reserve
		defer cancel()
		ctx, _, err = d.Context(short)
		reason(t, err, budget.ReasonFloor)
		equal(t, "context", ctx, nil)
		granted, _ := d.Timeout(short)
		equal(t, "what would have been granted", granted, 49*ms)
	})
}

func TestErrorSaysWhy(t *testing.T) {
	for _, c := range []struct {
		err     *budget.Error
		want    string
		timeout bool
	}{
		{&budget.Error{Dependency: "d", Reason: budget.ReasonTimeout, Granted: time.Second, Attempts: 3, Err: errBoom}, "budget: d: timed out after 3 attempts (granted 1s): boom", true},
		{&budget.Error{Reason: budget.ReasonTimeout}, "budget: timed out", true},
		{&budget.Error{Dependency: "d", Reason: budget.ReasonFloor}, "budget: d: not called: less time left than its floor", true},
		{&budget.Error{Dependency: "d", Reason: budget.ReasonWait, Attempts: 1, Err: errBoom}, "budget: d: stopped: the next attempt would start too late: boom", true},
		{&budget.Error{Dependency: "d", Reason: budget.ReasonOpen}, "budget: d: not called: breaker open", false},
		{&budget.Error{Dependency: "d", Reason: budget.ReasonFull}, "budget: d: not called: every slot is taken", false},
		{&budget.Error{Dependency: "d", Reason: budget.ReasonRetryBudget}, "budget: d: not retried: this process has spent its retry tokens", false},
		{&budget.Error{Dependency: "d", Reason: budget.ReasonAttempts, Attempts: 2}, "budget: d: failed after 2 attempts", false},
		{&budget.Error{Dependency: "d", Reason: budget.ReasonCanceled}, "budget: d: the caller left", false},
		{&budget.Error{Dependency: "d", Reason: budget.ReasonUnsafe}, "budget: d: failed, not safe to repeat", false},
		{&budget.Error{Dependency: "d", Reason: budget.ReasonRejected}, "budget: d: rejected", false},
	} {
		equal(t, "text", c.err.Error(), c.want)
		equal(t, c.want+": Timeout()", c.err.Timeout(), c.timeout)
		equal(t, c.want+": DeadlineExceeded", errors.Is(c.err, context.DeadlineExceeded), c.timeout)
		equal(t, c.want+": Canceled", errors.Is(c.err, context.Canceled), c.err.Reason == budget.ReasonCanceled)
		equal(t, c.want+": Unwrap", errors.Is(c.err, errBoom), c.err.Err != nil)
		equal(t, "ReasonOf", budget.ReasonOf(errors.Join(errBoom, c.err)), c.err.Reason)
	}
	// A failure whose last attempt timed out is a timeout to net/http as well; a
	// caller that left is not.
	own := os.ErrDeadlineExceeded
	equal(t, "Timeout() by the attempt's error", (&budget.Error{Reason: budget.ReasonAttempts, Err: own}).Timeout(), true)
	equal(t, "Timeout() of a caller that left", (&budget.Error{Reason: budget.ReasonCanceled, Err: own}).Timeout(), false)
	equal(t, "ReasonOf another error", budget.ReasonOf(errBoom), budget.ReasonNone)
}

// Labels end up in dashboards: they do not change.
func TestLabels(t *testing.T) {
	for r, want := range []string{"none", "timeout", "floor", "wait", "open", "full", "retry_budget", "attempts", "canceled", "rejected", "unsafe", "exhausted", "misuse", "unknown"} {
		equal(t, "reason", budget.Reason(r).String(), want)
	}
	for o, want := range []string{"success", "failure", "unsent", "rejected", "neutral", "unknown"} {
		equal(t, "outcome", budget.Outcome(o).String(), want)
	}
	for k, want := range []string{"attempt", "refused", "retry", "hedge", "done", "fallback", "orphan", "malformed", "skew", "expired", "unknown"} {
		equal(t, "kind", budget.Kind(k).String(), want)
	}
}

func TestMarksAreTransparent(t *testing.T) {
	equal(t, "Mark(nil)", budget.Mark(nil, budget.Failure), nil)
	equal(t, "After(nil)", budget.After(nil, 1), nil)
	err := budget.After(budget.Mark(errBoom, budget.Unsent), time.Second)
	equal(t, "text", err.Error(), "boom")
	equal(t, "Is", errors.Is(err, errBoom), true)
	equal(t, "outcome", budget.Classify(t.Context(), err), budget.Unsent)
}
