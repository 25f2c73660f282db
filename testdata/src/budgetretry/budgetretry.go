// Package budgetretry tries again and again while a request waits.
package budgetretry

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"net/http"
	"time"
)

type client struct{ http *http.Client }

func newClient(timeout time.Duration) *client { return &client{http: &http.Client{Timeout: timeout}} }

var geo = newClient(2 * time.Second)

func (c *client) ask() error {
	resp, err := c.http.Get("https://geo.example")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// try is a helper: how often and how long is for the caller to say.
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

// With jitter: the least that the pauses may be counts.
func (c *client) jittered() (err error) {
	wait := time.Second
	for attempt := range 4 { // want `4 × 1s \(http.Client.Get \(http.Client.Timeout, budgetretry.go:54\)\) \+ 2.5s of pauses = 6.5s and no context`
		if attempt > 0 {
			time.Sleep(wait/2 + rand.N(wait/2))
			wait = min(2*wait, 2*time.Second)
		}
		if err = hello(); err == nil {
			return nil
		}
	}
	return err
}

var hi = &http.Client{Timeout: time.Second}

func hello() error {
	resp, err := hi.Get("https://hi.example")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func first(w http.ResponseWriter, r *http.Request) {
	_ = geo.jittered()
}

func second(w http.ResponseWriter, r *http.Request) {
	_ = try(3, time.Second, hello) // want `3 × 1s \(http.Client.Get \(http.Client.Timeout, budgetretry.go:54\)\) \+ 3s of pauses = 6s and no context`
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /first", limit(first))
	mux.Handle("GET /second", limit(second))
	return mux
}

// Attempts under a deadline that a caller gives, and pauses that are not.
func update(ctx context.Context, db *sql.DB) (err error) {
	for range 5 {
		if _, err = db.ExecContext(ctx, "UPDATE t SET x = 1"); err == nil { // also: retryctx
			return nil
		}
		time.Sleep(time.Second) // want `5 pauses = 5s and no context ends that, but budgetretry.nightly gives budgetretry.update 3s`
	}
	return err
}

func nightly(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return update(ctx, db)
}
