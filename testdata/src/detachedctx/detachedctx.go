package detachedctx

import (
	"context"
	"database/sql"
)

type store struct{ db *sql.DB }

func (s *store) release(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM r WHERE id = ?", id)
	return err
}

func (s *store) cancel(ctx context.Context, id string) {
	go func() {
		_ = s.release(context.WithoutCancel(ctx), id) // want `sql\.DB\.ExecContext, reached through detachedctx\.store\.release \(detachedctx\.go:\d+\), can wait for ever: its context is detached by context\.WithoutCancel and has no deadline of its own; put context\.WithTimeout around it`
	}()
}

func (s *store) finish(ctx context.Context, id string) error {
	ctx = context.WithoutCancel(ctx) // want `its context is detached by context\.WithoutCancel`
	if err := s.db.PingContext(ctx); err != nil {
		return err
	}
	return s.release(ctx, id)
}

func (s *store) lock(ctx context.Context) error {
	defer func() {
		_, _ = s.db.ExecContext(context.Background(), "UNLOCK") // want `its context is detached by context\.Background`
	}()
	return s.db.PingContext(ctx)
}

func (s *store) Close(ctx context.Context) error {
	_, err := s.db.ExecContext(context.Background(), "UNLOCK") // want `its context is detached by context\.Background`
	return err
}
