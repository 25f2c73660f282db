package budget_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about the two legs of a hedge.

// The first answer is handed over at once, whatever the other leg waits for: a slot,
// a slot of a limiter, or that the answer it got is drained.
func TestHedgeNeverHoldsAnAnswerBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, p := range map[string]budget.Policy{
			"a slot":         {MaxConcurrent: 1, MaxWait: time.Second, Ceiling: 2 * time.Second},
			"a limiter":      {Limiter: make(fixed, 1), MaxWait: time.Second, Ceiling: 2 * time.Second},
			"another's slot": {MaxConcurrent: 2, MaxWait: time.Second, Ceiling: 2 * time.Second},
		} {
			d := warm(t, p)
			if p.MaxConcurrent == 2 {
				a, _ := d.Begin(t.Context())
				defer a.End(nil)
			}
			start := time.Now()
			got, err := budget.Do(t.Context(), d, taking(30*ms), budget.Idempotent())
			equal(t, name+": value", got, "ok")
			equal(t, name+": error", err, nil)
			equal(t, name+": answered after", time.Since(start), 30*ms)
		}

		// The hedge is answered 503, with a body that never ends.
		calls, takes := 0, 10*ms
		d := dependency(t, "d", budget.Policy{Hedge: budget.Hedge{Percentile: 0.9, MinSamples: 10}})
		base := roundTripper(func(r *http.Request) (*http.Response, error) {
			if calls++; calls == 22 {
				resp, _ := status(503)(r)
				resp.Body = drip{r.Context(), time.Hour}
				return resp, nil
			}
			if err := work(r.Context(), takes); err != nil {
				return nil, err
			}
			return status(200)(r)
		})
		for range 20 {
			d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
		}
		takes = 15 * ms
		start := time.Now()
		resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
		if err != nil || resp.StatusCode != 200 {
			t.Fatal(resp, err)
		}
		equal(t, "answered after", time.Since(start), 15*ms)
		equal(t, "hedges", d.Stats().Hedges, 1)
		time.Sleep(time.Second)
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}

// Whoever panics, the slots come back, and the breaker hears of every attempt.
func TestNothingIsLostInAPanic(t *testing.T) {
	for _, who := range []string{"f", "f, late", "classify", "observer at the hedge", "observer at the end", "breaker", "limiter"} {
		t.Run(who, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var armed atomic.Bool
				blow := func(at string) {
					if at == who && armed.Load() {
						panic(who)
					}
				}
				b := new(breaker)
				told := &loud{b, func() { blow("breaker") }}
				d := dependency(t, "d", budget.Policy{
					Breaker: told, MaxConcurrent: 8, Limiter: moody{make(fixed, 8), func() { blow("limiter") }},
					Hedge: budget.Hedge{Percentile: 0.9, MinSamples: 10},
					Classify: func(ctx context.Context, err error) budget.Outcome {
						if err != nil {
							blow("classify")
						}
						return budget.Classify(ctx, err)
					},
					Observer: budget.ObserverFunc(func(_ context.Context, e budget.Event) {
						switch e.Kind {
						case budget.KindHedge:
							blow("observer at the hedge")
						case budget.KindAttempt:
							blow("observer at the end")
						}
					}),
				})
				for range 20 {
					budget.Do(t.Context(), d, taking(10*ms), budget.Idempotent())
				}
				armed.Store(true)
				for range 5 {
					func() {
						defer func() { _ = recover() }()
						var n atomic.Int64
						budget.Do(t.Context(), d, func(ctx context.Context) (string, error) {
							if n.Add(1) == 1 {
								err := work(ctx, 100*ms)
								blow("f, late")
								return "", errors.Join(err, errBoom)
							}
							blow("f")
							return "ok", nil
						}, budget.Idempotent())
					}()
				}
				time.Sleep(5 * time.Second)
				equal(t, "in flight", d.Stats().InFlight, 0)
				equal(t, "breaker reports missing", b.pending(), 0)
				if d.Stats().Hedges == 0 && who != "limiter" { // which does not let the first one in
					t.Error("nothing hedged, nothing tested")
				}
			})
		})
	}
}

// moody is a limiter that may panic when it is asked.
type moody struct {
	fixed
	ask func()
}

func (m moody) Acquire(ctx context.Context, wait time.Duration) func(budget.Outcome, time.Duration) {
	m.ask()
	return m.fixed.Acquire(ctx, wait)
}

// loud is a breaker that may panic when it is told.
type loud struct {
	*breaker
	tell func()
}

