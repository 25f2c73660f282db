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

// answers is a RoundTripper that gives its answers in turn, the last one for
// ever, and keeps the requests.
type answers struct {
	list     []func(*http.Request) (*http.Response, error)
	requests []*http.Request
	bodies   []string
	times    []time.Time
}

func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	a.requests = append(a.requests, r)
	a.times = append(a.times, time.Now())
	body := ""
	if r.Body != nil {
		b, _ := io.ReadAll(r.Body)
		r.Body.Close()
		body = string(b)
	}
	a.bodies = append(a.bodies, body)
	i := min(len(a.requests), len(a.list)) - 1
	return a.list[i](r)
}

func status(code int, headers ...string) func(*http.Request) (*http.Response, error) {
	return func(r *http.Request) (*http.Response, error) {
		resp := &http.Response{StatusCode: code, Header: http.Header{}, Body: http.NoBody, Request: r}
		for i := 0; i < len(headers); i += 2 {
			resp.Header.Set(headers[i], headers[i+1])
		}
		return resp, nil
	}
}

func broken(err error) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

func request(ctx context.Context, t *testing.T, method, body string, headers ...string) *http.Request {
	var b io.Reader
	if body != "" {
		b = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://d/", b)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

var quick = budget.Retry{Base: 1, Cap: 1}

// net/http's own rule, and PUT and DELETE.
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

// A body that cannot be rewound is sent once, even if nothing of it was sent:
// the first attempt has consumed it.
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
			{"3600", 3 * time.Second}, // the cap
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
			if waited > c.want || waited < c.want-time.Second && c.want > 0 { // dates have whole seconds
				t.Errorf("Retry-After %q: waited %v, want %v", c.header, waited, c.want)
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

// When the wait does not fit, the answer in hand is worth more than an error.
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

// After the response has been discarded and the next attempt was refused, the
// error still says what the dependency answered.
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
		if !errors.Is(err, opened) {
			t.Errorf("%v has lost the breaker's error", err)
		}
		equal(t, "tokens", d.Stats().Tokens, 10) // the one for the retry came back
	})
}

// The attempt's context must live as long as the body, and no longer.
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

// How long the caller takes to read is not the dependency's latency.
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

// The losing leg's response may still arrive; its body is closed too.
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

// A broken body is the dependency's failure; the error stays comparable.
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
		equal(t, "told the breaker", b.reports()[0], error(io.ErrUnexpectedEOF))
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

// A discarded response is drained up to 64 KiB and 50 ms, then closed.
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

// meter is a body that counts what is read of it and stalls until closed.
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

// A 504 with the header says that the request had expired on arrival. If the
// attempt had all the time there was, the next one would expire too.
func TestTransportReadsDeadlineExpired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			name  string
			left  time.Duration
			tries int
		}{
			{"limited by the ceiling", time.Minute, 3},
			{"limited by the deadline", 500 * ms, 1},
		} {
			events := new(log)
			d := dependency(t, "d", budget.Policy{Retry: quick, Observer: events})
			base := &answers{list: []func(*http.Request) (*http.Response, error){status(504, budget.HeaderExpired, "1")}}
			ctx, cancel := context.WithTimeout(t.Context(), c.left)
			resp, err := d.Transport(base).RoundTrip(request(ctx, t, "GET", ""))
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			equal(t, c.name+": status", resp.StatusCode, 504)
			equal(t, c.name+": attempts", len(base.requests), c.tries)
			equal(t, c.name+": timeouts", d.Stats().Timeouts, uint64(c.tries))
			equal(t, c.name+": reason", events.of(budget.KindAttempt)[0].Reason, budget.ReasonTimeout)
		}
	})
}

// Retries must not multiply: inside an operation that repeats, the Transport of
// the same dependency makes single attempts.
func TestTransportInsideDoDoesNotMultiply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "d", budget.Policy{Retry: quick})
		base := &answers{list: []func(*http.Request) (*http.Response, error){status(503)}}
		client := &http.Client{Transport: d.Transport(base)}
		_, err := budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
			resp, err := client.Do(request(ctx, t, "GET", ""))
			if err != nil {
				return 0, err
			}
			resp.Body.Close()
			return 0, errBoom
		}, budget.Idempotent())
		reason(t, err, budget.ReasonAttempts)
		equal(t, "attempts", len(base.requests), 3)
		if base.requests[0].Header.Get(budget.HeaderTimeout) == "" {
			t.Error("the inner request has no deadline header")
		}

		// Nor from the inside out: an operation's own error is final.
		base = &answers{list: []func(*http.Request) (*http.Response, error){broken(&net.OpError{Op: "dial", Err: errBoom})}}
		client = &http.Client{Transport: d.Transport(base)}
		_, err = budget.Do(t.Context(), d, func(ctx context.Context) (*http.Response, error) {
			return client.Do(request(ctx, t, "GET", ""))
		})
		e := reason(t, err, budget.ReasonAttempts)
		equal(t, "attempts", len(base.requests), 3)
		equal(t, "Error.Attempts", e.Attempts, 3)
	})
}

func TestTransportHeadersAndPassThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		base := &answers{list: []func(*http.Request) (*http.Response, error){status(200)}}
		d := dependency(t, "d", budget.Policy{HideDeadline: true})
		r := request(t.Context(), t, "GET", "")
		r.Header = nil // allowed
		d.Transport(base).RoundTrip(r)
		equal(t, "headers when hidden", len(base.requests[0].Header), 0)

		// A ceiling below a millisecond cannot be sent; the call is not made.
		d = dependency(t, "d", budget.Policy{Ceiling: 500 * time.Microsecond, Floor: budget.Off})
		r = request(t.Context(), t, "POST", "x")
		body := &answer{Reader: strings.NewReader("x")}
		r.Body, r.GetBody = body, nil
		_, err := d.Transport(base).RoundTrip(r)
		timeout(t, err)
		equal(t, "requests", len(base.requests), 1)
		equal(t, "request body closed", body.closed.Load(), true)

		// An upgraded connection belongs to the caller, unwrapped and unbounded.
		conn := struct{ io.ReadWriteCloser }{}
		base = &answers{list: []func(*http.Request) (*http.Response, error){func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 101, Body: conn}, nil
		}}}
		d = dependency(t, "d", budget.Policy{})
		resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := resp.Body.(io.ReadWriteCloser); !ok {
			t.Error("the upgraded connection cannot be written to")
		}
		equal(t, "in flight", d.Stats().InFlight, 0)

		// A response without a body at all.
		base = &answers{list: []func(*http.Request) (*http.Response, error){func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 503}, nil
		}}}
		d = dependency(t, "d", budget.Policy{Retry: quick})
		d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
		equal(t, "in flight", d.Stats().InFlight, 0)
	})
}

// Options reach the Transport through the request's context.
func TestTransportReadsOptionsFromTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		base := &answers{list: []func(*http.Request) (*http.Response, error){status(200)}}
		d := dependency(t, "d", budget.Policy{})
		ctx := budget.WithOptions(t.Context(), budget.Within(5*time.Second))
		ctx = budget.WithOptions(ctx, budget.Keep(time.Second)) // adds to those before
		ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
		defer cancel()
		d.Transport(base).RoundTrip(request(ctx, t, "GET", ""))
		equal(t, "granted", base.requests[0].Header.Get(budget.HeaderTimeout), "2990")
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
