package budget_test

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about what leaves the operation that it belongs to.

// Whatever leaves an attempt is bounded, counted and let in by itself.
func TestWhatLeavesItsAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			name  string
			leave func(context.Context) (context.Context, context.CancelFunc)
		}{
			{"Detach", func(ctx context.Context) (context.Context, context.CancelFunc) { return budget.Detach(ctx, time.Hour) }},
			{"Detach, briefly", func(ctx context.Context) (context.Context, context.CancelFunc) {
				return budget.Detach(ctx, 500*ms)
			}},
			{"WithoutCancel", func(ctx context.Context) (context.Context, context.CancelFunc) {
				return context.WithoutCancel(ctx), func() {}
			}},
			{"WithoutCancel and a timeout", func(ctx context.Context) (context.Context, context.CancelFunc) {
				return context.WithTimeout(context.WithoutCancel(ctx), 500*ms)
			}},
		} {
			b := new(breaker)
			d := dependency(t, "d", budget.Policy{Ceiling: time.Second, MaxConcurrent: 2, Breaker: b})
			for name, call := range ways(d, func(ctx context.Context) error { return work(ctx, time.Hour) }) {
				before := d.Stats()
				var took time.Duration
				var err error
				ended := make(chan struct{})
				_, _ = budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
					go func() {
						defer close(ended)
						time.Sleep(ms) // the answer is out
						ctx, cancel := c.leave(ctx)
						defer cancel()
						start := time.Now()
						err = call(ctx)
						took = time.Since(start)
					}()
					return 1, nil
				}, budget.Idempotent())
				time.Sleep(2 * ms)
				equal(t, c.name+", "+name+": in flight", d.Stats().InFlight, 1)
				<-ended
				if took > time.Second {
					t.Errorf("%s, %s: took %v with a ceiling of 1s", c.name, name, took)
				}
				reason(t, err, budget.ReasonTimeout)
				synctest.Wait()
				equal(t, c.name+", "+name+": attempts", d.Stats().Attempts-before.Attempts, 2)
				equal(t, c.name+", "+name+": in flight at the end", d.Stats().InFlight, 0)
				equal(t, c.name+", "+name+": breaker reports missing", b.pending(), 0)
			}
		}
	})
}

// Detached work keeps the values of its context.
func TestDetachKeepsValues(t *testing.T) {
	type key struct{}
	d := dependency(t, "d", budget.Policy{})
	_, _ = budget.Do(context.WithValue(t.Context(), key{}, "trace"), d, func(ctx context.Context) (int, error) {
		out, cancel := budget.Detach(ctx, time.Second)
		defer cancel()
		equal(t, "value", out.Value(key{}), any("trace"))
		return 0, nil
	})
}

// What the request keeps for its later calls, which attempt of an operation it is in
// and whether the request can be repeated are not the detached work's business; that
// the request itself is a later attempt is.
func TestDetachLeavesTheRequestBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Retry: quick, Ceiling: 2 * time.Second})
		base := &answers{list: []func(*http.Request) (*http.Response, error){status(503)}}
		for arrivedAs, tries := range map[int]int{1: 3, 2: 1} {
			ctx, hop := budget.WithHop(t.Context(), arrivedAs)
			ctx = d.WithOptions(ctx, budget.Keep(time.Second))
			n := 0
			budget.Do(ctx, dependency(t, "e", budget.Policy{Retry: quick}), func(ctx context.Context) (int, error) {
				if n++; n == 1 && arrivedAs == 1 {
					return 0, errBoom
				}
				base.requests = nil
				ctx, cancel := budget.Detach(ctx, time.Second)
				defer cancel()
				d.Transport(base).RoundTrip(request(ctx, t, "GET", ""))
				return 0, nil
			}, budget.Idempotent())
			equal(t, "attempts of the detached work", len(base.requests), tries)
			equal(t, "granted", base.requests[0].Header.Get(budget.HeaderTimeout), "990")
			equal(t, "the request is exhausted", hop.Exhausted(), false)
		}
	})
}