func (l *loud) Allow() (func(error), error) {
	done, err := l.breaker.Allow()
	if err != nil {
		return nil, err
	}
	return func(err error) { done(err); l.tell() }, nil
}

// Once the answer is read, the request is the caller's again: its header, its URL
// and what they point to. go test -race looks at this.
func TestRequestIsTheCallersAfterItsAnswer(t *testing.T) {
	d := dependency(t, "d", budget.Policy{
		MaxConcurrent: budget.Off, Hedge: budget.Hedge{Percentile: 0.6, MinSamples: 10}, Retry: budget.Retry{Ratio: 1, Burst: 1e5},
	})
	transport := d.Transport(roundTripper(func(r *http.Request) (*http.Response, error) {
		sum := len(r.URL.RawQuery) + len(r.URL.Path) + len(r.Trailer) + len(r.Host)
		for _, v := range r.Header {
			sum += len(v)
		}
		time.Sleep(time.Duration(100+sum) * time.Microsecond)
		return &http.Response{StatusCode: 200, Body: http.NoBody, Request: r}, nil
	}))
	var callers sync.WaitGroup
	for range 32 {
		callers.Go(func() {
			page, _ := url.Parse("http://d/list?page=0")
			req := &http.Request{Method: "GET", URL: page, Header: http.Header{"A": {"0"}}, Trailer: http.Header{}}
			for range 100 {
				resp, err := transport.RoundTrip(req.WithContext(t.Context()))
				if err != nil {
					continue
				}
				resp.Body.Close()
				page.RawQuery += "1"
				page.Path += "x"
				req.Header.Set("A", page.RawQuery)
				req.Trailer.Set("B", "c")
			}
		})
	}
	callers.Wait()
	if d.Stats().Hedges == 0 {
		t.Error("nothing hedged, nothing tested")
	}
}

// A hedge that is turned away does not win, and what it was turned away with is
// closed; two that are turned away are an answer.
func TestRefusedHedgeOverHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			first, second, want int
			after               time.Duration
		}{
			{200, 429, 200, 100 * ms},
			{200, 404, 200, 100 * ms},
			{200, 503, 200, 100 * ms},
			{404, 200, 200, 0}, // the hedge is quicker
			{404, 410, 410, 100 * ms},
			{503, 404, 404, 100 * ms},
		} {
			var open atomic.Int64
			var n atomic.Int64
			armed := false
			base := roundTripper(func(r *http.Request) (*http.Response, error) {
				code, takes := 200, 10*ms
				if armed {
					code, takes = c.second, 0
					if n.Add(1) == 1 {
						code, takes = c.first, 100*ms
					}
				}
				if err := work(r.Context(), takes); err != nil {
					return nil, err
				}
				resp, err := status(code)(r)
				open.Add(1)
				resp.Body = &onClose{f: func() { open.Add(-1) }}
				return resp, err
			})
			d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Attempts: 2}, Hedge: budget.Hedge{Percentile: 0.9, MinSamples: 10}})
			get := func() *http.Response {
				resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
				if err != nil {
					t.Fatal(err)
				}
				resp.Body.Close()
				return resp
			}
			for range 20 {
				get()
			}
			armed = true
			start := time.Now()
			resp := get()
			took := time.Since(start)
			equal(t, "status", resp.StatusCode, c.want)
			if c.after > 0 {
				equal(t, "answered after", took, c.after)
			}
			time.Sleep(time.Second)
			equal(t, "hedges", d.Stats().Hedges, 1)
			equal(t, "bodies open", open.Load(), 0)
			equal(t, "in flight", d.Stats().InFlight, 0)
		}
	})
}

type onClose struct {
	f    func()
	once sync.Once
}

func (o *onClose) Read([]byte) (int, error) { return 0, io.EOF }
func (o *onClose) Close() error             { o.once.Do(o.f); return nil }

// Whatever MinSamples is, hedging starts once there have been that many answers.
func TestHedgingStartsWithMinSamples(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, samples := range []int{1, 600, 1023, 1024, 5000} {
			d := dependency(t, "d", budget.Policy{Hedge: budget.Hedge{Percentile: 0.9, MinSamples: samples}})
			for i := range samples {
				f, n := legs(taking(10*ms), taking(0))
				budget.Do(t.Context(), d, f, budget.Idempotent())
				if n.Load() != 1 {
					t.Fatalf("MinSamples %d: hedged after %d", samples, i)
				}
			}
			f, n := legs(taking(100*ms), taking(0))
			budget.Do(t.Context(), d, f, budget.Idempotent())
			equal(t, "legs", n.Load(), 2)
		}
	})
}
