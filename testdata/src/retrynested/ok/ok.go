// Package ok retries at one level, or does something else in a loop.
package ok

import (
	"context"
	"net/http"
	"os"
	"strconv"
	"time"
)

var client = &http.Client{Timeout: time.Second}

func get(ctx context.Context, u string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func retried(ctx context.Context, u string) (err error) {
	for range 3 {
		if err = get(ctx, u); err == nil { // also: retryctx
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Each element has its call.
func each(ctx context.Context, list []string) error {
	for _, u := range list {
		if err := retried(ctx, u); err != nil {
			return err
		}
	}
	return nil
}

// Three of them, which is no retry.
func three(ctx context.Context) error {
	for _, u := range []string{"https://a.example", "https://b.example", "https://c.example"} {
		if err := retried(ctx, u); err != nil {
			return err
		}
	}
	return nil
}

// Number is not known.
func number(ctx context.Context) (err error) {
	n, _ := strconv.Atoi(os.Getenv("TRIES"))
	for range n {
		if err = retried(ctx, "https://a.example"); err == nil {
			return nil
		}
	}
	return err
}

// For as long as the program runs.
func forever(ctx context.Context) {
	for ctx.Err() == nil {
		_ = retried(ctx, "https://a.example")
		select {
		case <-ctx.Done():
		case <-time.After(time.Minute):
		}
	}
}
