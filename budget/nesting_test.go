package budget_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about calls inside calls.

// ways are the ways to call d once, with what is done inside.
func ways(d *budget.Dependency, inside func(context.Context) error) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Do": func(ctx context.Context) error {
			_, err := budget.Do(ctx, d, func(ctx context.Context) (int, error) { return 0, inside(ctx) })
			return err
		},
		"Begin": func(ctx context.Context) error {
			a, err := d.Begin(ctx)
			if err != nil {
				return err
			}
			return a.End(inside(a.Context()))
		},
		"Client": func(ctx context.Context) error {
			c := &http.Client{Transport: d.Transport(roundTripper(func(r *http.Request) (*http.Response, error) {
				if err := inside(r.Context()); err != nil {
					return nil, err
				}
				return status(200)(r)
			}))}
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://d/", nil)
			if err != nil {
				return err
			}
			resp, err := c.Do(req)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		},
	}
}

// A call on d inside an attempt on d has that attempt's slot and its leave of the
// breaker, is counted with it, and cannot outlive it.
func TestCallInsideIsPartOfItsAttempt(t *testing.T) {
	for outer := range ways(nil, nil) {
		for inner := range ways(nil, nil) {
			t.Run(inner+" in "+outer, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b, events := &once{breaker: new(breaker)}, new(log)
					d := dependency(t, "d", budget.Policy{Ceiling: 100 * ms, MaxConcurrent: 1, MaxWait: 50 * ms, Breaker: b, Observer: events, Limiter: make(fixed, 1)})
					start := time.Now()
					ran := false
					call := ways(d, func(ctx context.Context) error {
						time.Sleep(30 * ms)
						return ways(d, func(ctx context.Context) error {
							ran = true
							left, _ := budget.Remaining(ctx)
							equal(t, "left inside", left, 70*ms)
							return nil
						})[inner](ctx)
					})[outer]
					equal(t, "error", call(t.Context()), nil)
					equal(t, "ran", ran, true)
					equal(t, "took", time.Since(start), 30*ms)
					s := d.Stats()
					equal(t, "attempts", s.Attempts, 1)
					equal(t, "in flight", s.InFlight, 0)
					equal(t, "asked the breaker", b.asked.Load(), 1)
					equal(t, "attempt events", len(events.of(budget.KindAttempt)), 1)
					if done := len(events.of(budget.KindDone)); done > 1 {
						t.Errorf("%d operations ended, there was one", done)
					}
				})
			})
		}
	}
}

// once lets one attempt in at a time, as a half-open breaker does.
type once struct {
	*breaker
	asked atomic.Int64
}

func (o *once) Allow() (func(error), error) {
	o.asked.Add(1)
	if o.pending() > 0 {
		return nil, errors.New("a probe is out")
	}
	return o.breaker.Allow()
}

// The ceiling of a call inside is that of its attempt, longer or shorter than the
// policy's, unless it has one of its own.
func TestCeilingInside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{})
		for within, want := range map[time.Duration]time.Duration{0: 900 * ms, 5 * time.Second: 4900 * ms, 200 * ms: 100 * ms} {
			budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
				time.Sleep(100 * ms)
				for name, call := range ways(d, func(ctx context.Context) error {
					left, _ := budget.Remaining(ctx)
					equal(t, within.String()+": left inside", left, want)
					return nil
				}) {
					equal(t, name, call(ctx), nil)
				}
				return budget.Do(ctx, d, func(ctx context.Context) (int, error) {
					left, _ := budget.Remaining(ctx)
					equal(t, within.String()+": left to one with its own", left, 50*ms)
					return 0, nil
				}, budget.Within(50*ms))
			}, budget.Within(within))
		}
	})
}

// Of several calls at once inside an attempt one has its slot, the others need their
// own.
func TestCallsInsideAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{MaxConcurrent: 3})
		var full atomic.Int64
		_, err := budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
			var calls sync.WaitGroup
			for range 5 {
				calls.Go(func() {
					if _, err := budget.Do(ctx, d, taking(10*ms)); err != nil {
						reason(t, err, budget.ReasonFull)
						full.Add(1)
					}
				})
			}
			synctest.Wait()
			equal(t, "in flight", d.Stats().InFlight, 3)
			calls.Wait()
			equal(t, "in flight, then", d.Stats().InFlight, 1)
			_, err := budget.Do(ctx, d, taking(0)) // its slot is free again
			return 0, err
		})
		equal(t, "error", err, nil)
		equal(t, "refused", full.Load(), 2)
		equal(t, "in flight, at the end", d.Stats().InFlight, 0)
	})
}

