package budget_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/faulttest"
)

// service runs h behind the middleware's defaults, in memory, and returns a
// client with a policy's defaults for it.
func service(t *testing.T, name string, h http.Handler) *http.Client {
	t.Helper()
	pipe := faulttest.NewPipe()
	server := &http.Server{Handler: budget.Middleware(budget.ServerOptions{})(h)}
	go server.Serve(pipe)
	base := &http.Transport{DialContext: pipe.DialContext}
	t.Cleanup(func() { base.CloseIdleConnections(); server.Close() })
	return &http.Client{Transport: dependency(t, name, budget.Policy{}).Transport(base)}
}

// get makes one call by hand, as services do.
func get(ctx context.Context, c *http.Client) (int, http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://next/", nil)
	if err != nil {
		return 0, nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, resp.Header, err
}

// hop is a service that answers what the next one does, or 502.
func hop(next *http.Client) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		code, _, err := get(r.Context(), next)
		if err != nil {
			code = http.StatusBadGateway
		}
		w.WriteHeader(code)
	})
}

// Three services of defaults in a row, the last one's database dead in one way
// or another: retries stay on one level.
func TestThreeServicesRetryOnOneLevel(t *testing.T) {
	hang := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	dead := map[string]func(context.Context) error{
		"hangs":   hang,
		"fails":   func(context.Context) error { return errBoom },
		"refuses": func(context.Context) error { return &net.OpError{Op: "dial", Err: errBoom} },
		"fails slowly": func(ctx context.Context) error {
			if err := work(ctx, 200*ms); err != nil {
				return err
			}
			return errBoom
		},
		"fails, then hangs": func() func(context.Context) error {
			var n int
			return func(ctx context.Context) error {
				if n++; n%2 == 1 {
					return errBoom
				}
				return hang(ctx)
			}
		}(),
		"hangs for half the time": func(ctx context.Context) error {
			if err := work(ctx, 600*ms); err != nil {
				return err
			}
			return errBoom
		},
	}
	for name, query := range dead {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calls int
				db := dependency(t, "db", budget.Policy{})
				third := service(t, "third", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, err := budget.Do(r.Context(), db, func(ctx context.Context) (int, error) {
						calls++
						return 0, query(ctx)
					}, budget.Idempotent())
					if err != nil {
						http.Error(w, err.Error(), http.StatusInternalServerError)
					}
				}))
				first := service(t, "first", hop(service(t, "second", hop(third))))
				for click := range 100 {
					code, _, err := get(t.Context(), first)
					if err == nil && code < 500 {
						t.Fatalf("click %d: status %d, the database is dead", click, code)
					}
					if click == 0 {
						t.Logf("%d calls of the first click", calls)
						if calls > 5 {
							t.Errorf("%d calls of the first click, want at most 5", calls)
						}
					}
					time.Sleep(time.Second)
				}
				t.Logf("%d calls of 100 clicks", calls)
				if calls > 120 {
					t.Errorf("%d calls of 100 clicks, want at most 120", calls)
				}
			})
		})
	}
}

// The same with a last hop over HTTP, and clicks at the same time.
func TestThreeServicesOverHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		db := service(t, "db", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			calls.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		first := service(t, "first", hop(service(t, "second", hop(service(t, "third", hop(db))))))
		done := make(chan http.Header)
		for range 50 {
			go func() {
				_, h, _ := get(t.Context(), first)
				done <- h
			}()
		}
		for range 50 {
			equal(t, budget.HeaderExhausted, (<-done).Get(budget.HeaderExhausted), "1")
		}
		if n := calls.Load(); n > 50+10+5 {
			t.Errorf("%d calls of 50 clicks, want at most 65: the bucket and a tenth", n)
		}
	})
}

