// Package companion holds clients that package budget bounds.
package companion

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The client is made with every wait bounded.
func made(d *budget.Dependency, url string) (*http.Response, error) {
	return d.Client().Get(url)
}

type orders struct{ client *http.Client }

func newOrders() (*orders, error) {
	d, err := budget.New("orders", budget.Policy{Ceiling: 300 * time.Millisecond})
	if err != nil {
		return nil, err
	}
	return &orders{client: d.Client()}, nil
}

func (o *orders) fetch(url string) (*http.Response, error) { return o.client.Get(url) }

// Its transport bounds every attempt, whatever client is around it.
func around(d *budget.Dependency, url string) (*http.Response, error) {
	c := &http.Client{Transport: d.Transport(nil)}
	return c.Get(url)
}

func wrapped(d *budget.Dependency, url string) (*http.Response, error) {
	c := &http.Client{Transport: d.Transport(&http.Transport{MaxIdleConns: 10})}
	return c.Get(url)
}

// The operation's context has a deadline.
func operation(ctx context.Context, d *budget.Dependency, url string) (*http.Response, error) {
	return budget.Do(ctx, d, func(ctx context.Context) (*http.Response, error) { // also: budgetuse
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		return (&http.Client{}).Do(req)
	})
}

func unrooted(d *budget.Dependency, url string) (*http.Response, error) {
	return operation(context.Background(), d, url)
}

// Contexts with an end of their own.
func shortened(db *sql.DB) error {
	ctx, cancel := budget.WithAtMost(context.Background(), time.Second)
	defer cancel()
	_, err := db.ExecContext(ctx, "DELETE FROM old")
	return err
}

func detached(ctx context.Context, db *sql.DB) error {
	ctx, cancel := budget.Detach(ctx, 2*time.Second)
	defer cancel()
	_, err := db.ExecContext(ctx, "INSERT INTO audit VALUES (1)")
	return err
}

func planned(d *budget.Dependency, db *sql.DB) error {
	ctx, cancel, err := d.Context(context.Background())
	if err != nil {
		return err
	}
	defer cancel()
	_, err = db.ExecContext(ctx, "DELETE FROM old")
	return err
}

func byHand(d *budget.Dependency, url string) error {
	a, err := d.Begin(context.Background())
	if err != nil {
		return err
	}
	return a.End(send(a.Context(), url))
}

func send(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := (&http.Client{}).Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The wait in front of the pool is bounded.
func pooled(ctx context.Context, db *sql.DB) (*sql.Conn, error) {
	return budget.Acquire(ctx, 50*time.Millisecond, db.Conn)
}
