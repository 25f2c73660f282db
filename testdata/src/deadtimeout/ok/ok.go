// Package ok has timeouts that may fire.
package ok

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

func shorter(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	for range 3 {
		each, stop := context.WithTimeout(ctx, 2*time.Second)
		_ = db.PingContext(each)
		stop()
	}
}

// given may be given more.
func given(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	_ = db.PingContext(ctx)
}

func detached(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = db.PingContext(ctx)
	after, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer stop()
	_ = db.PingContext(after)
}

func chosen(ctx context.Context, db *sql.DB, d time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	ctx, stop := context.WithTimeout(ctx, d)
	defer stop()
	_ = db.PingContext(ctx)
}

var patient = &http.Client{Timeout: 30 * time.Second}

// The deadline is the shorter one.
func fires(ctx context.Context, u string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return get(ctx, u)
}

func get(ctx context.Context, u string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := patient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Many requests share a minute.
func many(ctx context.Context, list []string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, u := range list {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
		if err != nil {
			return err
		}
		resp, err := patient.Do(req)
		if err != nil {
			return err
		}
		_ = resp.Body.Close()
	}
	return nil
}

// A statement has no time of its own.
func beside(ctx context.Context, db *sql.DB, u string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := patient.Do(req)
	if err != nil {
		return err
	}
	_ = resp.Body.Close()
	_, err = db.ExecContext(ctx, "UPDATE t SET x = 1")
	return err
}
