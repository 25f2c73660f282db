package budget_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about what a breaker is told.

// errFailure stands for any error that counts against the dependency.
var errFailure = errors.New("any failure")

// tells fails unless the breaker's last report is as wanted.
func (b *breaker) tells(t *testing.T, name string, want error) {
	t.Helper()
	reports := b.reports()
	if len(reports) == 0 {
		t.Errorf("%s: the breaker was told nothing", name)
		return
	}
	got := reports[len(reports)-1]
	ok := errors.Is(got, want)
	if want == errFailure {
		ok = got != nil && !errors.Is(got, budget.ErrNeutral) && !errors.Is(got, budget.ErrSlow)
	}
	if !ok {
		t.Errorf("%s: the breaker was told %v, want %v", name, got, want)
	}
}

// No breaker opens on successes, on the caller's own mistakes, or on what happens
// in this process before the dependency is asked.
func TestWhatCountsAgainstADependency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		other := dependency(t, "other", budget.Policy{Retry: quick})
		busy := dependency(t, "busy", budget.Policy{MaxConcurrent: 1, Ceiling: time.Hour})
		a, _ := busy.Begin(t.Context())
		defer a.End(nil)
		full := func(ctx context.Context) (string, error) { <-ctx.Done(); return "", ctx.Err() }
		is := func(err error) func(context.Context) (string, error) {
			return func(context.Context) (string, error) { return "", err }
		}
		for _, c := range []struct {
			name   string
			f      func(context.Context) (string, error)
			want   error
			reason budget.Reason
			calls  int // of three attempts, idempotent
		}{
			{"success", taking(0), nil, budget.ReasonNone, 1},
			{"success in the nick of time", taking(999 * ms), nil, budget.ReasonNone, 1},
			{"no rows", is(fmt.Errorf("order 7: %w", sql.ErrNoRows)), nil, budget.ReasonRejected, 1},
			{"status 404", is(&budget.StatusError{Code: 404}), nil, budget.ReasonRejected, 1},
			{"status 429", is(&budget.StatusError{Code: 429}), nil, budget.ReasonRejected, 3},
			{"status 408", is(&budget.StatusError{Code: 408}), nil, budget.ReasonRejected, 3},
			{"status 500", is(&budget.StatusError{Code: 500}), errFailure, budget.ReasonAttempts, 3},
			{"status 501", is(&budget.StatusError{Code: 501}), errFailure, budget.ReasonAttempts, 1},
			{"rejected, to come again", is(budget.After(budget.Mark(errBoom, budget.Rejected), ms)), nil, budget.ReasonRejected, 3},
			{"a full pool", func(ctx context.Context) (string, error) { return budget.Acquire(ctx, 20*ms, full) }, budget.ErrNeutral, budget.ReasonFull, 1},
			{"a full pool, for as long as there is", func(ctx context.Context) (string, error) { return budget.Acquire(ctx, time.Hour, full) }, budget.ErrNeutral, budget.ReasonFull, 1},
			{"a full pool of another dependency", func(ctx context.Context) (string, error) { return budget.Do(ctx, busy, taking(0)) }, budget.ErrNeutral, budget.ReasonFull, 1},
			{"another dependency fails", func(ctx context.Context) (string, error) {
				return budget.Do(ctx, other, is(errBoom), budget.Idempotent())
			}, budget.ErrNeutral, budget.ReasonExhausted, 1},
			{"another dependency fails, and only this one knows it may be repeated", func(ctx context.Context) (string, error) {
				return budget.Do(ctx, other, is(errBoom))
			}, budget.ErrNeutral, budget.ReasonAttempts, 3},
			{"failure", is(errBoom), errFailure, budget.ReasonAttempts, 3},
			{"timeout", taking(time.Hour), errFailure, budget.ReasonTimeout, 3},
		} {
			b, calls := new(breaker), 0
			d := dependency(t, "d", budget.Policy{Breaker: b, Retry: budget.Retry{Base: 1, Cap: ms}})
			_, err := budget.Do(t.Context(), d, func(ctx context.Context) (string, error) {
				calls++
				return c.f(ctx)
			}, budget.Idempotent())
			equal(t, c.name+": reason", budget.ReasonOf(err), c.reason)
			equal(t, c.name+": calls", calls, c.calls)
			b.tells(t, c.name, c.want)
		}
	})
}

// A function that panics has a mistake of its own.
func TestPanicIsNotTheDependencysFault(t *testing.T) {
	b := new(breaker)
	d := dependency(t, "d", budget.Policy{Breaker: b})
	func() {
		defer func() { _ = recover() }()
		budget.Do(t.Context(), d, func(context.Context) (int, error) { panic("nil map") })
	}()
	b.tells(t, "panic", budget.ErrNeutral)
	equal(t, "failures", d.Stats().Failures, 1)
}

// The same by status, over HTTP.
func TestWhatCountsByStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for code, want := range map[int]error{
			200: nil, 304: nil, 400: nil, 401: nil, 404: nil, 408: nil, 409: nil, 425: nil, 429: nil,
			500: errFailure, 501: errFailure, 502: errFailure, 503: errFailure, 504: errFailure,
		} {
			b := new(breaker)
			d := dependency(t, "d", budget.Policy{Breaker: b, Retry: budget.Retry{Attempts: 1}})
			d.Transport(&answers{list: []func(*http.Request) (*http.Response, error){status(code)}}).RoundTrip(request(t.Context(), t, "GET", ""))
			b.tells(t, fmt.Sprint("status ", code), want)
		}
	})
}