// A first attempt that is lost is repeated by the level that lost it, and by
// nobody below.
func TestLaterAttemptsRepeatNothing(t *testing.T) {
	var numbers []string
	var calls int
	db := dependency(t, "db", budget.Policy{Retry: budget.Retry{Base: 1, Cap: 1}})
	h := budget.Middleware(budget.ServerOptions{})(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		numbers = append(numbers, r.Header.Get(budget.HeaderAttempt))
		budget.Do(r.Context(), db, func(ctx context.Context) (int, error) {
			calls++
			return budget.AttemptNumber(ctx), errBoom
		}, budget.Idempotent())
	}))
	lost := roundTripper(func(r *http.Request) (*http.Response, error) {
		h.ServeHTTP(httptest.NewRecorder(), r)
		return nil, errBoom
	})
	d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Base: 1, Cap: 1}})
	_, _, err := get(t.Context(), &http.Client{Transport: d.Transport(lost)})
	reason(t, err, budget.ReasonAttempts)
	if len(numbers) != 3 || numbers[0] != "" || numbers[1] != "2" || numbers[2] != "3" {
		t.Errorf("%s of the attempts: %q, want none, 2, 3", budget.HeaderAttempt, numbers)
	}
	equal(t, "calls below", calls, 3+1+1)
}

// In one process, too: one operation in another.
func TestOperationInOperation(t *testing.T) {
	quick := budget.Policy{Retry: budget.Retry{Base: 1, Cap: 1}}
	outer, inner := dependency(t, "outer", quick), dependency(t, "inner", quick)
	calls, outerCalls := 0, 0
	_, err := budget.Do(t.Context(), outer, func(ctx context.Context) (int, error) {
		outerCalls++
		return budget.Do(ctx, inner, func(context.Context) (int, error) {
			calls++
			return 0, errBoom
		}, budget.Idempotent())
	}, budget.Idempotent())
	e := reason(t, err, budget.ReasonExhausted)
	equal(t, "exhausted", e.Exhausted(), true)
	equal(t, "calls", calls, 3)
	equal(t, "outer calls", outerCalls, 1)
}

// What says that it is exhausted, and what leaves the decision to the caller.
func TestExhausted(t *testing.T) {
	quick := budget.Retry{Base: 1, Cap: 1}
	tests := []struct {
		name   string
		policy budget.Policy
		calls  int // operations before the one looked at
		err    error
		opts   []budget.CallOption
		want   bool
	}{
		{"repeated in vain", budget.Policy{Retry: quick}, 0, errBoom, []budget.CallOption{budget.Idempotent()}, true},
		{"not safe to repeat here", budget.Policy{Retry: quick}, 0, errBoom, nil, false},
		{"never repeats", budget.Policy{Retry: budget.Retry{Attempts: 1}}, 0, errBoom, []budget.CallOption{budget.Idempotent()}, false},
		{"no token", budget.Policy{Retry: budget.Retry{Base: 1, Cap: 1, Burst: 1}}, 5, errBoom, []budget.CallOption{budget.Idempotent()}, true},
		{"breaker open", budget.Policy{Breaker: &breaker{refuse: errBoom}}, 0, nil, nil, true},
		{"rejected", budget.Policy{}, 0, budget.Mark(errBoom, budget.Rejected), []budget.CallOption{budget.Idempotent()}, false},
		{"the error says so", budget.Policy{}, 0, budget.Exhausted(errBoom), nil, true},
		{"too late to repeat", budget.Policy{Retry: budget.Retry{Total: 20 * ms, Base: time.Hour, Cap: time.Hour}}, 0, errBoom, []budget.CallOption{budget.Idempotent()}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := dependency(t, "d", tt.policy)
			f := func(context.Context) (int, error) { return 0, tt.err }
			for range tt.calls {
				budget.Do(t.Context(), d, f, tt.opts...)
			}
			ctx, hop := budget.WithHop(t.Context(), 1)
			_, err := budget.Do(ctx, d, f, tt.opts...)
			var e *budget.Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v is no *budget.Error", err)
			}
			equal(t, "error exhausted", e.Exhausted(), tt.want)
			equal(t, "hop exhausted", hop.Exhausted(), tt.want)
		})
	}
}

