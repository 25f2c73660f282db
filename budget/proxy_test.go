package budget_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about bodies, servers and proxies.

// A reserve that leaves nothing of WriteTimeout is not taken at its word: the
// handler gets the default's share.
func TestReserveAboveWriteTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, reserve := range []time.Duration{time.Second, 996 * ms, 2 * time.Second, time.Hour} {
			var s budget.ServerStats
			ctx := context.WithValue(t.Context(), http.ServerContextKey, &http.Server{WriteTimeout: time.Second})
			got, w := arrive(ctx, t, budget.ServerOptions{Reserve: reserve, Stats: &s})
			equal(t, reserve.String()+": the handler has", got, 750*ms)
			equal(t, reserve.String()+": status", w.Code, 200)
			equal(t, reserve.String()+": expired", s.Expired.Load(), 0)
		}
		ctx := context.WithValue(t.Context(), http.ServerContextKey, &http.Server{WriteTimeout: time.Second})
		got, _ := arrive(ctx, t, budget.ServerOptions{Reserve: 995 * ms})
		equal(t, "a reserve that leaves the floor", got, 5*ms)
	})
}

// Options that make no sense are refused: by Validate at the start, and by every
// answer of a server that was started all the same.
func TestServerOptionsRefused(t *testing.T) {
	for field, o := range map[string]budget.ServerOptions{
		"Default": {Default: -1}, "Max": {Max: -time.Second}, "Floor": {Floor: budget.Off}, "Skew": {Skew: -1}, "Reserve": {Reserve: -1},
		"Floor 2s": {Floor: 2 * time.Second, Max: time.Second}, "Floor 3s": {Floor: 3 * time.Second, Default: time.Second},
	} {
		err := o.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), "budget: ServerOptions."+field) {
			t.Errorf("%s: Validate returns %v", field, err)
			continue
		}
		w := serveOne(t, budget.NewServer(":0", http.NotFoundHandler(), o).Handler)
		equal(t, field+": status", w.Code, 500)
		equal(t, field+": body", strings.TrimSpace(w.Body.String()), err.Error())
	}
	equal(t, "zero value", budget.ServerOptions{}.Validate(), nil)
	small := budget.ServerOptions{Default: 2 * ms}
	equal(t, "default below the floor's default", small.Validate(), nil)
	equal(t, "its floor", small.WithDefaults().Floor, 2*ms)
}

// NewServer passes its options on.
func TestNewServerOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left time.Duration
		s := budget.NewServer(":0", http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			left, _ = budget.Remaining(r.Context())
		}), budget.ServerOptions{Default: 3 * time.Second})
		serveOne(t, s.Handler)
		equal(t, "default", left, 3*time.Second)
	})
}

// What a proxy sends on is what is left now, by every name it goes by, and nothing
// to a third party.
func TestProxySendsNoStaleDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		names := []string{budget.HeaderTimeout, budget.HeaderDeadline, budget.HeaderAttempt, "Grpc-Timeout", "Connect-Timeout-Ms", "X-Envoy-Expected-Rq-Timeout-Ms"}
		in := map[string]string{
			budget.HeaderTimeout: "2000", budget.HeaderDeadline: "2000-01-01T00:00:02.000Z", budget.HeaderAttempt: "2",
			"Grpc-Timeout": "2S", "Connect-Timeout-Ms": "2000", "X-Envoy-Expected-Rq-Timeout-Ms": "2000",
		}
		for _, hide := range []bool{false, true} {
			var got http.Header
			upstream := serve(t, &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header })})
			d := dependency(t, "upstream", budget.Policy{HideDeadline: hide, Ceiling: 10 * time.Second})
			proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: "upstream"})
			proxy.Transport = d.Transport(upstream.base)
			h := budget.Middleware(budget.ServerOptions{})(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				time.Sleep(500 * ms)
				proxy.ServeHTTP(w, r)
			}))
			var headers []string
			for name, value := range in {
				headers = append(headers, name, value)
			}
			start := time.Now()
			w := serveOne(t, h, headers...)
			equal(t, "status", w.Code, 200)
			for _, name := range names {
				value := got.Get(name)
				ours := strings.HasPrefix(name, "X-")
				switch {
				case hide && ours:
					equal(t, "hidden "+name, value, "")
				case name == budget.HeaderDeadline:
					at, _ := time.Parse(time.RFC3339, value)
					if !at.Before(start.Add(2 * time.Second)) {
						t.Errorf("%s: %s is no earlier than it was", name, value)
					}
				case name == budget.HeaderAttempt:
					equal(t, name, value, "2")
				default:
					left, err := strconv.Atoi(strings.TrimSuffix(value, "m"))
					if err != nil || left > 1500 || left < 1000 {
						t.Errorf("hide %v: %s: %q, want less than the 1500 ms left", hide, name, value)
					}
				}
			}
		}

		// What is shorter than what is left stays, and so does what cannot be read.
		base := &answers{list: []func(*http.Request) (*http.Response, error){status(200)}}
		d := dependency(t, "d", budget.Policy{Ceiling: 9 * time.Hour})
		ctx := d.WithOptions(t.Context(), budget.Within(40*time.Hour))
		d.Transport(base).RoundTrip(request(ctx, t, "GET", "", "Grpc-Timeout", "99H", "Connect-Timeout-Ms", "50", "X-Envoy-Expected-Rq-Timeout-Ms", "soon"))
		h := base.requests[0].Header
		equal(t, "longer", h.Get("Grpc-Timeout"), "144000S")
		equal(t, "shorter", h.Get("Connect-Timeout-Ms"), "50")
		equal(t, "malformed", h.Get("X-Envoy-Expected-Rq-Timeout-Ms"), "soon")
	})
}

