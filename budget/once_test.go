package budget_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about work that an operation inside another one has done, or
// has not, or may still be doing.

// One operation inside another on the same dependency was not sent: that says
// nothing about what the function did before it.
func TestUnsentInsideIsNotUnsent(t *testing.T) {
	gone := down(t)
	var served atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served.Add(1) }))
	defer s.Close()
	unsent := func(context.Context) (int, error) { return 0, budget.Mark(errBoom, budget.Unsent) }
	for _, attempts := range []int{1, 2, 3} {
		d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Attempts: attempts, Base: ms, Cap: ms}})
		client := d.Client()
		post := func(ctx context.Context, address string, body io.Reader) error {
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, body)
			if err != nil {
				return err
			}
			resp, err := client.Do(req)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		}
		for name, second := range map[string]func(context.Context) error{
			"Do":                          func(ctx context.Context) error { _, err := budget.Do(ctx, d, unsent); return err },
			"a POST":                      func(ctx context.Context) error { return post(ctx, gone, strings.NewReader("{}")) },
			"a POST that cannot be again": func(ctx context.Context) error { return post(ctx, gone, io.MultiReader(strings.NewReader("{}"))) },
			"Begin": func(ctx context.Context) error {
				a, err := d.Begin(ctx)
				if err != nil {
					return err
				}
				return a.End(budget.Mark(errBoom, budget.Unsent))
			},
		} {
			served.Store(0)
			_, err := budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
				if err := post(ctx, s.URL, strings.NewReader("{}")); err != nil {
					return 0, err
				}
				return 0, second(ctx)
			})
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			equal(t, name+": served", served.Load(), 1)
		}
		client.CloseIdleConnections()
	}
}

// Retries stay on one level inside a process, too, whatever the level above makes
// of the answer.
func TestTransportsInEachOther(t *testing.T) {
	for _, tell := range []string{"status", "error", "transport"} {
		calls := 0
		base := roundTripper(func(r *http.Request) (*http.Response, error) {
			calls++
			return status(503)(r)
		})
		outer, inner := dependency(t, "outer", budget.Policy{Retry: quick}), dependency(t, "inner", budget.Policy{Retry: quick})
		client := &http.Client{Transport: inner.Transport(base)}
		fetch := func(ctx context.Context) (*http.Response, error) {
			return client.Do(request(ctx, t, http.MethodGet, ""))
		}
		var err error
		switch tell {
		case "transport":
			_, err = outer.Transport(inner.Transport(base)).RoundTrip(request(t.Context(), t, http.MethodGet, ""))
		case "status":
			_, err = budget.Do(t.Context(), outer, func(ctx context.Context) (int, error) {
				resp, err := fetch(ctx)
				if err != nil {
					return 0, err
				}
				defer resp.Body.Close()
				return 0, budget.CheckStatus(resp)
			}, budget.Idempotent())
		case "error":
			_, err = budget.Do(t.Context(), outer, func(ctx context.Context) (int, error) {
				resp, err := fetch(ctx)
				if err != nil {
					return 0, err
				}
				defer resp.Body.Close()
				return 0, errors.New(resp.Status)
			}, budget.Idempotent())
		}
		if tell != "transport" {
			reason(t, err, budget.ReasonExhausted)
		}
		equal(t, tell+": calls", calls, 3)
	}
}

// What the last operation inside did counts; what one with a fallback did, or one
// before another that answered, does not.
func TestExhaustedInsideIsTheLastWord(t *testing.T) {
	inner := dependency(t, "inner", budget.Policy{Retry: quick})
	boom, calls := failing(errBoom)
	for name, before := range map[string]func(context.Context){
		"a fallback": func(ctx context.Context) {
			budget.DoOr(ctx, inner, boom, func(context.Context, *budget.Error) (string, error) { return "", nil }, budget.Idempotent())
		},
		"an answer since": func(ctx context.Context) {
			budget.Do(ctx, inner, boom, budget.Idempotent())
			budget.Do(ctx, inner, taking(0))
		},
	} {
		*calls = 0
		outer := dependency(t, "outer", budget.Policy{Retry: quick})
		_, err := budget.Do(t.Context(), outer, func(ctx context.Context) (int, error) {
			before(ctx)
			return 0, errBoom
		}, budget.Idempotent())
		reason(t, err, budget.ReasonAttempts)
		equal(t, name+": attempts", outer.Stats().Attempts, 3)
	}
}

// A server that has taken the request, and needs half as long again as the attempt
// that it came with, is asked again late enough.
func TestKeyInUseWaitsForTheWork(t *testing.T) {
	for range 50 {
		synctest.Test(t, func(t *testing.T) {
			d := dependency(t, "pay", budget.Policy{Ceiling: 100 * ms, Retry: budget.Retry{Base: 5 * ms}})
			began := time.Time{}
			base := roundTripper(func(r *http.Request) (*http.Response, error) {
				if began.IsZero() {
					began = time.Now()
					return hang(r)
				}
				if time.Since(began) < 145*ms {
					return status(409)(r)
				}
				return status(201)(r)
			})
			resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, http.MethodPost, "{}", budget.HeaderIdempotencyKey, "k"))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "status", resp.StatusCode, 201)
		})
	}
}