// An optional call that failed says nothing about the request.
func TestFallbackDoesNotExhaust(t *testing.T) {
	d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Base: 1, Cap: 1}})
	ctx, hop := budget.WithHop(t.Context(), 1)
	f, n := failing(errBoom)
	_, err := budget.DoOr(ctx, d, f, func(context.Context, *budget.Error) (string, error) { return "", nil }, budget.Idempotent())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "calls", *n, 3)
	equal(t, "exhausted", hop.Exhausted(), false)
}

// The header is believed within bounds, and never passed on by itself.
func TestAttemptHeader(t *testing.T) {
	for header, want := range map[string]int{"": 1, "1": 1, "2": 2, "7": 7, "1000": 99, "-3": 1, "0": 1, "x": 1, "99999999999999999999": 1} {
		var got int
		h := budget.Middleware(budget.ServerOptions{})(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			got = budget.AttemptNumber(r.Context())
		}))
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set(budget.HeaderAttempt, header)
		h.ServeHTTP(httptest.NewRecorder(), r)
		equal(t, "attempt by header "+header, got, want)
	}
	var sent http.Header
	base := roundTripper(func(r *http.Request) (*http.Response, error) {
		sent = r.Header
		return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
	})
	for _, hide := range []bool{false, true} {
		d := dependency(t, "d", budget.Policy{HideDeadline: hide})
		req := httptest.NewRequest(http.MethodGet, "http://x/", nil)
		req.RequestURI = ""
		req.Header.Set(budget.HeaderAttempt, "5")
		if _, err := d.Transport(base).RoundTrip(req); err != nil {
			t.Fatal(err)
		}
		equal(t, "stale header", sent.Get(budget.HeaderAttempt), "")
	}
}

// Handlers and proxies find in the middleware's writer what they find in
// net/http's own.
func TestWriterKeepsInterfaces(t *testing.T) {
	plain := func(w http.ResponseWriter) []bool {
		_, f := w.(http.Flusher)
		_, h := w.(http.Hijacker)
		_, p := w.(http.Pusher)
		_, r := w.(io.ReaderFrom)
		_, e := w.(interface{ FlushError() error })
		return []bool{f, h, p, r, e}
	}
	for _, h2 := range []bool{false, true} {
		var got, want []bool
		inner := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got = plain(w)
			if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Error(err)
			}
		})
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			want = plain(w)
			budget.Middleware(budget.ServerOptions{})(inner).ServeHTTP(w, r)
		}))
		s.EnableHTTP2 = h2
		s.StartTLS()
		resp, err := s.Client().Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		s.Close()
		for i := range want {
			equal(t, resp.Proto+": interface", got[i], want[i])
		}
	}
}

// hijackable is another middleware's writer, which has kept one more interface.
type hijackable struct{ http.ResponseWriter }

func (hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) { return nil, nil, errBoom }

// Whatever a writer can do, the handler can see.
func TestWriterOfAnotherMiddleware(t *testing.T) {
	plain := httptest.NewRecorder()
	for name, w := range map[string]http.ResponseWriter{
		"hijacks": hijackable{plain},
		"hijacks and flushes": struct {
			hijackable
			http.Flusher
		}{hijackable{plain}, plain},
	} {
		budget.Middleware(budget.ServerOptions{})(http.HandlerFunc(func(got http.ResponseWriter, r *http.Request) {
			h, ok := got.(http.Hijacker)
			if !ok {
				t.Fatalf("%s: the handler cannot", name)
			}
			if _, _, err := h.Hijack(); err != errBoom {
				t.Errorf("%s: %v", name, err)
			}
			_, want := w.(http.Flusher)
			_, flushes := got.(http.Flusher)
			equal(t, name+": flushes", flushes, want)
		})).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	}
}
