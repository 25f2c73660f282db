// Package ok makes calls that end in time, or of which that is not known.
package ok

import (
	"context"
	"net/http"
	"os"
	"strconv"
	"time"
)

type api struct {
	slow, quick, chosen *http.Client
	timeout             time.Duration
}

func newAPI() *api {
	seconds, _ := strconv.Atoi(os.Getenv("SECONDS"))
	return &api{
		slow:   &http.Client{Timeout: 30 * time.Second},
		quick:  &http.Client{Timeout: time.Second},
		chosen: &http.Client{Timeout: time.Duration(seconds) * time.Second},
	}
}

// within gives a request d to be answered in, and every call it makes with it.
func within(d time.Duration, next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), d)
		defer cancel()
		next(w, r.WithContext(ctx))
	})
}

func do(ctx context.Context, hc *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://a.example", nil)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req) // also: budgethop
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Clipped: half a minute, or what is left of the five seconds.
func (a *api) Clipped(w http.ResponseWriter, r *http.Request) { _ = do(r.Context(), a.slow) }

// Quick fits.
func (a *api) Quick(w http.ResponseWriter, r *http.Request) { _ = do(context.Background(), a.quick) }

// Chosen by whoever runs it.
func (a *api) Chosen(w http.ResponseWriter, r *http.Request) { _ = do(context.Background(), a.chosen) }

// Beside the answer, with a time of its own.
func (a *api) Beside(w http.ResponseWriter, r *http.Request) {
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), time.Minute)
		defer cancel()
		_ = do(ctx, a.slow)
	}()
}

// Basket has 200 ms, and its steps may take 50, 110 and 60: each gets what is left.
func (a *api) Basket(w http.ResponseWriter, r *http.Request) {
	if a.step(r.Context(), 50*time.Millisecond) != nil || a.step(r.Context(), 110*time.Millisecond) != nil {
		return
	}
	_ = a.step(r.Context(), 60*time.Millisecond)
}

func (a *api) step(ctx context.Context, d time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return do(ctx, a.slow)
}

// Left is what is left, less a reserve.
func (a *api) Left(w http.ResponseWriter, r *http.Request) {
	end, ok := r.Context().Deadline()
	if !ok {
		return
	}
	ctx, cancel := context.WithDeadline(context.Background(), end.Add(-50*time.Millisecond))
	defer cancel()
	_ = do(ctx, a.slow)
}

// Unlimited has no deadline, and its server no WriteTimeout.
func (a *api) Unlimited(w http.ResponseWriter, r *http.Request) { _ = do(context.Background(), a.slow) }

func serve(a *api) error {
	mux := http.NewServeMux()
	mux.Handle("GET /clipped", within(5*time.Second, a.Clipped))
	mux.Handle("GET /quick", within(5*time.Second, a.Quick))
	mux.Handle("GET /chosen", within(5*time.Second, a.Chosen))
	mux.Handle("GET /configured", within(a.timeout, a.Unlimited))
	mux.Handle("GET /beside", within(5*time.Second, a.Beside))
	mux.Handle("GET /basket", within(200*time.Millisecond, a.Basket))
	mux.Handle("GET /left", within(5*time.Second, a.Left))
	mux.HandleFunc("GET /unlimited", a.Unlimited)
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: time.Second}
	return srv.ListenAndServe()
}

// Makers of functions that call each other in a circle.
func even(n int) func() int {
	return func() int { return n + odd(n-1)() }
}

func odd(n int) func() int {
	next := even(n - 1)
	return func() int { return n + next() }
}

func circle(n int) func() int {
	next := odd(n - 1)
	if n == 0 {
		return nil
	}
	return func() int { return next() + circle(n-2)() }
}

func again(n int) http.HandlerFunc {
	inner := still(n - 1)
	return func(w http.ResponseWriter, r *http.Request) { inner(w, r) }
}

func still(n int) http.HandlerFunc {
	inner := again(n - 1)
	return func(w http.ResponseWriter, r *http.Request) { inner(w, r) }
}
