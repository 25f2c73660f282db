package ok

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

var slowly = &http.Client{Timeout: 30 * time.Second}

func plain(u string) error {
	resp, err := slowly.Get(u)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The caller's time is longer than what is waited for.
func longer(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return uses(ctx)
}

func uses(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return plain("https://a.example")
}

// A time of its own, for one of two things: the other is not meant.
func oneOfTwo(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	cached, cancel := context.WithTimeout(r.Context(), 50*time.Millisecond)
	_, err := db.ExecContext(cached, "SELECT 1")
	cancel()
	if err != nil {
		_ = plain("https://b.example")
	}
}

// The loop is not under the time that connecting is given.
func watch(ctx context.Context, db *sql.DB) {
	first, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if db.PingContext(first) != nil {
		return
	}
	for ctx.Err() == nil {
		_ = plain("https://c.example")
		time.Sleep(10 * time.Second) // also: deafsleep
	}
}

// Cleaning up goes on after the time is over, and says so.
func cleans(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return work(ctx, db)
}

func work(ctx context.Context, db *sql.DB) error {
	defer func() {
		after, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer stop()
		_, _ = db.ExecContext(after, "DELETE FROM locks")
	}()
	defer release(ctx, db)
	_, err := db.ExecContext(ctx, "UPDATE t SET x = 1")
	return err
}

func release(_ context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, _ = db.ExecContext(ctx, "DELETE FROM leases")
}

// In the background, with a time of its own.
func starts(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	later(ctx)
}

func later(context.Context) {
	go func() { _ = plain("https://d.example") }()
}

// A pause that ends with the context.
func paused(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	pause(ctx, time.Minute)
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// A hedge: the second is asked when the first is slow, and either answer will do.
func hedged(ctx context.Context) error {
	out := make(chan error, 2)
	go func() { out <- plain("https://e.example") }()
	select {
	case err := <-out:
		return err
	case <-time.After(100 * time.Millisecond):
		go func() { out <- plain("https://f.example") }()
	}
	return <-out
}

// What it gives up ends with what it waits for.
func gaveUp(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	out := make(chan error, 1)
	go func() {
		_, err := db.ExecContext(ctx, "SELECT 1")
		out <- err
	}()
	select {
	case err := <-out:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
