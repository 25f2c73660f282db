package budget_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// Each test here is named after a defect measured in another library; it shows
// that this one does not have it.

// 1: the callee saw no deadline, or only the caller's, and the end of the
// attempt's time looked like a cancellation.
func TestDefect01CalleeSeesTheAttemptsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Ceiling: time.Second, Retry: budget.Retry{Attempts: 1}})
		caller, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		_, err := budget.Do(caller, d, func(ctx context.Context) (int, error) {
			left, ok := budget.Remaining(ctx)
			equal(t, "has a deadline", ok, true)
			equal(t, "left", left, time.Second)
			err := work(ctx, time.Hour)
			equal(t, "ctx.Err()", ctx.Err(), context.DeadlineExceeded)
			equal(t, "cause", reason(t, context.Cause(ctx), budget.ReasonTimeout).Dependency, "d")
			return 0, err
		})
		timeout(t, err)
		reason(t, err, budget.ReasonTimeout)

		var sent string
		client := &http.Client{Transport: d.Transport(roundTripper(func(r *http.Request) (*http.Response, error) {
			sent = r.Header.Get(budget.HeaderTimeout)
			return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
		}))}
		req, _ := http.NewRequestWithContext(caller, "GET", "http://d/", nil)
		if _, err := client.Do(req); err != nil {
			t.Fatal(err)
		}
		equal(t, budget.HeaderTimeout, sent, "1000")
	})
}

// 2 and 8: a POST was repeated although nothing said that this is safe, responses
// between attempts were not closed, and connections were not used again.
func TestDefect02And08PostIsNotRepeatedAndBodiesAreClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var served atomic.Int64
		n := serve(t, &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			served.Add(1)
			w.WriteHeader(503)
			w.Write(bytes.Repeat([]byte("x"), 4000))
		})})
		var closed, opened atomic.Int64
		base := roundTripper(func(r *http.Request) (*http.Response, error) {
			resp, err := n.base.RoundTrip(r)
			if err == nil {
				opened.Add(1)
				resp.Body = &countClose{ReadCloser: resp.Body, n: &closed}
			}
			return resp, err
		})
		d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Burst: 1000}})
		client := &http.Client{Transport: d.Transport(base)}
		for range 10 {
			resp, err := client.Post("http://d/", "text/plain", strings.NewReader("body"))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "status", resp.StatusCode, 503)
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		equal(t, "attempts of 10 POSTs", served.Load(), 10)
		for range 10 {
			resp, err := client.Get("http://d/")
			if err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		equal(t, "attempts of 10 POSTs and 10 GETs", served.Load(), 40)
		equal(t, "bodies closed", closed.Load(), opened.Load())
		equal(t, "connections", n.dials.Load(), 1)
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}

type countClose struct {
	io.ReadCloser
	n    *atomic.Int64
	once atomic.Bool
}

func (c *countClose) Close() error {
	if c.once.CompareAndSwap(false, true) {
		c.n.Add(1)
	}
	return c.ReadCloser.Close()
}

// 3: the sleep was clipped to the total budget and one more attempt ran past it.
func TestDefect03NoAttemptAfterTheTotal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{
			Floor: budget.Off, Reserve: budget.Off,
			Retry: budget.Retry{Attempts: 10, Total: 100 * ms},
		})
		f, calls := failing(budget.After(errBoom, 60*ms))
		start := time.Now()
		_, err := budget.Do(t.Context(), d, f, budget.Idempotent())
		reason(t, err, budget.ReasonWait)
		equal(t, "attempts", *calls, 2)
		if took := time.Since(start); took < 60*ms || took > 100*ms {
			t.Errorf("returned after %v, want what was asked for and some jitter, within the total", took)
		}
	})
}

// 4: a "10 % retry budget" that let 1000 calls make 3000 attempts.
func TestDefect04TheRetryBudgetLimitsAmplification(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{})
		f, calls := failing(errBoom)
		for range 1000 {
			_, err := budget.Do(t.Context(), d, f, budget.Idempotent())
			if !errors.Is(err, errBoom) {
				t.Fatal(err)
			}
		}
		// Ten from the full bucket and 1000 deposits of 0.1; what the bucket could
		// not hold while full is lost.
		if *calls > 1110 || *calls < 1100 {
			t.Errorf("%d attempts for 1000 calls, want about 1110", *calls)
		}
	})
}

