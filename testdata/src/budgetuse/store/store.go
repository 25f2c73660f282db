// Package store is what another package hands to its operations.
package store

import (
	"context"
	"database/sql"
	"net/http"
	"strings"

	"github.com/timeoutlint/timeoutlint/budget"
)

type Store struct {
	db   *sql.DB
	http *http.Client
	d    *budget.Dependency
}

// Deaf waits without its context.
func (s *Store) Deaf(context.Context) (n int, err error) {
	return n, s.db.QueryRow("select n from stock").Scan(&n)
}

// Heeds does not.
func (s *Store) Heeds(ctx context.Context) (n int, err error) {
	return n, s.db.QueryRowContext(ctx, "select n from stock").Scan(&n)
}

// Charge is not to be made twice.
func (s *Store) Charge(ctx context.Context) (int, error) { return s.charge(ctx, "") }

// ChargeOnce can be recognized.
func (s *Store) ChargeOnce(ctx context.Context) (int, error) {
	return s.charge(ctx, budget.HeaderIdempotencyKey)
}

func (s *Store) charge(ctx context.Context, header string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://pay/charge", strings.NewReader("{}"))
	if err != nil {
		return 0, err
	}
	if header != "" {
		req.Header.Set(header, "order-1")
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// Load repeats by itself.
func (s *Store) Load(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.d, s.Heeds, budget.Idempotent())
}

// Client is a new one each time.
func (s *Store) Client() *http.Client { return s.d.Client() }