// That a request had expired on arrival is the caller's doing if it brought less
// time than it might have, and the way's otherwise.
func TestExpiredOnArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for left, want := range map[time.Duration]error{50 * ms: budget.ErrNeutral, time.Minute: errFailure} {
			b := new(breaker)
			d := dependency(t, "d", budget.Policy{Breaker: b, Retry: budget.Retry{Attempts: 1}})
			ctx, cancel := context.WithTimeout(t.Context(), left)
			d.Transport(&answers{list: []func(*http.Request) (*http.Response, error){status(504, budget.HeaderExpired, "1")}}).RoundTrip(request(ctx, t, "GET", ""))
			cancel()
			b.tells(t, left.String(), want)
		}
	})
}

// A pool of connections that is full of our own requests is no fault of the server.
func TestFullConnectionPoolIsOurs(t *testing.T) {
	// One connection, held by somebody else.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() // accepts in the kernel, and never answers
	base := &http.Transport{MaxConnsPerHost: 1}
	defer base.CloseIdleConnections()
	b := new(breaker)
	d := dependency(t, "d", budget.Policy{Breaker: b, Ceiling: 50 * ms, Retry: budget.Retry{Attempts: 1}})
	holder, leave := context.WithCancel(t.Context())
	held := make(chan struct{})
	go func() {
		defer close(held)
		req, _ := http.NewRequestWithContext(holder, "GET", "http://"+l.Addr().String(), nil)
		if resp, err := base.RoundTrip(req); err == nil {
			resp.Body.Close()
		}
	}()
	time.Sleep(100 * ms)
	req, _ := http.NewRequestWithContext(t.Context(), "GET", "http://"+l.Addr().String(), nil)
	_, err = d.Transport(base).RoundTrip(req)
	reason(t, err, budget.ReasonFull)
	b.tells(t, "one connection for two", budget.ErrNeutral)
	leave()
	<-held
}

// drip is a body that brings a byte every so often, for ever.
type drip struct {
	ctx   context.Context
	every time.Duration
}

func (d drip) Read(p []byte) (int, error) {
	if err := work(d.ctx, d.every); err != nil {
		return 0, err
	}
	return copy(p, "x"), nil
}

func (d drip) Close() error { return nil }

// An answer that goes on for as long as it may is none that has failed; one that
// stops coming is.
func TestStreamsAreNotHeldAgainstAServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			name  string
			kind  string
			every time.Duration
			reads bool
			o     []budget.CallOption
			want  error
		}{
			{"a download that is long", "application/zip", 100 * ms, true, nil, budget.ErrNeutral},
			{"a download that stops", "application/zip", time.Hour, true, nil, errFailure},
			{"events, silent for long", "text/event-stream; charset=utf-8", time.Hour, true, nil, budget.ErrNeutral},
			{"nobody reads", "application/zip", time.Hour, false, nil, budget.ErrNeutral},
			{"an export with a ceiling of its own", "application/zip", time.Hour, true, []budget.CallOption{budget.Within(3 * time.Second)}, budget.ErrNeutral},
		} {
			b := new(breaker)
			d := dependency(t, "d", budget.Policy{Breaker: b, SlowCall: 300 * ms})
			base := roundTripper(func(r *http.Request) (*http.Response, error) {
				resp, _ := status(200, "Content-Type", c.kind)(r)
				resp.Body = drip{r.Context(), c.every}
				return resp, nil
			})
			resp, err := d.Transport(base).RoundTrip(request(d.WithOptions(t.Context(), c.o...), t, "GET", ""))
			if err != nil {
				t.Fatal(err)
			}
			if c.reads {
				_, err = io.Copy(io.Discard, resp.Body)
				reason(t, err, budget.ReasonTimeout)
			}
			time.Sleep(4 * time.Second)
			resp.Body.Close()
			b.tells(t, c.name, c.want)
		}

		// By hand: what has answered is measured to there.
		b := new(breaker)
		d := dependency(t, "d", budget.Policy{Breaker: b, SlowCall: 300 * ms, Ceiling: 2 * time.Second})
		a, err := d.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * ms)
		a.Answered()
		time.Sleep(time.Second)
		a.Answered()
		a.End(nil)
		b.tells(t, "a stream that ends", nil)
		equal(t, "latency", d.Latency().Max, 50)
		a, _ = d.Begin(t.Context())
		a.Answered()
		err = a.End(work(a.Context(), time.Hour))
		reason(t, err, budget.ReasonTimeout)
		b.tells(t, "a stream as long as it may be", budget.ErrNeutral)
	})
}

// A caller that leaves while it reads says nothing, a connection that breaks does.
func TestBodiesThatEndEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, c := range map[string]struct {
			body io.Reader
			want error
		}{
			"whole":  {strings.NewReader("whole"), nil},
			"broken": {io.MultiReader(strings.NewReader("ha"), errReader{io.ErrUnexpectedEOF}), errFailure},
		} {
			b, events := new(breaker), new(log)
			d := dependency(t, "d", budget.Policy{Breaker: b, Observer: events})
			base := roundTripper(func(r *http.Request) (*http.Response, error) {
				resp, _ := status(200)(r)
				resp.Body = io.NopCloser(c.body)
				return resp, nil
			})
			resp, _ := d.Transport(base).RoundTrip(request(t.Context(), t, "GET", ""))
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			b.tells(t, name, c.want)
			equal(t, name+": events", events.kinds(), "attempt done")
			equal(t, name+": a success", events.of(budget.KindDone)[0].Outcome == budget.Success, c.want == nil)
		}
	})
}
