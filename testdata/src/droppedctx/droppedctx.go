package droppedctx

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type store struct{ db *sql.DB }

func (s *store) release(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, "DELETE FROM r WHERE id = ?", id)
	return err
}

func (s *store) Return(ctx context.Context, id string) error {
	return s.release(context.Background(), id) // want `sql\.DB\.ExecContext, reached through droppedctx\.store\.release \(droppedctx\.go:\d+\), is given context\.Background although ctx is in scope: it goes on when the caller of Return has given up; pass ctx`
}

func (s *store) Direct(ctx context.Context) error {
	return s.db.PingContext(context.TODO()) // want `sql\.DB\.PingContext is given context\.TODO although ctx is in scope`
}

// The deadline is there, the caller is not.
func (s *store) Bounded(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // want `sql\.DB\.PingContext goes on when the caller of Bounded has given up: its deadline is made of context\.Background although ctx is in scope; derive it from ctx`
	defer cancel()
	return s.db.PingContext(ctx)
}

func (s *store) handle(w http.ResponseWriter, r *http.Request) {
	if err := s.release(context.Background(), "x"); err != nil { // want `although r\.Context\(\) is in scope: it goes on when the client has given up; pass r\.Context\(\)`
		w.WriteHeader(http.StatusInternalServerError)
	}
}

func (s *store) inTx(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(ctx, tx); err != nil {
		return tx.Rollback()
	}
	return tx.Commit()
}

func (s *store) Merge(ctx context.Context) error {
	return s.inTx(ctx, func(txCtx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE t SET n = 1") // want `sql\.Tx\.ExecContext is given ctx and the function literal around it ignores its own txCtx`
		return err
	})
}

func fetch(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil) // want `http\.Client\.Do is given context\.Background although ctx is in scope`
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// The runner's context is not used at all.
func (s *store) remind(run func(func(context.Context) error) error) error {
	return run(func(ctx context.Context) error {
		return s.release(context.Background(), "x") // want `sql\.DB\.ExecContext, reached through droppedctx\.store\.release \(droppedctx\.go:\d+\), is given context\.Background although ctx is in scope: it goes on when its caller has given up; pass ctx`
	})
}

type actor interface {
	Call(ctx context.Context, name string) error
}

func remindActor(a actor, run func(func(context.Context) error) error) error {
	return run(func(ctx context.Context) error {
		return a.Call(context.Background(), "remind") // want `droppedctx\.actor\.Call is given context\.Background and the function literal around it ignores its own ctx`
	})
}
