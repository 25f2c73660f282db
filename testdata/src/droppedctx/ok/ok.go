// Package ok holds calls that leave a context behind on purpose, or that do
// not wait.
package ok

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"time"
)

type store struct{ db *sql.DB }

// A clean-up: the context may have ended.
func (s *store) work(ctx context.Context) error {
	defer func() {
		c, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, _ = s.db.ExecContext(c, "UNLOCK")
	}()
	return s.db.PingContext(ctx)
}

// In a goroutine, with a deadline of its own.
func (s *store) later(ctx context.Context) {
	go func() {
		c, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = s.db.PingContext(c)
	}()
}

// Nothing waits.
func (s *store) say(ctx context.Context) {
	slog.InfoContext(context.Background(), "said")
}

// A context that the object keeps.
type worker struct{ ctx context.Context }

func newWorker(ctx context.Context, db *sql.DB) (*worker, error) {
	if err := db.PingContext(ctx); err != nil {
		return nil, err
	}
	return &worker{ctx: context.Background()}, nil
}

// No context is in scope.
func (s *store) Ping() error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.db.PingContext(c)
}

// After the end of the context.
func (s *store) stop(ctx context.Context) error {
	<-ctx.Done()
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.db.PingContext(c)
}

// It is called Close: its context is for the waiting, not for the work.
func (s *store) Close(ctx context.Context) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err := s.db.ExecContext(c, "UNLOCK")
	return err
}

// The literal is given a context and passes it on.
func (s *store) inTx(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

func (s *store) both(ctx context.Context) error {
	return s.inTx(ctx, func(ctx context.Context) error { return s.db.PingContext(ctx) })
}

// It refuses its own.
func (s *store) refuses(ctx context.Context) error {
	return s.inTx(ctx, func(_ context.Context) error { return s.db.PingContext(ctx) })
}

// It has an end, and a name of its own: it may be meant.
func (s *store) all(ctx context.Context) error {
	local, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.db.PingContext(local)
}

// It is meant, and says so.
func (s *store) write(ctx context.Context) error {
	// All replicas get the line, even if the caller returns early.
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.db.PingContext(ctx)
}

// A request that is being built has no context of a caller.
func send(client *http.Client, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	resp, err := client.Do(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return resp, resp.Body.Close()
}

// The last word is said whether or not the work was given up.
func (s *store) transfer(ctx context.Context) error {
	done := false
	defer func(ctx context.Context) {
		if _, err := s.db.ExecContext(context.Background(), "UPDATE transfers SET done = ?", done); err != nil { // also: detachedctx
			slog.Error(err.Error())
		}
	}(ctx)
	err := s.db.PingContext(ctx)
	done = err == nil
	return err
}

// One database for all: it is made by the first who asks, and outlives them.
type pool struct{ db *sql.DB }

func (p *pool) get(ctx context.Context) (*sql.DB, error) {
	if p.db != nil {
		return p.db, p.db.PingContext(ctx)
	}
	db, err := connect(context.Background())
	if err != nil {
		return nil, err
	}
	p.db = db
	return db, nil
}

func connect(ctx context.Context) (*sql.DB, error) {
	db, err := sql.Open("mysql", "")
	if err != nil {
		return nil, err
	}
	return db, db.PingContext(ctx)
}

// An update that is begun is carried out.
type keeper struct{ db *sql.DB }

func (k *keeper) ServiceUpdate(ctx context.Context, id string) error {
	_, err := k.db.ExecContext(ctx, "UPDATE services SET forced = forced + 1 WHERE id = ?", id)
	return err
}

func force(w http.ResponseWriter, r *http.Request, k *keeper) {
	if err := k.ServiceUpdate(context.Background(), r.FormValue("id")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}
