package budget_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func TestTransportRepeatsWhatIsSafe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		unsent := &net.OpError{Op: "dial", Err: errBoom}
		for _, c := range []struct {
			name   string
			method string
			body   string
			header string
			answer func(*http.Request) (*http.Response, error)
			want   int
		}{
			{"GET", "GET", "", "", status(503), 3},
			{"HEAD", "HEAD", "", "", status(503), 3},
			{"OPTIONS", "OPTIONS", "", "", status(503), 3},
			{"TRACE", "TRACE", "", "", status(503), 3},
			{"PUT", "PUT", "x", "", status(503), 3},
			{"DELETE", "DELETE", "", "", status(503), 3},
			{"POST", "POST", "x", "", status(503), 1},
			{"PATCH", "PATCH", "x", "", status(503), 1},
			{"POST without a body", "POST", "", "", status(503), 1},
			{"POST with a key", "POST", "x", "Idempotency-Key", status(503), 3},
			{"POST with the other key", "POST", "x", "X-Idempotency-Key", status(503), 3},
			{"POST, broken", "POST", "x", "", broken(errBoom), 1},
			{"POST, never sent", "POST", "x", "", broken(unsent), 3},
			{"GET, broken", "GET", "", "", broken(errBoom), 3},
			{"200", "GET", "", "", status(200), 1},
			{"304", "GET", "", "", status(304), 1},
			{"404", "GET", "", "", status(404), 1},
			{"408", "GET", "", "", status(408), 3},
			{"429", "GET", "", "", status(429), 3},
			{"500", "GET", "", "", status(500), 3},
			{"501", "GET", "", "", status(501), 1},
			{"502", "GET", "", "", status(502), 3},
			{"504", "GET", "", "", status(504), 3},
			{"505", "GET", "", "", status(505), 1},
		} {
			d := dependency(t, "d", budget.Policy{Retry: quick})
			base := &answers{list: []func(*http.Request) (*http.Response, error){c.answer}}
			var headers []string
			if c.header != "" {
				headers = []string{c.header, "k"}
			}
			resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, c.method, c.body, headers...))
			equal(t, c.name+": attempts", len(base.requests), c.want)
			if (resp == nil) == (err == nil) {
				t.Errorf("%s: response %v and error %v", c.name, resp, err)
			}
			for _, body := range base.bodies {
				equal(t, c.name+": body", body, c.body)
			}
		}
	})
}

func TestTransportDoesNotRepeatABodyItCannotRewind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Retry: quick})
		for _, answer := range []func(*http.Request) (*http.Response, error){status(503), broken(&net.OpError{Op: "dial", Err: errBoom})} {
			base := &answers{list: []func(*http.Request) (*http.Response, error){answer}}
			r := request(t.Context(), t, "PUT", "x")
			r.GetBody = nil
			d.Transport(base).RoundTrip(r)
			equal(t, "attempts", len(base.requests), 1)
		}
		// A GetBody that fails ends the operation with its error.
		base := &answers{list: []func(*http.Request) (*http.Response, error){status(503)}}
		r := request(t.Context(), t, "PUT", "x")
		r.GetBody = func() (io.ReadCloser, error) { return nil, errBoom }
		_, err := d.Transport(base).RoundTrip(r)
		equal(t, "attempts", len(base.requests), 1)
		if !errors.Is(err, errBoom) {
			t.Errorf("%v, want GetBody's error", err)
		}
	})
}

func TestTransportSetsOneIdempotencyKeyPerOperation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Retry: quick})
		base := &answers{list: []func(*http.Request) (*http.Response, error){status(503)}}
		ctx := budget.WithOptions(t.Context(), budget.Idempotent())
		original := request(ctx, t, "POST", "x")
		for range 2 {
			d.Transport(base).RoundTrip(original)
		}
		equal(t, "attempts of two operations", len(base.requests), 6)
		key := func(i int) string { return base.requests[i].Header.Get(budget.HeaderIdempotencyKey) }
		if len(key(0)) < 26 {
			t.Errorf("key %q is too short to be unique", key(0))
		}
		equal(t, "within an operation", key(0) == key(1) && key(1) == key(2), true)
		equal(t, "between operations", key(2) == key(3), false)
		equal(t, "the caller's request is left alone", len(original.Header), 0)

		d.Transport(base).RoundTrip(request(ctx, t, "POST", "x", budget.HeaderIdempotencyKey, "mine"))
		equal(t, "a key of the caller's", key(6)+key(7)+key(8), "mineminemine")
		d.Transport(base).RoundTrip(request(ctx, t, "GET", ""))
		equal(t, "a GET needs none", key(9), "")
	})
}

