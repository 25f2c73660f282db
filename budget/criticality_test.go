package budget_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// It travels: from a request's header into the context, and on with every call.
func TestCriticalityTravels(t *testing.T) {
	for _, c := range []budget.Criticality{budget.Critical, budget.CriticalPlus, budget.SheddablePlus, budget.Sheddable} {
		parsed, ok := budget.ParseCriticality(c.String())
		if !ok || parsed != c {
			t.Errorf("%v is read back as %v, %t", c, parsed, ok)
		}
		var sent http.Header
		d := dependency(t, "d", budget.Policy{})
		client := &http.Client{Transport: d.Transport(roundTripper(func(r *http.Request) (*http.Response, error) {
			sent = r.Header
			return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
		}))}
		h := budget.Middleware(budget.ServerOptions{})(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			equal(t, "in the handler", budget.CriticalityOf(r.Context()), c)
			get(r.Context(), client)
		}))
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		want := ""
		if c != budget.Critical {
			want = c.String()
			r.Header.Set(budget.HeaderCriticality, want)
		}
		h.ServeHTTP(httptest.NewRecorder(), r)
		equal(t, "sent on", sent.Get(budget.HeaderCriticality), want)
	}
	if c, ok := budget.ParseCriticality("urgent"); ok || c != budget.Critical {
		t.Errorf("urgent is %v, %t", c, ok)
	}
	equal(t, "label of nothing", budget.Criticality(9).String(), "unknown")
}

// What matters less is refused first.
func TestAdaptiveShedsWhatMattersLess(t *testing.T) {
	with := func(c budget.Criticality) context.Context { return budget.WithCriticality(t.Context(), c) }
	fill := func(l *budget.Adaptive, c budget.Criticality) (n int) {
		for l.Acquire(with(c), 0) != nil {
			n++
		}
		return n
	}
	l := budget.NewAdaptive()
	equal(t, "sheddable", fill(l, budget.Sheddable), 10)
	equal(t, "sheddable_plus on top", fill(l, budget.SheddablePlus), 6)
	if l.Acquire(with(budget.SheddablePlus), time.Hour) != nil {
		t.Error("what is sheddable got a slot by waiting")
	}
	equal(t, "critical on top", fill(l, budget.Critical), 4)
	equal(t, "critical_plus on top", fill(l, budget.CriticalPlus), 0)
}

// What matters more waits in front.
func TestAdaptiveServesWhatMattersMoreFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := budget.NewAdaptive()
		var last func(budget.Outcome, time.Duration)
		for range 20 {
			last = l.Acquire(t.Context(), 0)
		}
		served := make(chan budget.Criticality, 2)
		for _, c := range []budget.Criticality{budget.Critical, budget.CriticalPlus} {
			go func() {
				if release := l.Acquire(budget.WithCriticality(t.Context(), c), time.Second); release != nil {
					served <- c
					release(budget.Success, 0)
				}
			}()
			synctest.Wait()
		}
		last(budget.Success, 0)
		equal(t, "first", <-served, budget.CriticalPlus)
		equal(t, "second", <-served, budget.Critical)
	})
}
