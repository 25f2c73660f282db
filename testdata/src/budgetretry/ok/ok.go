// Package ok tries again within the time there is.
package ok

import (
	"context"
	"net/http"
	"os"
	"strconv"
	"time"
)

var hi = &http.Client{Timeout: time.Second}

func hello(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://hi.example", nil)
	if err != nil {
		return err
	}
	resp, err := hi.Do(req) // also: budgethop
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func try(n int, d time.Duration, f func() error) (err error) {
	for i := 0; i < n; i++ {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

func limit(h http.HandlerFunc) http.Handler { return http.TimeoutHandler(h, 5*time.Second, "later") }

// Fits: three seconds and a bit.
func fits(w http.ResponseWriter, r *http.Request) {
	_ = try(3, 100*time.Millisecond, func() error { return hello(context.Background()) })
}

// Clipped: nine attempts of a second, under the request's five.
func clipped(w http.ResponseWriter, r *http.Request) {
	for range 9 { // also: retrybackoff
		if hello(r.Context()) == nil {
			return
		}
	}
}

// Number is for whoever runs it to say.
func number(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(os.Getenv("TRIES"))
	_ = try(n, time.Second, func() error { return hello(context.Background()) })
}

// Listens: each attempt has a context of its own, and none begins when the request is over.
func listens(w http.ResponseWriter, r *http.Request) {
	for range 9 { // also: retrybackoff
		if r.Context().Err() != nil || hello(context.Background()) == nil {
			return
		}
	}
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /fits", limit(fits))
	mux.Handle("GET /clipped", limit(clipped))
	mux.Handle("GET /number", limit(number))
	mux.Handle("GET /listens", limit(listens))
	return mux
}
