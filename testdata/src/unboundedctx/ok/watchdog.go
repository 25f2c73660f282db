package ok

import (
	"context"
	"database/sql"
	"time"
)

// A timer ends it.
func purge(db *sql.DB) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	timer := time.AfterFunc(4*time.Second, cancel)
	defer timer.Stop()
	_, err := db.ExecContext(ctx, "DELETE FROM sessions")
	return err
}

// A goroutine with a timer ends it.
func compact(db *sql.DB) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go endAfter(cancel, 7*time.Second)
	_, err := db.ExecContext(ctx, "VACUUM")
	return err
}

func endAfter(cancel func(), d time.Duration) {
	<-time.After(d)
	cancel()
}

type worker struct {
	db   *sql.DB
	ctx  context.Context
	stop context.CancelFunc
}

func newWorker(db *sql.DB) *worker {
	ctx, stop := context.WithCancel(context.Background())
	return &worker{db, ctx, stop}
}

// Whoever waits for it has a timer, and stops it.
func (w *worker) do(q string) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = w.db.ExecContext(w.ctx, q)
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
		w.stop()
	}
}
