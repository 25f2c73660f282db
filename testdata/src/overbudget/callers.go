package overbudget

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

var patient = &http.Client{Timeout: 30 * time.Second}

// rate is given a context and does not use it where it waits.
func rate(ctx context.Context, currency string) (string, error) {
	resp, err := patient.Get("https://rates.example/" + currency) // also: ctxvariant // want `http.Client.Get may take 30s \(http.Client.Timeout, callers.go:10\) and no context ends it, but overbudget.refresh gives overbudget.rate 3s \(callers.go:25\)`
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	return resp.Status, ctx.Err()
}

// refresh is no entry, and goes on for ever.
func refresh(ctx context.Context) {
	for {
		one, cancel := context.WithTimeout(ctx, 3*time.Second)
		_, _ = rate(one, "EUR")
		cancel()
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
		}
	}
}

// settle waits for the lock to be free, and looks at no context meanwhile.
func settle(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "UPDATE t SET locked = true"); err != nil {
		return err
	}
	time.Sleep(10 * time.Second) // also: deafsleep // want `time.Sleep may take 10s and no context ends it, but overbudget.closing gives overbudget.settle 5s`
	_, err := db.ExecContext(ctx, "UPDATE t SET settled = true")
	return err
}

func closing(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return settle(ctx, db)
}

// total is called with two clients: one fits.
func total(ctx context.Context, hc *http.Client) error {
	resp, err := hc.Get("https://total.example") // also: ctxvariant
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func totals(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_ = total(ctx, &http.Client{Timeout: time.Second})
	_ = total(ctx, &http.Client{Timeout: 8 * time.Second}) // want `http.Client.Get may take 8s .* but overbudget.totals gives overbudget.total 2s`
}

// The handler's own deadline, which it does not use for all that it does.
func show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if ctx.Err() != nil {
		return
	}
	resp, err := patient.Get("https://show.example") // also: ctxvariant // want `http.Client.Get may take 30s .* but overbudget.show gives itself 2s`
	if err != nil {
		return
	}
	_ = resp.Body.Close()
}

// A context that starts anew in what is called.
func archive(ctx context.Context, db *sql.DB) error {
	own, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err := db.ExecContext(own, "INSERT INTO archive SELECT * FROM t") // want `sql.DB.ExecContext may take 1m .* but overbudget.night gives overbudget.archive 10s`
	return err
}

func night(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return archive(ctx, db)
}

// raced gives up after a second, and what it has started does not.
func raced() string {
	out := make(chan string, 1)
	go func() {
		resp, err := patient.Get("https://raced.example") // want `http.Client.Get goes on for up to 30s .* but overbudget.raced waits for it no longer than 1s`
		if err == nil {
			_ = resp.Body.Close()
			out <- resp.Status
		}
	}()
	select {
	case s := <-out:
		return s
	case <-time.After(time.Second):
		return ""
	}
}
