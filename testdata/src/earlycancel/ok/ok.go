// Package ok holds contexts that end in time.
package ok

import (
	"bytes"
	"context"
	"database/sql"
	"io"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

type store struct {
	db   *sql.DB
	http *http.Client
}

// The rows are read here.
func (s *store) names(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, "SELECT name FROM t")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		out = append(out, name)
	}
	return out, rows.Err()
}

// The body is read here, and replaced.
func (s *store) buffered(ctx context.Context, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, err
}

// Only the head is of interest.
func (s *store) alive(ctx context.Context, url string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// Cancelled only if it fails.
func (s *store) opened(ctx context.Context) (*sql.Rows, context.CancelFunc, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	rows, err := s.db.QueryContext(ctx, "SELECT 1")
	if err != nil {
		cancel()
		return nil, nil, err
	}
	return rows, cancel, nil
}

// The callback uses it up.
func (s *store) with(ctx context.Context, f func(*sql.Rows) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, "SELECT 1")
	if err != nil {
		return err
	}
	return f(rows)
}

// One context for two steps, as its name says.
func (s *store) both(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := s.db.PingContext(ctx); err != nil {
		return err
	}
	return s.step(ctx)
}

func (s *store) step(ctx context.Context) error { return s.db.PingContext(ctx) }

// The context is made anew in each turn.
func (s *store) loop(ctx context.Context) {
	for range 3 {
		c, cancel := context.WithTimeout(ctx, time.Second)
		_ = s.step(c)
		cancel()
	}
}

// The group's context ends, the caller's does not.
func (s *store) group(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.step(gctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	return s.step(ctx)
}

// Asking a dead context is what Err is for.
func (s *store) why(ctx context.Context) error {
	c, cancel := context.WithTimeout(ctx, time.Second)
	err := s.step(c)
	cancel()
	if c.Err() != nil {
		return c.Err()
	}
	return err
}

// It is to be dead: it asks without waiting.
func (s *store) ready() bool {
	dead, cancel := context.WithCancel(context.Background())
	cancel()
	return s.step(dead) == nil
}

// Nobody reads the body.
func (s *store) revoke(ctx context.Context, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.http.Do(req.WithContext(ctx))
}

func (s *store) logout(ctx context.Context, req *http.Request) (bool, error) {
	resp, err := s.revoke(ctx, req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	return resp.StatusCode == http.StatusOK, nil
}
