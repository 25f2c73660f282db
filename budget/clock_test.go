package budget_test

import (
	"context"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about clocks that are wrong.

// wireTime is how an absolute deadline is written.
const wireTime = "2006-01-02T15:04:05.000Z"

// A caller's clock that is behind expires nothing, however short its budgets.
func TestCallersClockExpiresNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const wait = 200 * ms
		for _, accept := range [][]budget.Source{nil, {budget.AbsoluteAlone}} {
			for _, behind := range []time.Duration{-time.Hour, -4 * time.Second, 0, 190 * ms, 300 * ms, 2 * time.Second, 4900 * ms, 6 * time.Second, 24 * time.Hour} {
				var s budget.ServerStats
				o := budget.ServerOptions{Stats: &s, Accept: accept}
				absolute := time.Now().Add(wait - behind).UTC().Format(wireTime)
				for range 200 {
					headers := []string{budget.HeaderDeadline, absolute}
					if accept == nil {
						headers = append(headers, budget.HeaderTimeout, strconv.FormatInt(wait.Milliseconds(), 10))
					}
					left, _ := arrive(t.Context(), t, o, headers...)
					switch {
					case accept == nil && left != wait:
						t.Fatalf("%v behind: the handler has %v, want what the relative header says", behind, left)
					case behind < 5*time.Second && left < wait:
						t.Fatalf("%v behind, absolute alone: the handler has %v", behind, left)
					}
				}
				if n := s.Expired.Load(); accept == nil && n > 0 {
					t.Errorf("%v behind: %d of 200 expired", behind, n)
				}
				if skewed, want := s.Skewed.Load(), behind.Abs() > 5*time.Second; accept == nil && (skewed == 200) != want {
					t.Errorf("%v behind: %d noticed as skew, want them all: %v", behind, skewed, want)
				}
			}
		}
	})
}

// Of a caller whose clock is hopeless no more than a share is turned away, and the
// rest is counted; one whose clock is right is turned away each time.
func TestRejectsByAClockAreCapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s budget.ServerStats
		h := budget.Middleware(budget.ServerOptions{Stats: &s, Accept: []budget.Source{budget.AbsoluteAlone}})
		ran := 0
		handler := h(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			ran++
			left, _ := budget.Remaining(r.Context())
			equal(t, "left to one that was spared", left, 10*time.Second)
		}))
		old := time.Now().Add(-time.Hour).UTC().Format(wireTime)
		const requests = 1000
		for range requests {
			serveOne(t, handler, budget.HeaderDeadline, old)
		}
		if ran < requests*7/10 || s.Spared.Load() != uint64(ran) || s.Expired.Load() != uint64(requests-ran) {
			t.Errorf("%d of %d handled, %d spared, %d expired; want at most a fifth and a few expired", ran, requests, s.Spared.Load(), s.Expired.Load())
		}

		// The cap is for the clock alone: relative deadlines need none.
		ran = 0
		for range requests {
			serveOne(t, handler, budget.HeaderTimeout, "0")
		}
		equal(t, "expired by their relative deadline, and handled", ran, 0)
	})
}

// What is cut down to size is counted.
func TestClampedIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for header, want := range map[string]uint64{"29999": 0, "30000": 0, "30001": 1, "9999999999": 1, "": 0} {
			var s budget.ServerStats
			arrive(t.Context(), t, budget.ServerOptions{Stats: &s}, budget.HeaderTimeout, header)
			equal(t, header+": clamped", s.Clamped.Load(), want)
		}
		var s budget.ServerStats
		ctx := context.WithValue(t.Context(), http.ServerContextKey, &http.Server{WriteTimeout: time.Second})
		arrive(ctx, t, budget.ServerOptions{Stats: &s}, budget.HeaderTimeout, "900")
		equal(t, "clamped by WriteTimeout", s.Clamped.Load(), 1)
	})
}

// A date in Retry-After is the server's, and so is the clock to compare it with.
func TestRetryAfterDateGoesByTheServersClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, off := range []time.Duration{-time.Hour, 0, time.Hour} {
			d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Cap: 10 * time.Second}})
			base := &answers{list: []func(*http.Request) (*http.Response, error){
				func(r *http.Request) (*http.Response, error) {
					now := time.Now().Add(off).UTC()
					return status(503, "Date", now.Format(http.TimeFormat), "Retry-After", now.Add(4*time.Second).Format(http.TimeFormat))(r)
				},
				status(200),
			}}
			resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
			if err != nil || resp.StatusCode != 200 {
				t.Fatal(off, resp, err)
			}
			if waited := base.times[1].Sub(base.times[0]); waited < 4*time.Second || waited > 6*time.Second {
				t.Errorf("clock off by %v: waited %v, want 4s and jitter", off, waited)
			}
		}
	})
}

// A tolerance without end is one: no deadline that is absolute expires by it, however
// late it is.
func TestToleranceWithoutEnd(t *testing.T) {
	h := budget.Middleware(budget.ServerOptions{Skew: math.MaxInt64, Accept: []budget.Source{budget.AbsoluteAlone}})(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for _, deadline := range []string{"1999-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z", "9999-12-31T23:59:59Z"} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set(budget.HeaderDeadline, deadline)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		equal(t, deadline, w.Code, http.StatusNoContent)
	}
}
