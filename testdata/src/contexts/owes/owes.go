package owes // want package:`asks for deadlines`

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type Store struct{ db *sql.DB }

func (s *Store) Direct(ctx context.Context) error { // want Direct:`parameter 1 needs a deadline for sql\.DB\.PingContext`
	return s.db.PingContext(ctx)
}

func (s *Store) Through(n int, ctx context.Context) error { // want Through:`parameter 2 needs a deadline for sql\.DB\.PingContext`
	return s.step(context.WithValue(ctx, n, n))
}

func (s *Store) step(ctx context.Context) error { return s.Direct(ctx) }

// Bounded sets a deadline.
func (s *Store) Bounded(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.Direct(ctx)
}

// Apart does not wait for it.
func (s *Store) Apart(ctx context.Context) { go func() { _ = s.Direct(ctx) }() }

// Fetch has no limit but the context's.
func Fetch(ctx context.Context, url string) (*http.Response, error) { // want Fetch:`parameter 0 needs a deadline for http\.Client\.Do`
	client := &http.Client{}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// FetchSoon has one.
func FetchSoon(ctx context.Context, url string) (*http.Response, error) {
	client := &http.Client{Timeout: time.Second}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}