// The operation ends with its answer's body, and as the body does.
func TestOperationEndsWithItsBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			name   string
			code   int
			every  time.Duration
			read   bool
			leave  bool
			want   budget.Outcome
			reason budget.Reason
			took   time.Duration
		}{
			{"read to its deadline", 200, time.Hour, true, false, budget.Failure, budget.ReasonTimeout, time.Second},
			{"left by its caller", 200, time.Hour, true, true, budget.Neutral, budget.ReasonCanceled, 400 * ms},
			{"closed", 200, time.Hour, false, false, budget.Success, budget.ReasonNone, 50 * ms},
			{"a failing one, closed", 503, time.Hour, false, false, budget.Failure, budget.ReasonAttempts, 50 * ms},
		} {
			events := new(log)
			d := dependency(t, "d", budget.Policy{Observer: events, Retry: budget.Retry{Attempts: 1}})
			ctx, leave := context.WithCancel(t.Context())
			base := roundTripper(func(r *http.Request) (*http.Response, error) {
				resp, _ := status(c.code)(r)
				resp.Body = drip{r.Context(), c.every}
				return resp, nil
			})
			resp, err := d.Transport(base).RoundTrip(request(ctx, t, "GET", ""))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, c.name+": events before", events.kinds(), "")
			if c.leave {
				time.AfterFunc(400*ms, leave)
			}
			if c.read {
				_, err = io.ReadAll(resp.Body)
				reason(t, err, c.reason)
			} else {
				time.Sleep(50 * ms)
			}
			resp.Body.Close()
			synctest.Wait()
			equal(t, c.name+": events", events.kinds(), "attempt done")
			done := events.of(budget.KindDone)[0]
			equal(t, c.name+": outcome", done.Outcome, c.want)
			equal(t, c.name+": reason", done.Reason, c.reason)
			equal(t, c.name+": elapsed", done.Elapsed, c.took)
			leave()
		}
	})
}

// Whoever looks for a net.Error finds one, bare and in a url.Error.
func TestErrorIsANetError(t *testing.T) {
	for r, want := range map[budget.Reason][2]bool{ // timeout, temporary
		budget.ReasonTimeout: {true, true}, budget.ReasonFloor: {true, true}, budget.ReasonFull: {false, true},
		budget.ReasonOpen: {false, true}, budget.ReasonRejected: {false, false}, budget.ReasonCanceled: {false, false},
		budget.ReasonMisuse: {false, false},
	} {
		for _, err := range []error{&budget.Error{Reason: r}, &url.Error{Op: "Get", URL: "http://d/", Err: &budget.Error{Reason: r}}} {
			var ne net.Error
			if !errors.As(err, &ne) {
				t.Errorf("%T: no net.Error", err)
				continue
			}
			equal(t, r.String()+": Timeout()", ne.Timeout(), want[0])
			//lint:ignore SA1019 what old callers look at
			equal(t, r.String()+": Temporary()", ne.Temporary(), want[1]) //nolint:staticcheck // golangci-lint does not read the line above
		}
	}
}

// A wait that was asked for is waited for by everybody, by nobody too briefly, and
// not by all for the same time; one above Retry.Cap is not waited for at all.
func TestRetryAfterIsHonouredWithJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		times := map[time.Duration]int{}
		for range 50 {
			start := time.Now()
			d := dependency(t, "d", budget.Policy{})
			base := &answers{list: []func(*http.Request) (*http.Response, error){status(503, "Retry-After", "1"), status(200)}}
			d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
			waited := base.times[1].Sub(start)
			if waited < time.Second || waited > 1500*ms {
				t.Errorf("waited %v, want 1s and up to half a second", waited)
			}
			times[waited]++
		}
		if len(times) < 40 {
			t.Errorf("50 callers come back at %d different times", len(times))
		}

		for _, ask := range []string{"2", "120", "3600"} {
			d := dependency(t, "d", budget.Policy{})
			base := &answers{list: []func(*http.Request) (*http.Response, error){status(503, "Retry-After", ask), status(200)}}
			resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
			if err != nil {
				t.Fatal(err)
			}
			equal(t, ask+"s asked for: attempts", len(base.requests), 1)
			equal(t, ask+"s asked for: status", resp.StatusCode, 503)
			equal(t, ask+"s asked for: Retry-After is left to the caller", resp.Header.Get("Retry-After"), ask)
		}

		// Outside HTTP, and without the room for the jitter.
		ctx, cancel := context.WithTimeout(t.Context(), 120*ms)
		defer cancel()
		d := dependency(t, "d", budget.Policy{})
		f, calls := failing(budget.After(errBoom, 100*ms))
		start := time.Now()
		_, err := budget.Do(ctx, d, f, budget.Idempotent())
		reason(t, err, budget.ReasonWait)
		equal(t, "calls", *calls, 2)
		equal(t, "waited", time.Since(start), 100*ms)
	})
}