// Retries do not multiply, on whichever of the levels they are.
func TestRetriesInsideDoNotMultiply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		safe, unsafe := []budget.CallOption{budget.Idempotent()}, []budget.CallOption(nil)
		for _, c := range []struct {
			name         string
			same         bool // one dependency
			outer, inner []budget.CallOption
			calls        int
			reason       budget.Reason
		}{
			{"both, one dependency", true, safe, safe, 3, budget.ReasonAttempts},
			{"outside, one dependency", true, safe, unsafe, 3, budget.ReasonAttempts},
			{"inside, one dependency", true, unsafe, safe, 3, budget.ReasonAttempts},
			{"none, one dependency", true, unsafe, unsafe, 1, budget.ReasonUnsafe},
			{"both", false, safe, safe, 3, budget.ReasonExhausted},
			{"outside", false, safe, unsafe, 3, budget.ReasonAttempts},
			{"inside", false, unsafe, safe, 3, budget.ReasonExhausted},
			{"none", false, unsafe, unsafe, 1, budget.ReasonUnsafe},
		} {
			d := dependency(t, "d", budget.Policy{Retry: quick})
			e := d
			if !c.same {
				e = dependency(t, "e", budget.Policy{Retry: quick})
			}
			calls := 0
			_, err := budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
				return budget.Do(ctx, e, func(context.Context) (int, error) { calls++; return 0, errBoom }, c.inner...)
			}, c.outer...)
			equal(t, c.name+": calls", calls, c.calls)
			equal(t, c.name+": reason", budget.ReasonOf(err), c.reason)
			if !errors.Is(err, errBoom) {
				t.Errorf("%s: %v has lost the call's own error", c.name, err)
			}
			equal(t, c.name+": in flight", d.Stats().InFlight, 0)
			if c.same {
				equal(t, c.name+": attempts counted", d.Stats().Attempts, uint64(c.calls))
				equal(t, c.name+": tokens", d.Stats().Tokens, 10-float64(c.calls-1))
			}
		}
	})
}

// The keys of one operation are the same in each of its attempts, one for each of
// its requests, and another operation's are others.
func TestKeysInsideAnOperation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, how := range []string{"d's client", "another dependency's client"} {
			d := dependency(t, "d", budget.Policy{Retry: quick})
			e := d
			if how != "d's client" {
				e = dependency(t, "e", budget.Policy{Retry: quick})
			}
			keys := map[string][]string{}
			client := &http.Client{Transport: e.Transport(roundTripper(func(r *http.Request) (*http.Response, error) {
				at := r.Method + r.URL.Path
				keys[at] = append(keys[at], r.Header.Get(budget.HeaderIdempotencyKey))
				return status(200)(r)
			}))}
			send := func(ctx context.Context, method, path string) {
				req, _ := http.NewRequestWithContext(ctx, method, "http://d"+path, strings.NewReader("{}"))
				resp, err := client.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				resp.Body.Close()
			}
			operation := func(o ...budget.CallOption) {
				budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
					send(ctx, http.MethodPost, "/charge?at="+time.Now().String())
					send(d.WithOptions(ctx, budget.Idempotent()), http.MethodPost, "/charge")
					send(ctx, http.MethodPatch, "/charge")
					send(ctx, http.MethodGet, "/charge")
					time.Sleep(ms)
					return 0, errBoom
				}, o...)
			}
			operation(budget.Idempotent())
			posts := keys["POST/charge"]
			if len(posts) != 6 {
				t.Fatalf("%s: %d posts, want 6", how, len(posts))
			}
			for i, key := range posts {
				equal(t, how+": key as in the first attempt", key, posts[i%2])
				equal(t, how+": no key", key == "", false)
			}
			seen := map[string]bool{posts[0]: true, posts[1]: true, keys["PATCH/charge"][0]: true}
			equal(t, how+": different keys of one attempt", len(seen), 3)
			equal(t, how+": key of a GET", keys["GET/charge"][0], "")
			clear(keys)
			operation(budget.Idempotent())
			equal(t, how+": key of another operation", seen[keys["POST/charge"][0]], false)
			clear(keys)
			operation()
			equal(t, how+": key of what is not idempotent", keys["POST/charge"][0], "")
		}
	})
}

// Who answers for a call inside that has failed does not hide it from the breaker.
func TestFallbackInsideDoesNotHideAFailure(t *testing.T) {
	b := new(breaker)
	d := dependency(t, "d", budget.Policy{Breaker: b, Retry: quick})
	answers := func(context.Context, *budget.Error) (string, error) { return "cached", nil }
	f, _ := failing(errBoom)
	got, err := budget.Do(t.Context(), d, func(ctx context.Context) (string, error) { return budget.DoOr(ctx, d, f, answers) })
	equal(t, "value", got, "cached")
	equal(t, "error", err, nil)
	b.tells(t, "fallback inside", errFailure)
	_, _ = budget.Do(t.Context(), d, func(ctx context.Context) (string, error) {
		_, _ = budget.Do(ctx, d, f)
		return budget.Do(ctx, d, taking(0))
	})
	b.tells(t, "the second one answers", nil)
}

// The reasons of what is inside come out, and read like one sentence.
func TestReasonsComeOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := dependency(t, "stock", budget.Policy{MaxConcurrent: 1, Ceiling: time.Hour})
		a, _ := e.Begin(t.Context())
		defer a.End(nil)
		d := dependency(t, "orders", budget.Policy{})
		_, err := budget.Do(t.Context(), d, func(ctx context.Context) (string, error) { return budget.Do(ctx, e, taking(0)) })
		got := reason(t, err, budget.ReasonFull)
		equal(t, "dependency", got.Dependency, "orders")
		equal(t, "text", err.Error(), "budget: orders: stock: not called: every slot is taken")
	})
}
