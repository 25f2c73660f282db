// Package ok waits for several things that fit, or share a deadline.
package ok

import (
	"context"
	"net/http"
	"sync"
	"time"
)

var quick = &http.Client{Timeout: 3 * time.Second}

func get(ctx context.Context, u string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := quick.Do(req) // also: budgethop
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func limit(h http.HandlerFunc) http.Handler { return http.TimeoutHandler(h, 5*time.Second, "later") }

// Shared: three times three seconds, under one deadline of five.
func shared(w http.ResponseWriter, r *http.Request) {
	_ = get(r.Context(), "https://a.example")
	_ = get(r.Context(), "https://b.example")
	_ = get(r.Context(), "https://c.example")
}

// Either one or the other.
func either(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("a") != "" {
		_ = get(context.Background(), "https://a.example")
	} else {
		_ = get(context.Background(), "https://b.example")
	}
}

// Two questions that hang together: nobody asks for both.
func twice(w http.ResponseWriter, r *http.Request) {
	a := r.URL.Query().Get("a") != ""
	if a {
		_ = get(context.Background(), "https://a.example")
	}
	if !a {
		_ = get(context.Background(), "https://b.example")
	}
}

// At the same time.
func together(w http.ResponseWriter, r *http.Request) {
	var wg sync.WaitGroup
	wg.Go(func() { _ = get(context.Background(), "https://a.example") })
	wg.Go(func() { _ = get(context.Background(), "https://b.example") })
	wg.Wait()
}

// One deadline of four seconds that it made itself.
func own(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	_ = get(ctx, "https://a.example")
	_ = get(ctx, "https://b.example")
}

func routes() http.Handler {
	mux := http.NewServeMux()
	for _, h := range []http.HandlerFunc{shared, either, twice} {
		_ = h
	}
	mux.Handle("GET /shared", limit(shared))
	mux.Handle("GET /either", limit(either))
	mux.Handle("GET /twice", limit(twice))
	mux.Handle("GET /together", limit(together))
	mux.Handle("GET /own", limit(own))
	return mux
}
