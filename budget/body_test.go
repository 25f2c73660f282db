package budget_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func TestTransportEndsTheAttemptWithTheBody(t *testing.T) {
	for _, how := range []string{"close", "read to the end", "deadline"} {
		t.Run(how, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := serve(t, &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					w.Write([]byte("begun,"))
					w.(http.Flusher).Flush()
					work(r.Context(), 100*ms)
					w.Write([]byte("done"))
					if how == "deadline" {
						w.(http.Flusher).Flush()
						work(r.Context(), time.Hour)
					}
				})})
				b := new(breaker)
				var attempt context.Context
				d := dependency(t, "d", budget.Policy{Breaker: b})
				client := &http.Client{Transport: d.Transport(roundTripper(func(r *http.Request) (*http.Response, error) {
					attempt = r.Context()
					return n.base.RoundTrip(r)
				}))}
				resp, err := client.Get("http://d/")
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(10 * ms)
				equal(t, "context while the body is open", attempt.Err(), nil)
				equal(t, "slot while the body is open", d.Stats().InFlight, 1)
				equal(t, "breaker reports", b.pending(), 1)
				want := context.Canceled
				switch how {
				case "close":
					resp.Body.Close()
				case "read to the end":
					got, err := io.ReadAll(resp.Body)
					equal(t, "body", string(got), "begun,done")
					equal(t, "error", err, nil)
				case "deadline": // the caller forgot both
					want = context.DeadlineExceeded
					time.Sleep(time.Second)
				}
				synctest.Wait()
				equal(t, "context", attempt.Err(), want)
				equal(t, "slot", d.Stats().InFlight, 0)
				equal(t, "breaker reports missing", b.pending(), 0)
				if how == "deadline" {
					equal(t, "timeouts", d.Stats().Timeouts, 1)
					resp.Body.Close()
				} else {
					equal(t, "told the breaker", b.reports()[0], nil)
				}
			})
		})
	}
}

func TestTransportMeasuresToTheHeader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(breaker)
		d := dependency(t, "d", budget.Policy{Breaker: b})
		base := roundTripper(func(r *http.Request) (*http.Response, error) {
			body := &answer{Reader: strings.NewReader("x"), ctx: r.Context()}
			return &http.Response{StatusCode: 200, Body: body}, work(r.Context(), 20*ms)
		})
		resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(700 * ms) // more than SlowCall
		resp.Body.Close()
		equal(t, "told the breaker", b.reports()[0], nil)
		equal(t, "latency", d.Latency().Max, 20)
	})
}

func TestTransportClosesTheLosersBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var n atomic.Int64
		late := &answer{Reader: strings.NewReader("late"), ctx: t.Context()}
		base := roundTripper(func(r *http.Request) (*http.Response, error) {
			if n.Add(1) == 21 {
				<-r.Context().Done() // and answers all the same
				return &http.Response{StatusCode: 200, Body: late}, nil
			}
			return &http.Response{StatusCode: 200, Body: http.NoBody}, work(r.Context(), 20*ms)
		})
		d := dependency(t, "d", budget.Policy{Hedge: budget.Hedge{Percentile: 0.95, MinSamples: 20}})
		for range 21 {
			if _, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", "")); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		equal(t, "hedges", d.Stats().Hedges, 1)
		equal(t, "the loser's body closed", late.closed.Load(), true)
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}

func TestTransportReportsABrokenBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(breaker)
		d := dependency(t, "d", budget.Policy{Breaker: b})
		base := roundTripper(func(*http.Request) (*http.Response, error) {
			r := io.MultiReader(strings.NewReader("half"), errReader{io.ErrUnexpectedEOF})
			return &http.Response{StatusCode: 200, Body: io.NopCloser(r)}, nil
		})
		resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.ReadAll(resp.Body)
		if err != io.ErrUnexpectedEOF {
			t.Errorf("error %v, want io.ErrUnexpectedEOF itself", err)
		}
		resp.Body.Close()
		equal(t, "told the breaker", b.reports()[0], io.ErrUnexpectedEOF)
		equal(t, "failures", d.Stats().Failures, 1)

		// A caller that leaves while reading gets an error that says so.
		ctx, cancel := context.WithCancel(t.Context())
		base = func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: &answer{Reader: strings.NewReader(""), ctx: r.Context(), stall: time.Hour}}, nil
		}
		resp, err = d.Transport(base).RoundTrip(request(ctx, t, "GET", ""))
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(10*ms, cancel)
		_, err = io.ReadAll(resp.Body)
		reason(t, err, budget.ReasonCanceled)
		resp.Body.Close()
		if !errors.Is(b.reports()[1], budget.ErrNeutral) {
			t.Errorf("the breaker was told %v", b.reports()[1])
		}
	})
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

func TestTransportDrainsWithinBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			name  string
			size  int
			stall time.Duration
			read  int
			took  time.Duration
		}{
			{"short", 4000, 0, 4000, 0},
			{"long", 1 << 20, 0, 64 << 10, 0},
			{"slow", 4000, time.Hour, 0, 50 * ms},
		} {
			d := dependency(t, "d", budget.Policy{Retry: quick})
			first := &meter{size: c.size, stall: c.stall, closed: make(chan struct{})}
			base := &answers{list: []func(*http.Request) (*http.Response, error){
				func(*http.Request) (*http.Response, error) {
					return &http.Response{StatusCode: 503, Body: first}, nil
				},
				status(200),
			}}
			start := time.Now()
			resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
			if err != nil || resp.StatusCode != 200 {
				t.Fatal(resp, err)
			}
			equal(t, c.name+": read", first.read, c.read)
			equal(t, c.name+": took", time.Since(start).Truncate(ms), c.took)
			select {
			case <-first.closed:
			default:
				t.Errorf("%s: not closed", c.name)
			}
		}
	})
}

type meter struct {
	size, read int
	stall      time.Duration
	closed     chan struct{}
	once       atomic.Bool
}

func (m *meter) Read(p []byte) (int, error) {
	if m.stall > 0 {
		select {
		case <-time.After(m.stall):
		case <-m.closed:
			return 0, errBoom
		}
	}
	n := min(len(p), m.size-m.read)
	m.read += n
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (m *meter) Close() error {
	if m.once.CompareAndSwap(false, true) {
		close(m.closed)
	}
	return nil
}
