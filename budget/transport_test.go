package budget_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
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
// A body that cannot be rewound is sent once, even if nothing of it was sent:
// the first attempt has consumed it.
// When the wait does not fit, the answer in hand is worth more than an error.
// After the response has been discarded and the next attempt was refused, the
// error still says what the dependency answered.
// The attempt's context must live as long as the body, and no longer.
// How long the caller takes to read is not the dependency's latency.
// The losing leg's response may still arrive; its body is closed too.
// A broken body is the dependency's failure; the error stays comparable.
// A discarded response is drained up to 64 KiB and 50 ms, then closed.
// meter is a body that counts what is read of it and stalls until closed.
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
