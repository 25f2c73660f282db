package earlycancel

import (
	"context"
	"database/sql"
	"io"
	"net/http"
	"os/exec"
	"time"

	"golang.org/x/sync/errgroup"
)

type store struct {
	db   *sql.DB
	http *http.Client
}

func (s *store) open(ctx context.Context) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return s.db.QueryContext(ctx, "SELECT 1") // want `the rows of sql\.DB\.QueryContext cannot be used by the caller: the deferred cancel at earlycancel\.go:\d+ ends the context first`
}

func (s *store) fetch(ctx context.Context, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.http.Do(req) // want `the body of the answer of http\.Client\.Do cannot be used`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, io.EOF
	}
	return resp, nil
}

func (s *store) begin(ctx context.Context) (*sql.Tx, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tx, err := s.db.BeginTx(ctx, nil) // want `the transaction of sql\.DB\.BeginTx cannot be used`
	if err != nil {
		return nil, err
	}
	return tx, nil
}

func command(ctx context.Context) *exec.Cmd {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return exec.CommandContext(ctx, "true") // want `the command of exec\.CommandContext cannot be used`
}

func (s *store) insert(ctx context.Context, n int) error { return s.db.PingContext(ctx) }

func (s *store) quote(ctx context.Context) (int, error) { return 0, s.db.PingContext(ctx) }

func (s *store) twice(ctx context.Context) error {
	c, cancel := context.WithTimeout(ctx, time.Second)
	err := s.db.PingContext(c)
	cancel()
	if err != nil {
		return err
	}
	return s.insert(c, 1) // want `earlycancel\.store\.insert is given a context that was cancelled at earlycancel\.go:\d+: it fails at once`
}

func (s *store) group(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.insert(gctx, 1) })
	if err := g.Wait(); err != nil {
		return err
	}
	return s.insert(gctx, 2) // want `is given the context of an errgroup, which ended when Wait returned at earlycancel\.go:\d+`
}

func (s *store) place(ctx context.Context) error {
	quoteCtx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	n, err := s.quote(quoteCtx)
	if err != nil {
		return err
	}
	return s.insert(quoteCtx, n) // want `earlycancel\.store\.insert gets what is left of the time of earlycancel\.store\.quote, which quoteCtx was made for at earlycancel\.go:\d+`
}

func (s *store) shadowed(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	err := s.db.PingContext(ctx)
	cancel()
	if err != nil {
		return err
	}
	return s.insert(ctx, 1) // want `earlycancel\.store\.insert is given a context that was cancelled`
}

// inLoop: a deferred cancel would wait for the end of the function.
func (s *store) inLoop(ctx context.Context) error {
	for {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		err := s.db.PingContext(ctx)
		cancel()
		if err != nil {
			return s.insert(ctx, 1) // want `earlycancel\.store\.insert is given a context that was cancelled`
		}
	}
}
