package budgetuse

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/timeoutlint/timeoutlint/budget"
)

type shop struct {
	stock, prices *budget.Dependency
	db            *sql.DB
	client        *http.Client
	fetch         func(context.Context, string) (int, error)
}

// The function of the operation gives its work the caller's context.
func (s *shop) count(ctx context.Context, sku string) (int, error) {
	return budget.Do(ctx, s.stock, func(attempt context.Context) (int, error) {
		var n int
		if attempt.Err() != nil {
			return 0, attempt.Err()
		}
		return n, s.db.QueryRowContext(ctx, "select n from stock where sku = ?", sku).Scan(&n) // want `s\.db\.QueryRowContext is given ctx from outside of the operation: the attempt's ceiling does not end it`
	}, budget.Idempotent())
}

// A request's context is from outside, too, and so is a function value's.
func (s *shop) page(w http.ResponseWriter, r *http.Request) {
	load := func(_ context.Context) (int, error) {
		return s.fetch(r.Context(), "page") // want `s\.fetch is given r\.Context\(\) from outside`
	}
	_, err := budget.DoOr(r.Context(), s.prices, load, func(context.Context, *budget.Error) (int, error) { return 0, nil })
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// Shortened first: still the caller's.
func (s *shop) shortened(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.stock, func(context.Context) (int, error) {
		short, cancel := context.WithTimeout(ctx, time.Second) // want `context\.WithTimeout is given ctx from outside`
		defer cancel()
		return 1, s.db.PingContext(short)
	})
}

// A request brings its own, and a struct may.
func (s *shop) prepared(ctx context.Context) (code int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://prices/", nil)
	if err != nil {
		return 0, err
	}
	return budget.Do(ctx, s.prices, func(context.Context) (int, error) {
		resp, err := s.client.Do(req) // want `s\.client\.Do is given the context of req from outside`
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	})
}

type job struct {
	ctx context.Context
	shop
}

func (j *job) run() (int, error) {
	return budget.Do(j.ctx, j.stock, func(context.Context) (int, error) {
		return 0, j.db.PingContext(j.ctx) // want `j\.db\.PingContext is given j\.ctx from outside`
	})
}

// No context at all, in a method that the operation is given by name.
func (s *shop) total(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.stock, s.sum)
}

func (s *shop) sum(context.Context) (n int, err error) {
	err = s.db.QueryRow("select sum(n) from stock").Scan(&n) // want `s\.db\.QueryRow waits without the attempt's context`
	return n, err
}

func (s *shop) background(ctx context.Context) error {
	_, err := budget.Do(ctx, s.stock, func(_ context.Context) (bool, error) {
		return true, s.db.PingContext(context.Background()) // want `s\.db\.PingContext waits without the attempt's context`
	})
	return err
}

// What lives by the attempt leaves it.
func (s *shop) open(ctx context.Context, id string) (*sql.Rows, error) {
	return budget.Do(ctx, s.stock, func(ctx context.Context) (*sql.Rows, error) { // want `budget\.Do hands out \*sql\.Rows, which lives by the attempt's context`
		return s.db.QueryContext(ctx, "select * from t where id = ?", id)
	})
}

func (s *shop) download(ctx context.Context) (io.ReadCloser, error) {
	return budget.Do(ctx, s.prices, func(ctx context.Context) (io.ReadCloser, error) { // want `hands out io\.ReadCloser`
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://prices/", nil)
		if err != nil {
			return nil, err
		}
		resp, err := s.client.Do(req)
		if err != nil {
			return nil, err
		}
		return resp.Body, nil
	})
}

// Begun, and never ended.
func (s *shop) stream(ctx context.Context) error {
	attempt, err := s.stock.Begin(ctx) // want `the attempt of s\.stock\.Begin is never ended`
	if err != nil {
		return err
	}
	ctx = attempt.Context()
	return s.db.PingContext(ctx)
}

// Ended, but not on every way out.
func (s *shop) sometimes(ctx context.Context) error {
	attempt, err := s.stock.Begin(ctx) // want `the attempt of s\.stock\.Begin is never ended`
	if err != nil {
		return err
	}
	if err := s.db.PingContext(attempt.Context()); err != nil {
		return err
	}
	return attempt.End(nil)
}