func TestTransportHonoursRetryAfterWithinTheCap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			header string
			want   time.Duration
		}{
			{"2", 2 * time.Second},
			{"3", 3 * time.Second}, // the cap
			{time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat), 2 * time.Second},
			{time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat), 0},
			{"0", 0},
		} {
			start := time.Now()
			d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Cap: 3 * time.Second}})
			base := &answers{list: []func(*http.Request) (*http.Response, error){status(503, "Retry-After", c.header), status(200)}}
			if strings.Contains(c.header, "GMT") { // dates are relative to the request
				when := c.want
				base.list[0] = func(r *http.Request) (*http.Response, error) {
					return status(503, "Retry-After", time.Now().Add(when).UTC().Format(http.TimeFormat))(r)
				}
			}
			resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
			if err != nil || resp.StatusCode != 200 {
				t.Fatal(resp, err)
			}
			waited := base.times[1].Sub(start)
			most := c.want + max(c.want/2, 50*ms)                           // the jitter
			if waited > most || waited < c.want-time.Second && c.want > 0 { // dates have whole seconds
				t.Errorf("Retry-After %q: waited %v, want %v to %v", c.header, waited, c.want, most)
			}
		}
		// Nonsense is no wish.
		d := dependency(t, "d", budget.Policy{Retry: quick})
		base := &answers{list: []func(*http.Request) (*http.Response, error){status(503, "Retry-After", "later"), status(200)}}
		start := time.Now()
		d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
		if waited := time.Since(start); waited > ms {
			t.Errorf("Retry-After \"later\": waited %v", waited)
		}
	})
}

func TestTransportReturnsTheLastResponse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Cap: time.Hour}})
		base := &answers{list: []func(*http.Request) (*http.Response, error){status(503, "Retry-After", "60")}}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		start := time.Now()
		resp, err := d.Transport(base).RoundTrip(request(ctx, t, "GET", ""))
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "status", resp.StatusCode, 503)
		equal(t, "waited", time.Since(start), 0)
	})
}

func TestTransportErrorKeepsTheDiscardedStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(breaker)
		d := dependency(t, "d", budget.Policy{Retry: quick, Breaker: b})
		opened := errors.New("breaker is open")
		base := &answers{list: []func(*http.Request) (*http.Response, error){func(r *http.Request) (*http.Response, error) {
			b.refuse = opened
			return status(503)(r)
		}}}
		resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
		if resp != nil {
			t.Error("a response beside an error")
		}
		e := reason(t, err, budget.ReasonOpen)
		equal(t, "attempts", e.Attempts, 1)
		var answered *budget.StatusError
		if !errors.As(err, &answered) || answered.Code != 503 {
			t.Errorf("%v has lost the status", err)
		}
		equal(t, "text", answered.Error(), "status 503 Service Unavailable")
		if !errors.Is(err, opened) {
			t.Errorf("%v has lost the breaker's error", err)
		}
		equal(t, "tokens", d.Stats().Tokens, 10) // the one for the retry came back
	})
}

func TestTransportOverHTTPWithLargeBodies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		payload := bytes.Repeat([]byte("0123456789"), 20_000)
		var tries atomic.Int64
		n := serve(t, &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got, err := io.ReadAll(r.Body)
			if err != nil || !bytes.Equal(got, payload) {
				t.Errorf("attempt %d: body of %d bytes, %v", tries.Load(), len(got), err)
			}
			if tries.Add(1) < 3 {
				w.WriteHeader(502)
				return
			}
			w.Write(got)
		})})
		d := dependency(t, "d", budget.Policy{Retry: quick})
		req, _ := http.NewRequestWithContext(t.Context(), "PUT", "http://d/", bytes.NewReader(payload))
		resp, err := (&http.Client{Transport: d.Transport(n.base)}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		equal(t, "error", err, nil)
		equal(t, "echo", bytes.Equal(got, payload), true)
		equal(t, "attempts", tries.Load(), 3)
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}
