package budget_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about work that is done twice.

var unreachable = &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}

// A function's error is about the last thing it did. That this one was never sent
// does not say that the ones before were not.
func TestAnErrorProvesNothingAboutItsFunction(t *testing.T) {
	token := dependency(t, "token", budget.Policy{Retry: quick})
	unsent := budget.Mark(errBoom, budget.Unsent)
	for name, second := range map[string]func(context.Context) error{
		"dial":           func(context.Context) error { return fmt.Errorf("read back: %w", unreachable) },
		"unknown name":   func(context.Context) error { return &net.DNSError{Err: "no such host", Name: "x", IsNotFound: true} },
		"beside another": func(context.Context) error { return errors.Join(errors.New("half done"), unsent) },
		"another operation": func(ctx context.Context) error {
			_, err := budget.Do(ctx, token, func(context.Context) (int, error) { return 0, unsent })
			return err
		},
		"another's transport": func(ctx context.Context) error {
			req, _ := http.NewRequestWithContext(ctx, http.MethodPost, "http://token/", nil)
			_, err := token.Transport(roundTripper(broken(unreachable))).RoundTrip(req)
			return err
		},
	} {
		d := dependency(t, "orders", budget.Policy{Retry: quick})
		orders := 0
		_, err := budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
			orders++
			return 0, second(ctx)
		})
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		equal(t, name+": orders", orders, 1)
	}
}

// down is an address at which nobody listens.
func down(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return "http://" + l.Addr().String()
}

// What an http.Client sends after a redirect is a request of its own: the first one
// has been served.
func TestRedirectedPostIsServedOnce(t *testing.T) {
	gone := down(t)
	for _, code := range []int{http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		var served atomic.Int64
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			served.Add(1)
			http.Redirect(w, r, gone, code)
		}))
		d := dependency(t, "orders", budget.Policy{Retry: quick})
		client := d.Client()
		for name, c := range map[string]*http.Client{"d's client": client, "a plain client in Do": http.DefaultClient, "d's client in Do": client} {
			served.Store(0)
			post := func(ctx context.Context) (*http.Response, error) {
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, strings.NewReader("{}"))
				if err != nil {
					return nil, err
				}
				return c.Do(req)
			}
			var err error
			if strings.HasSuffix(name, "in Do") {
				_, err = budget.Do(t.Context(), d, post)
			} else {
				_, err = post(t.Context())
			}
			if err == nil {
				t.Errorf("%s, %d: no error", name, code)
			}
			equal(t, fmt.Sprintf("%s, %d: served", name, code), served.Load(), 1)
		}
		s.Close()
	}
}

// One operation has one key, wherever it is redirected to.
func TestKeySurvivesARedirect(t *testing.T) {
	var mu sync.Mutex
	keys := map[string]int{}
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		keys[r.Header.Get(budget.HeaderIdempotencyKey)]++
		n := keys[r.Header.Get(budget.HeaderIdempotencyKey)]
		mu.Unlock()
		switch {
		case r.URL.Path == "/old":
			http.Redirect(w, r, s.URL+"/new", http.StatusTemporaryRedirect)
		case n < 4:
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer s.Close()
	d := dependency(t, "d", budget.Policy{Retry: quick})
	req, _ := http.NewRequestWithContext(d.WithOptions(t.Context(), budget.Idempotent()), http.MethodPost, s.URL+"/old", strings.NewReader("{}"))
	resp, err := d.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	equal(t, "status", resp.StatusCode, 200)
	if len(keys) != 1 || keys[""] > 0 {
		t.Errorf("keys %v, want one", keys)
	}
}

// Nothing was sent if there never was a connection, whatever became of the attempt;
// once there was one, a later failure to dial proves nothing.
func TestWhatIsUnsentOverHTTP(t *testing.T) {
	var served atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served.Add(1)
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			conn.Close() // without an answer
		}
	}))
	defer s.Close()
	hangs := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	real := &http.Transport{}
	defer real.CloseIdleConnections()
	twice := roundTripper(func(r *http.Request) (*http.Response, error) { // a base with retries of its own
		if _, err := real.RoundTrip(r); err == nil {
			return nil, errors.New("the server answers")
		}
		return nil, unreachable
	})
	for _, c := range []struct {
		name  string
		url   string
		base  http.RoundTripper
		tries uint64
		want  budget.Outcome
	}{
		{"refused", down(t), real, 3, budget.Unsent},
		{"a dial that hangs", "http://nowhere.invalid", hangs, 3, budget.Unsent},
		{"cut off", s.URL, real, 1, budget.Failure},
		{"sent, then refused", s.URL, twice, 1, budget.Failure},
		{"not a request", "gopher://x/", real, 1, budget.Neutral},
	} {
		events := new(log)
		d := dependency(t, "d", budget.Policy{Ceiling: 100 * ms, Retry: quick, Observer: events})
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url, strings.NewReader("{}"))
		if _, err := d.Transport(c.base).RoundTrip(req); err == nil {
			t.Errorf("%s: no error", c.name)
		}
		equal(t, c.name+": attempts", d.Stats().Attempts, c.tries)
		for _, e := range events.of(budget.KindAttempt) {
			equal(t, c.name+": outcome", e.Outcome, c.want)
		}
	}
	equal(t, "served", served.Load(), 2)
}

