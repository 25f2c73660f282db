package ok

import (
	"bytes"
	"context"
	"database/sql"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

type shop struct {
	stock, prices *budget.Dependency
	db            *sql.DB
	client        *http.Client
	log           *slog.Logger
}

// Made once.
func newShop() (*shop, error) {
	stock, err := budget.New("stock", budget.Policy{Ceiling: 300 * time.Millisecond})
	if err != nil {
		return nil, err
	}
	client := stock.Client()
	warm(client)
	return &shop{stock: stock, client: client, prices: stock}, nil
}

func warm(*http.Client) {}

// The attempt's own context, and what is made of it; the caller's is for the log.
func (s *shop) count(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.stock, func(attempt context.Context) (n int, err error) {
		s.log.InfoContext(ctx, "counting")
		short, cancel := context.WithTimeout(attempt, 100*time.Millisecond)
		defer cancel()
		return n, s.db.QueryRowContext(short, "select 1").Scan(&n)
	}, budget.Idempotent())
}

// The same name.
func (s *shop) shadowed(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.stock, func(ctx context.Context) (n int, err error) {
		return n, s.db.QueryRowContext(ctx, "select 1").Scan(&n)
	})
}

// It waits for nothing, so it needs no context.
func (s *shop) memory(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.stock, func(context.Context) (int, error) { return 1, nil })
}

// What goes on beside the attempt, on purpose.
func (s *shop) beside(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.stock, func(attempt context.Context) (int, error) {
		go s.count(context.WithoutCancel(ctx))
		return 1, s.db.PingContext(attempt)
	})
}

// Read to its end inside.
func (s *shop) body(ctx context.Context) ([]byte, error) {
	return budget.Do(ctx, s.prices, func(ctx context.Context) ([]byte, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://prices/", nil)
		if err != nil {
			return nil, err
		}
		resp, err := s.client.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	}, budget.Idempotent())
}

// On every way out, and the one that was never begun.
func (s *shop) everywhere(ctx context.Context, quick bool) error {
	a, err := s.stock.Begin(ctx)
	if err != nil {
		return err
	}
	if quick {
		return a.End(nil)
	}
	if err := s.db.PingContext(a.Context()); err != nil {
		return a.End(err)
	}
	return a.End(nil)
}

// The request gets the attempt's context.
func (s *shop) prepared(ctx context.Context, req *http.Request) (int, error) {
	return budget.Do(ctx, s.prices, func(ctx context.Context) (int, error) {
		resp, err := s.client.Do(req.WithContext(ctx))
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	})
}

// Ended, here or by whoever gets it.
func (s *shop) stream(ctx context.Context) (err error) {
	a, err := s.stock.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { err = a.End(err) }()
	return s.db.PingContext(a.Context())
}

func (s *shop) hands(ctx context.Context) (*budget.Attempt, error) {
	return s.stock.Begin(ctx)
}

func (s *shop) kept(ctx context.Context) (func(error) error, error) {
	a, err := s.stock.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return a.End, nil
}

// Its connections are kept.
func (s *shop) shared(ctx context.Context, base http.RoundTripper, req *http.Request) (*http.Response, error) {
	client := &http.Client{Transport: s.prices.Transport(base)}
	return client.Do(req.WithContext(ctx))
}

// One client for many calls, and one for a test of start-up.
func (s *shop) work(ctx context.Context, jobs <-chan *http.Request) {
	client := s.prices.Client()
	for req := range jobs {
		if resp, err := client.Do(req.WithContext(ctx)); err == nil {
			resp.Body.Close()
		}
	}
}

// Elements, not attempts.
func (s *shop) all(ctx context.Context, skus []string) error {
	for range skus {
		if _, err := s.count(ctx); err != nil {
			return err
		}
	}
	return nil
}

// A key of the operation, or one that is not repeated.
func (s *shop) charge(ctx context.Context, key string, order []byte) error {
	_, err := budget.Do(ctx, s.prices, func(ctx context.Context) (int, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://pay/", bytes.NewReader(order))
		if err != nil {
			return 0, err
		}
		req.Header.Set("Idempotency-Key", key)
		return 1, s.do(req)
	}, budget.Idempotent())
	return err
}

func (s *shop) once(ctx context.Context, order []byte) error {
	_, err := budget.Do(ctx, s.prices, func(ctx context.Context) (int, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://pay/", bytes.NewReader(order))
		if err != nil {
			return 0, err
		}
		return 1, s.do(req)
	})
	return err
}

func (s *shop) do(req *http.Request) error {
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Only one of them repeats; and both are one dependency.
func (s *shop) quote(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.prices, func(ctx context.Context) (int, error) {
		return budget.Do(ctx, s.stock, s.ping, budget.Idempotent())
	})
}

func (s *shop) again(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.prices, func(ctx context.Context) (int, error) {
		return budget.Do(ctx, s.prices, s.ping, budget.Idempotent())
	}, budget.Idempotent())
}

func (s *shop) ping(ctx context.Context) (int, error) { return 0, s.db.PingContext(ctx) }

// An end of its own, and work after the caller's.
func (s *shop) audit(ctx context.Context) error {
	own, cancel := budget.Detach(ctx, time.Second)
	defer cancel()
	_, err := budget.Do(own, s.stock, s.ping)
	return err
}

func (s *shop) Close(ctx context.Context) error {
	_, err := budget.Do(context.WithoutCancel(ctx), s.stock, s.ping)
	return err
}

func (s *shop) later(ctx context.Context) {
	go func() {
		_, _ = budget.Do(context.WithoutCancel(ctx), s.stock, s.ping)
	}()
}

// Below what the server gives, or for a server whose figure is not told.
func server(h http.Handler, d time.Duration) (*http.Server, error) {
	_, err := budget.New("reports", budget.Policy{Ceiling: 20 * time.Second})
	return &http.Server{Handler: budget.Middleware(budget.ServerOptions{Default: d})(h)}, err
}
