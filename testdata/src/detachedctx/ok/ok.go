// Package ok holds contexts that are detached and have an end.
package ok

import (
	"context"
	"database/sql"
	"log/slog"
	"time"
)

type store struct{ db *sql.DB }

func (s *store) release(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := s.db.ExecContext(ctx, "DELETE FROM r WHERE id = ?", id)
	return err
}

// The callee has a deadline.
func (s *store) cancel(ctx context.Context, id string) {
	go func() { _ = s.release(context.WithoutCancel(ctx), id) }()
}

// At once.
func (s *store) finish(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return s.db.PingContext(ctx)
}

// On the next line.
func (s *store) finishLater(ctx context.Context) error {
	detached := context.WithoutCancel(ctx)
	detached, cancel := context.WithTimeout(detached, time.Second)
	defer cancel()
	return s.db.PingContext(detached)
}

// Nothing waits.
func (s *store) say(ctx context.Context) {
	slog.InfoContext(context.WithoutCancel(ctx), "said")
}

// A daemon: it is meant to run on.
func (s *store) run(ctx context.Context, serve func(context.Context) error) {
	go func() { _ = serve(context.WithoutCancel(ctx)) }()
}