// A hedge is a second request beside the first. What changes something is never
// sent like that: not by the Transport, and not from a function that hedges.
func TestHedgesOnlyRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			method, body string
			o            []budget.CallOption
			want         uint64
		}{
			{http.MethodGet, "", nil, 1},
			{http.MethodHead, "", nil, 1},
			{http.MethodGet, "with a body", nil, 0},
			{http.MethodPut, "x", nil, 0},
			{http.MethodDelete, "", nil, 0},
			{http.MethodPost, "x", []budget.CallOption{budget.Idempotent()}, 0},
		} {
			takes := 10 * ms
			var at atomic.Int64
			most := int64(0)
			base := roundTripper(func(r *http.Request) (*http.Response, error) {
				most = max(most, at.Add(1))
				defer at.Add(-1)
				if err := work(r.Context(), takes); err != nil {
					return nil, err
				}
				return status(200)(r)
			})
			d := dependency(t, "d", budget.Policy{Hedge: budget.Hedge{Percentile: 0.9, MinSamples: 10}})
			ctx := d.WithOptions(t.Context(), c.o...)
			for range 20 {
				d.Transport(base).RoundTrip(request(ctx, t, c.method, c.body))
			}
			takes = 100 * ms
			resp, err := d.Transport(base).RoundTrip(request(ctx, t, c.method, c.body))
			synctest.Wait()
			if err != nil || resp.StatusCode != 200 {
				t.Errorf("%s: %v, %v", c.method, resp, err)
			}
			equal(t, c.method+" "+c.body+": hedges", d.Stats().Hedges, c.want)
			equal(t, c.method+" "+c.body+": at once", most, int64(1+c.want))
		}

		// From inside: the second leg gets as far as its POST.
		d := dependency(t, "d", budget.Policy{Hedge: budget.Hedge{Percentile: 0.9, MinSamples: 10}})
		audit := dependency(t, "audit", budget.Policy{})
		takes, posts := 10*ms, 0
		client := &http.Client{Transport: audit.Transport(roundTripper(func(r *http.Request) (*http.Response, error) {
			posts++
			if err := work(r.Context(), takes); err != nil {
				return nil, err
			}
			return status(200)(r)
		}))}
		call := func() error {
			_, err := budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
				resp, err := client.Do(request(ctx, t, http.MethodPost, "x"))
				if err != nil {
					return 0, err
				}
				return resp.StatusCode, resp.Body.Close()
			}, budget.Idempotent())
			return err
		}
		for range 20 {
			call()
		}
		takes, posts = 100*ms, 0
		equal(t, "error", call(), nil)
		equal(t, "posts", posts, 1)
		if d.Stats().Hedges == 0 {
			t.Error("nothing hedged, nothing tested")
		}
	})
}

// "A request with this key is in progress" is what a second attempt hears of the
// first. It is no answer while attempts are left; to a first attempt it is one.
func TestKeyInUseIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			name, key string
			list      []func(*http.Request) (*http.Response, error)
			want      []int // attempts and status
		}{
			{"after a timeout", "k", []func(*http.Request) (*http.Response, error){hang, status(409), status(201)}, []int{3, 201}},
			{"to the end", "k", []func(*http.Request) (*http.Response, error){hang, status(409), status(409)}, []int{3, 409}},
			{"at first", "k", []func(*http.Request) (*http.Response, error){status(409), status(201)}, []int{1, 409}},
			{"without a key", "", []func(*http.Request) (*http.Response, error){status(503), status(409), status(201)}, []int{2, 409}},
		} {
			d := dependency(t, "pay", budget.Policy{Ceiling: 100 * ms, Retry: quick})
			base := &answers{list: c.list}
			method, headers := http.MethodPut, []string(nil)
			if c.key != "" {
				method, headers = http.MethodPost, []string{budget.HeaderIdempotencyKey, c.key}
			}
			resp, err := d.Transport(base).RoundTrip(request(t.Context(), t, method, "{}", headers...))
			if err != nil {
				t.Fatal(c.name, err)
			}
			equal(t, c.name+": attempts", len(base.requests), c.want[0])
			equal(t, c.name+": status", resp.StatusCode, c.want[1])
		}
	})
}

func hang(r *http.Request) (*http.Response, error) {
	if err := work(r.Context(), time.Hour); err != nil {
		return nil, err
	}
	return nil, io.EOF
}

// The same inside an operation that repeats its requests.
func TestKeyInUseInsideAnOperation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, mine := range []bool{true, false} {
			d := dependency(t, "pay", budget.Policy{Ceiling: 100 * ms, Retry: quick})
			e := d
			if !mine {
				e = dependency(t, "gateway", budget.Policy{Ceiling: 50 * ms, Retry: quick})
			}
			base := &answers{list: []func(*http.Request) (*http.Response, error){hang, status(409), status(201)}}
			client := &http.Client{Transport: e.Transport(base)}
			charge := func(ctx context.Context) (int, error) {
				resp, err := client.Do(request(ctx, t, http.MethodPost, "{}"))
				if err != nil {
					return 0, err
				}
				resp.Body.Close()
				if resp.StatusCode >= 400 {
					return 0, &budget.StatusError{Code: resp.StatusCode}
				}
				return resp.StatusCode, nil
			}
			code, err := budget.Do(t.Context(), d, charge, budget.Idempotent())
			equal(t, "error", err, nil)
			equal(t, "status", code, 201)
			equal(t, "attempts", len(base.requests), 3)

			// A conflict that is no echo of an earlier attempt is an answer.
			base = &answers{list: []func(*http.Request) (*http.Response, error){status(409), status(201)}}
			client = &http.Client{Transport: e.Transport(base)}
			_, err = budget.Do(t.Context(), d, charge, budget.Idempotent())
			reason(t, err, budget.ReasonRejected)
			equal(t, "attempts", len(base.requests), 1)
		}
	})
}