// A response, and a reader, out of Do lives until it is closed, and so does its
// attempt; nothing of it lives longer than the attempt may.
func TestAnswersOutOfDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := serve(t, &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/503" {
				w.WriteHeader(503)
			}
			w.Write([]byte("begun, "))
			w.(http.Flusher).Flush()
			if r.URL.Path == "/hang" {
				work(r.Context(), time.Hour)
			}
			work(r.Context(), 100*ms)
			w.Write([]byte("done"))
		})})
		events := new(log)
		d := dependency(t, "d", budget.Policy{Observer: events, Retry: quick})
		plain := &http.Client{Transport: n.base}
		own := &http.Client{Transport: d.Transport(n.base)}
		fetch := func(c *http.Client, path string) func(context.Context) (*http.Response, error) {
			return func(ctx context.Context) (*http.Response, error) {
				req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://d"+path, nil)
				if err != nil {
					return nil, err
				}
				return c.Do(req)
			}
		}
		for name, c := range map[string]*http.Client{"plain": plain, "d's own": own} {
			before := len(events.of(budget.KindDone))
			resp, err := budget.Do(t.Context(), d, fetch(c, "/"))
			if err != nil {
				t.Fatal(name, err)
			}
			equal(t, name+": in flight while it is open", d.Stats().InFlight, 1)
			equal(t, name+": ended while it is open", len(events.of(budget.KindDone)), before)
			b, err := io.ReadAll(resp.Body)
			equal(t, name+": body", string(b), "begun, done")
			equal(t, name+": error", err, nil)
			resp.Body.Close()
			equal(t, name+": in flight", d.Stats().InFlight, 0)
			equal(t, name+": ended", len(events.of(budget.KindDone)), before+1)

			// The status is judged, and the last response is an answer.
			attempts := d.Stats().Attempts
			resp, err = budget.Do(t.Context(), d, fetch(c, "/503"), budget.Idempotent())
			if err != nil {
				t.Fatal(name, err)
			}
			equal(t, name+": status", resp.StatusCode, 503)
			resp.Body.Close()
			equal(t, name+": attempts", d.Stats().Attempts-attempts, 3)

			// One that nobody reads ends with its attempt.
			resp, err = budget.Do(t.Context(), d, fetch(c, "/hang"))
			if err != nil {
				t.Fatal(name, err)
			}
			time.Sleep(2 * time.Second)
			equal(t, name+": in flight after the ceiling", d.Stats().InFlight, 0)
			resp.Body.Close()
		}

		// The body alone.
		body, err := budget.Do(t.Context(), d, func(ctx context.Context) (io.ReadCloser, error) {
			resp, err := fetch(plain, "/")(ctx)
			if err != nil {
				return nil, err
			}
			return resp.Body, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(body)
		equal(t, "body", string(b), "begun, done")
		equal(t, "error", err, nil)
		body.Close()
		equal(t, "in flight", d.Stats().InFlight, 0)

		// Nothing, and an error.
		resp, err := budget.Do(t.Context(), d, func(context.Context) (*http.Response, error) { return nil, nil })
		equal(t, "no response", resp == nil && err == nil, true)
		_, err = budget.Do(t.Context(), d, func(context.Context) (io.ReadCloser, error) { return nil, errBoom })
		reason(t, err, budget.ReasonUnsafe)
		equal(t, "in flight at the end", d.Stats().InFlight, 0)

		// What the end of its context takes with it is refused.
		called := false
		_, err = budget.Do(t.Context(), d, func(context.Context) (*sql.Rows, error) { called = true; return nil, nil })
		reason(t, err, budget.ReasonMisuse)
		_, err = budget.Do(t.Context(), d, func(context.Context) (*sql.Tx, error) { called = true; return nil, nil })
		reason(t, err, budget.ReasonMisuse)
		equal(t, "called", called, false)
	})
}

// An attempt that nobody ends is over at its deadline; End comes too late, and is
// counted as that.
func TestBeginWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, events := new(breaker), new(log)
		d := dependency(t, "d", budget.Policy{Ceiling: 100 * ms, Breaker: b, Observer: events})
		a, err := d.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(101 * ms)
		equal(t, "in flight", d.Stats().InFlight, 0)
		equal(t, "timeouts", d.Stats().Timeouts, 1)
		b.tells(t, "no End", errFailure)
		time.Sleep(99 * ms)
		equal(t, "End", a.End(nil), nil)
		equal(t, "End again", a.End(nil), nil)
		equal(t, "orphans", d.Stats().Orphans, 1)
		equal(t, "excess", events.of(budget.KindOrphan)[0].Elapsed, 200*ms)
		equal(t, "attempts observed", len(events.of(budget.KindAttempt)), 1)
		equal(t, "breaker reports", len(b.reports()), 1)

		// Its caller leaves.
		ctx, leave := context.WithCancel(t.Context())
		_, _ = d.Begin(ctx)
		leave()
		synctest.Wait()
		equal(t, "in flight after the caller has left", d.Stats().InFlight, 0)
		b.tells(t, "the caller leaves", budget.ErrNeutral)

		// From many goroutines at once.
		a, _ = d.Begin(t.Context())
		for range 10 {
			go a.End(nil)
		}
		synctest.Wait()
		equal(t, "in flight after many Ends", d.Stats().InFlight, 0)
		equal(t, "breaker reports missing", b.pending(), 0)
	})
}

// Options are for the dependency that they are given to; what is kept adds up; a
// negative duration is refused.
func TestOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, e := dependency(t, "d", budget.Policy{}), dependency(t, "e", budget.Policy{})
		sent := func(d *budget.Dependency, ctx context.Context) string {
			base := &answers{list: []func(*http.Request) (*http.Response, error){status(200)}}
			d.Transport(base).RoundTrip(request(ctx, t, "GET", ""))
			return base.requests[0].Header.Get(budget.HeaderTimeout)
		}
		ctx := budget.WithOptions(t.Context(), budget.Within(800*ms))
		ctx = d.WithOptions(ctx, budget.Within(300*ms))
		equal(t, "d's own", sent(d, ctx), "300")
		equal(t, "everybody's", sent(e, ctx), "800")

		short, cancel := context.WithTimeout(t.Context(), 500*ms)
		defer cancel()
		later := dependency(t, "later", budget.Policy{Floor: 70 * ms})
		short = d.WithOptions(short, budget.Before(later), budget.Keep(5*ms))
		short = d.WithOptions(short, budget.Before(later, later))
		equal(t, "after 5 + 3 × 70 and the reserve", sent(d, short), "275")

		for name, o := range map[string]budget.CallOption{"Keep": budget.Keep(-1), "Within": budget.Within(-time.Second)} {
			called := false
			_, err := budget.Do(t.Context(), d, func(context.Context) (int, error) { called = true; return 0, nil }, o)
			reason(t, err, budget.ReasonMisuse)
			equal(t, name+": called", called, false)
			_, err = d.Timeout(t.Context(), o)
			reason(t, err, budget.ReasonMisuse)
			equal(t, name+": timeout", errors.Is(err, context.DeadlineExceeded), false)
		}
		got, err := d.Timeout(t.Context(), budget.Within(2*ms)) // below the floor of 10 ms
		equal(t, "a ceiling below the floor", got, 2*ms)
		equal(t, "error", err, nil)
	})
}
