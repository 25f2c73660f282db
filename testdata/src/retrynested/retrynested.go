// Package retrynested retries what retries.
package retrynested

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

var client = &http.Client{Timeout: time.Second}

func get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://a.example", nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func low(ctx context.Context) (err error) {
	for range 2 {
		if err = get(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Twice and twice again.
func middle(ctx context.Context) (err error) {
	for range 2 { // want `2 × 2 = 4 calls of http.Client.Do when it fails`
		if err = low(ctx); err == nil {
			return nil
		}
	}
	return err
}

// On top of both.
func high(ctx context.Context) (err error) {
	for i := 0; i < 3; i++ { // want `3 × 2 × 2 = 12 calls of http.Client.Do when it fails`
		if err = middle(ctx); err == nil {
			return nil
		}
	}
	return err
}

// A library that retries by itself.
func library(u string) (err error) {
	c := retryablehttp.NewClient()
	c.RetryMax = 4
	for range 3 { // want `3 × 5 = 15 calls of go-retryablehttp.Client.Get when it fails`
		resp, err := c.Get(u)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// The answer is read where the row is.
func price(ctx context.Context, db *sql.DB) (n int, err error) {
	for range 3 {
		if err = db.QueryRowContext(ctx, "SELECT price FROM items").Scan(&n); err == nil {
			return n, nil
		}
	}
	return n, err
}

func prices(ctx context.Context, db *sql.DB) (err error) {
	for range 3 { // want `3 × 3 = 9 calls of sql.DB.QueryRowContext when it fails`
		if _, err = price(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

// attempts is a helper: what it repeats is its callers'.
func attempts(ctx context.Context, n int, f func(context.Context) error) (err error) {
	for i := 0; i < n; i++ {
		if err = f(ctx); err == nil {
			return nil
		}
	}
	return err
}

func outermost(ctx context.Context) error {
	return attempts(ctx, 4, func(ctx context.Context) error { // also: retrybackoff // want `4 × 2 = 8 calls of http.Client.Do when it fails, .*: retrynested.outermost, by retrynested.attempts, tries 4 times`
		return low(ctx)
	})
}
