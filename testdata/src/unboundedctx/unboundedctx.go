package unboundedctx

import (
	"context"
	"database/sql"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"unboundedctx/store"
)

type job struct {
	db    *sql.DB
	store *store.Store
	ctx   context.Context
}

func newJob(db *sql.DB) *job {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	return &job{db: db, store: &store.Store{DB: db}, ctx: ctx}
}

// A loop in the background.
func (j *job) run() {
	for range time.Tick(time.Minute) {
		ctx := context.Background() // want `sql\.DB\.ExecContext can wait for ever in a background loop: its context comes from context\.Background and never gets a deadline; give it one with context\.WithTimeout`
		_, _ = j.db.ExecContext(ctx, "DELETE FROM old")
	}
}

// Through another package.
func (j *job) sweep() {
	for {
		time.Sleep(time.Hour)
		_ = j.store.Touch(context.Background(), "x") // want `sql\.DB\.ExecContext, reached through store\.Store\.Touch \(store\.go:\d+\) -> store\.Store\.touch \(store\.go:\d+\) -> store\.Store\.Release \(store\.go:\d+\), can wait for ever in a background loop`
	}
}

// A context that the process keeps.
func (j *job) refresh() error {
	return j.store.Release(j.ctx, "x") // want `can wait for ever: its context comes from context\.Background at unboundedctx\.go:\d+, kept in ctx, and never gets a deadline`
}

// It ends with the process only.
func watch(db *sql.DB) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM) // want `its context comes from signal\.NotifyContext`
	defer stop()
	return load(store.Named(ctx, "load"), db)
}

func load(ctx context.Context, db *sql.DB) error {
	return db.PingContext(ctx)
}

// Through a function of this package, twice: one root, one report.
func both(db *sql.DB) error {
	ctx := context.TODO() // want `its context comes from context\.TODO`
	if err := load(ctx, db); err != nil {
		return err
	}
	return load(ctx, db)
}

// A route with nothing around it, on a server that limits nothing.
func serve(j *job) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /invoice", j.invoice)
	return &http.Server{Addr: ":80", Handler: mux, ReadTimeout: time.Second}
}

func (j *job) invoice(w http.ResponseWriter, r *http.Request) {
	if err := j.store.Release(r.Context(), "x"); err != nil { // want `can wait for as long as the client does: its context is the request's, and neither the route \(unboundedctx\.go:\d+\) nor its server sets a deadline`
		w.WriteHeader(http.StatusInternalServerError)
	}
}