// 5: zero attempts meant for ever in three libraries and once in two; N meant N
// or N+1.
func TestDefect05AttemptsCountTheFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for attempts, want := range map[int]int{0: 3, 1: 1, 2: 2, 3: 3, 10: 10} {
			d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Attempts: attempts}})
			f, calls := failing(errBoom)
			_, err := budget.Do(t.Context(), d, f, budget.Idempotent())
			e := reason(t, err, budget.ReasonAttempts)
			equal(t, "calls with Attempts "+strconv.Itoa(attempts), *calls, want)
			equal(t, "Error.Attempts", e.Attempts, want)
		}
		for _, attempts := range []int{-1, 11} {
			if _, err := budget.New("d", budget.Policy{Retry: budget.Retry{Attempts: attempts}}); err == nil {
				t.Errorf("Attempts %d was accepted", attempts)
			}
		}
	})
}

// 6: with 50 ms left and a wait of 10 s they slept the 50 ms and then reported
// the deadline alone; the real error was lost.
func TestDefect06AWaitThatOutlivesTheDeadlineReturnsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Cap: 10 * time.Second}})
		ctx, cancel := context.WithTimeout(t.Context(), 50*ms)
		defer cancel()
		f, calls := failing(budget.After(errBoom, 10*time.Second))
		start := time.Now()
		_, err := budget.Do(ctx, d, f, budget.Idempotent())
		equal(t, "waited", time.Since(start), 0)
		equal(t, "attempts", *calls, 1)
		reason(t, err, budget.ReasonWait)
		timeout(t, err)
		if !errors.Is(err, errBoom) {
			t.Errorf("%v has lost the real error", err)
		}
	})
}

// 7: breakers opened on the caller's own cancellation.
func TestDefect07CallersCancellationIsNeutral(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(breaker)
		d := dependency(t, "d", budget.Policy{Breaker: b, SlowCall: 500 * ms})
		for range 6 {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(10*ms, cancel)
			_, err := budget.Do(ctx, d, taking(time.Hour))
			reason(t, err, budget.ReasonCanceled)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%v does not match context.Canceled", err)
			}
		}
		equal(t, "attempts", len(b.reports()), 6)
		for _, err := range b.reports() {
			if !errors.Is(err, budget.ErrNeutral) {
				t.Errorf("the breaker was told %v", err)
			}
		}
		equal(t, "failures", d.Stats().Failures, 0)
		equal(t, "latencies", d.Latency().Count, 0)

		// A caller that leaves after a long hang is evidence all the same, and a
		// breaker that ignores context.Canceled must not ignore it.
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(500*ms, cancel)
		budget.Do(ctx, d, taking(time.Hour))
		last := b.reports()[6]
		if last == nil || errors.Is(last, budget.ErrNeutral) || errors.Is(last, context.Canceled) {
			t.Errorf("after a hang of SlowCall the breaker was told %v", last)
		}
		equal(t, "probe slots out", b.pending(), 0)
	})
}

// 8: a failure closed the idle connections of the shared transport.
func TestDefect08AFailureLeavesThePoolAlone(t *testing.T) {
	base := &pool{}
	d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Base: 1, Cap: 1}})
	if _, err := (&http.Client{Transport: d.Transport(base)}).Get("http://d/"); err == nil {
		t.Fatal("no error")
	}
	equal(t, "CloseIdleConnections", base.closed, 0)
}

type pool struct{ closed int }

func (p *pool) RoundTrip(*http.Request) (*http.Response, error) { return nil, errBoom }
func (p *pool) CloseIdleConnections()                           { p.closed++ }

