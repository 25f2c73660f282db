// Package budgetsum waits for one thing after the other.
package budgetsum

import (
	"context"
	"net/http"
	"time"
)

var quick = &http.Client{Timeout: 3 * time.Second}

func get(u string) error {
	resp, err := quick.Get(u)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func limit(h http.HandlerFunc) http.Handler { return http.TimeoutHandler(h, 5*time.Second, "later") }

// The second only if the first has worked.
func chain(w http.ResponseWriter, r *http.Request) { // want `3s \(budgetsum.get\) \+ 3s \(budgetsum.get\) = 6s, .* but GET /chain stops waiting after 5s`
	if err := get("https://a.example"); err != nil {
		return
	}
	_ = get("https://b.example")
}

// Behind one call.
func both() error {
	if err := get("https://a.example"); err != nil {
		return err
	}
	return get("https://b.example")
}

func behind(w http.ResponseWriter, r *http.Request) {
	_ = both() // want `2 × 3s \(http.Client.Get \(http.Client.Timeout, budgetsum.go:10\)\) = 6s, one after the other`
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /chain", limit(chain))
	mux.Handle("GET /behind", limit(behind))
	return mux
}

// The callers' time, shared by what takes none of it into account.
func three(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := both(); err != nil {
		return err
	}
	return get("https://c.example")
}

func patient(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	return three(ctx) // want `3 × 3s \(http.Client.Get \(http.Client.Timeout, budgetsum.go:\d+\)\) = 9s, one after the other, and no context ends that, but budgetsum.patient gives budgetsum.three 8s`
}

func morePatient(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second)
	defer cancel()
	return three(ctx)
}