// Made for every request.
func (s *shop) serve(w http.ResponseWriter, r *http.Request) {
	client := &http.Client{Transport: s.prices.Transport(nil)} // want `s\.prices\.Transport makes a client for every call`
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://prices/", nil)
	if err != nil {
		return
	}
	if resp, err := client.Do(req); err == nil {
		resp.Body.Close()
	}
}

func (s *shop) price(ctx context.Context, req *http.Request) (*http.Response, error) {
	return s.prices.Client().Do(req.WithContext(ctx)) // want `s\.prices\.Client makes a client for every call`
}

func (s *shop) maker() *http.Client { return s.prices.Client() }

func (s *shop) made(ctx context.Context, req *http.Request) (*http.Response, error) {
	return s.maker().Do(req.WithContext(ctx)) // want `s\.maker makes a client for every call`
}

func (s *shop) anew(w http.ResponseWriter, r *http.Request) {
	d, err := budget.New("db", budget.Policy{}) // want `budget\.New makes a dependency for every call`
	if err != nil {
		return
	}
	_, err = budget.Do(r.Context(), d, func(ctx context.Context) (int, error) { return 0, s.db.PingContext(ctx) })
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

// A loop of one's own, around the operation or around the method that is one.
func (s *shop) stubborn(ctx context.Context) error {
	var err error
	for try := 0; try < 4; try++ {
		if _, err = s.count(ctx, "a"); err == nil { // want `budget\.Do is repeated by a loop although it repeats by itself`
			return nil
		}
		select {
		case <-time.After(rand.N(time.Duration(try+1) * time.Second)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// Twice is not once.
func (s *shop) charge(ctx context.Context, order []byte) error {
	_, err := budget.Do(ctx, s.prices, func(ctx context.Context) (int, error) {
		return 1, s.send(ctx, order)
	}, budget.Within(time.Second), budget.Idempotent())
	return err
}

func (s *shop) send(ctx context.Context, order []byte) error {
	req, err := http.NewRequestWithContext(ctx, "POST", "http://pay/charges", bytes.NewReader(order)) // want `a POST in an idempotent operation names no Idempotency-Key`
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode > 299 {
		return errors.New(resp.Status)
	}
	return nil
}

// Both repeat.
func (s *shop) quote(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.prices, func(ctx context.Context) (int, error) {
		n, err := budget.Do(ctx, s.stock, s.available, budget.Idempotent()) // want `an operation on s\.stock runs inside one on s\.prices and both repeat`
		if err != nil {
			return 0, err
		}
		return n * 2, nil
	}, budget.Idempotent())
}

func (s *shop) available(ctx context.Context) (n int, err error) {
	return n, s.db.QueryRowContext(ctx, "select 1").Scan(&n)
}

// Nobody waits for it any more.
func (s *shop) stays(ctx context.Context) (int, error) {
	return budget.Do(context.WithoutCancel(ctx), s.stock, s.available) // want `budget\.Do goes on when whoever waits for ctx has given up`
}

func (s *shop) begins(ctx context.Context) error {
	a, err := s.stock.Begin(context.Background()) // want `s\.stock\.Begin goes on when whoever waits for ctx has given up`
	if err != nil {
		return err
	}
	return a.End(s.db.PingContext(a.Context()))
}

func (s *shop) detaches(ctx context.Context) (int, error) {
	own := context.WithoutCancel(ctx) // want `budget\.Do goes on when whoever waits for ctx has given up`
	return budget.Do(own, s.stock, s.available)
}

// A ceiling that no request has the time for.
func newShop(h http.Handler) (*budget.Dependency, *http.Server, error) {
	d, err := budget.New("reports", budget.Policy{Ceiling: 45 * time.Second}) // want `an attempt may take 45s, but a request is given 15s`
	return d, &http.Server{Handler: budget.Middleware(budget.ServerOptions{Default: 15 * time.Second})(h)}, err
}

// A library's loop.
func (s *shop) patient(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) {
		return budget.Do(ctx, s.stock, s.available, budget.Idempotent()) // want `budget\.Do is repeated by a loop although it repeats by itself`
	}, backoff.WithMaxTries(4))
}