// 9: the hedge of a request with a body shared it with the first attempt and
// always failed.
func TestDefect09TheHedgeHasABodyOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var bodies []string
		slow := false
		base := roundTripper(func(r *http.Request) (*http.Response, error) {
			b, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			mu.Lock()
			bodies = append(bodies, string(b))
			hang := slow && len(bodies) == 1
			mu.Unlock()
			if hang {
				if err := work(r.Context(), time.Hour); err != nil {
					return nil, err
				}
			}
			return &http.Response{StatusCode: 200, Body: http.NoBody}, work(r.Context(), 10*ms)
		})
		d := dependency(t, "d", budget.Policy{Hedge: budget.Hedge{Percentile: 0.95, MinSamples: 5}})
		client := &http.Client{Transport: base}
		post := func() {
			resp, err := budget.Do(t.Context(), d, func(ctx context.Context) (*http.Response, error) {
				req, _ := http.NewRequestWithContext(ctx, "POST", "http://d/search", strings.NewReader("hello world"))
				return client.Do(req)
			}, budget.Idempotent())
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
		}
		for range 5 {
			post()
		}
		bodies, slow = nil, true
		start := time.Now()
		post()
		equal(t, "bodies", strings.Join(bodies, "|"), "hello world|hello world")
		if took := time.Since(start); took > 25*ms {
			t.Errorf("answered after %v, want the hedge's answer at about 20ms", took)
		}
		equal(t, "hedges", d.Stats().Hedges, 1)
	})
}

// 10: with a plain cause, a client's timeout no longer looked like one; and the
// error while reading the body is another one.
func TestDefect10TimeoutsStayRecognisable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := serve(t, &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/body" {
				w.Write([]byte("begun"))
				w.(http.Flusher).Flush()
			}
			work(r.Context(), time.Hour)
		})})
		plain := &http.Client{Transport: n.base}
		get := func(c *http.Client, ctx context.Context, path string) error {
			req, _ := http.NewRequestWithContext(ctx, "GET", "http://d"+path, nil)
			resp, err := c.Do(req)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			_, err = io.ReadAll(resp.Body)
			return err
		}
		d := dependency(t, "d", budget.Policy{Ceiling: 100 * ms, Retry: budget.Retry{Attempts: 1}})
		ours := &http.Client{Transport: d.Transport(n.base)}
		for _, path := range []string{"/header", "/body"} {
			ctx, cancel := budget.WithAtMost(t.Context(), 100*ms)
			timeout(t, get(plain, ctx, path))
			cancel()

			start := time.Now()
			err := get(ours, t.Context(), path)
			timeout(t, err)
			reason(t, err, budget.ReasonTimeout)
			equal(t, "waited", time.Since(start), 100*ms)
			var u *url.Error
			if errors.As(err, &u) {
				equal(t, "url.Error.Timeout()", u.Timeout(), true)
			} else if path == "/header" {
				t.Errorf("%T is no url.Error", err)
			}
		}
		equal(t, "timeouts", d.Stats().Timeouts, 2)
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}

// 11: Server.WriteTimeout alone does not end the handler; the client gets EOF.
func TestDefect11TheHandlerEndsBelowWriteTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if work(r.Context(), 10*time.Second) != nil {
				w.WriteHeader(503)
			}
		})
		n := serve(t, &http.Server{Handler: budget.Middleware(budget.ServerOptions{})(handler), WriteTimeout: 200 * ms})
		start := time.Now()
		resp, err := (&http.Client{Transport: n.base}).Get("http://d/")
		if err != nil {
			t.Fatalf("the client got no answer: %v", err)
		}
		resp.Body.Close()
		equal(t, "status", resp.StatusCode, 503)
		equal(t, "answered after", time.Since(start), 150*ms)
	})
}

// 12: an attempt's own timeout ended the operation; an expired context went out
// without a deadline header.
func TestDefect12AnAttemptsTimeoutIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Ceiling: 20 * ms})
		var calls int
		_, err := budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
			calls++
			return 0, work(ctx, time.Hour)
		}, budget.Idempotent())
		equal(t, "attempts", calls, 3)
		e := reason(t, err, budget.ReasonTimeout)
		equal(t, "Error.Attempts", e.Attempts, 3)

		// A cause instead of ctx.Err() makes no difference: net/http returns that.
		calls = 0
		_, err = budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
			calls++
			<-ctx.Done()
			return 0, context.Cause(ctx)
		}, budget.Idempotent())
		equal(t, "attempts", calls, 3)
		timeout(t, err)

		sent := 0
		client := &http.Client{Transport: d.Transport(roundTripper(func(r *http.Request) (*http.Response, error) {
			sent++
			return nil, errBoom
		}))}
		ctx, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		req, _ := http.NewRequestWithContext(ctx, "GET", "http://d/", nil)
		_, err = client.Do(req)
		timeout(t, err)
		equal(t, "requests sent with an expired context", sent, 0)
	})
}
