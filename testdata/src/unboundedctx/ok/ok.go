// Package ok holds contexts that must not be reported.
package ok

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"unboundedctx/store"
)

type service struct {
	db    *sql.DB
	store *store.Store
	http  *http.Client
	ctx   context.Context
}

// The caller decides.
func (s *service) get(ctx context.Context) error { return s.db.PingContext(ctx) }

// Exported, so it asks its callers.
func (s *service) Get(ctx context.Context) error { return s.get(ctx) }

// A deadline on the way.
func (s *service) loop() {
	for range time.Tick(time.Second) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_ = s.Get(ctx)
		cancel()
	}
}

// A wrapper in another package sets one.
func (s *service) wrapped() {
	for range time.Tick(time.Second) {
		ctx, cancel := store.Short(context.Background())
		_ = s.Get(store.Named(ctx, "n"))
		cancel()
	}
}

// The callee sets one, or does if there is none.
func (s *service) inside() {
	for range time.Tick(time.Second) {
		_ = s.store.Get(context.Background(), "id")
		_ = s.store.Patient(context.Background(), "id")
	}
}

// Start-up: a person, or a supervisor, watches it.
func Open(dsn string) (*service, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	return &service{db: db}, db.PingContext(context.Background())
}

// Migrate takes as long as it takes.
func (s *service) Migrate() error {
	_, err := s.db.ExecContext(context.Background(), "CREATE TABLE t (id int)")
	return err
}

// A field that others may set.
type job struct{ Ctx context.Context }

func (j *job) run(db *sql.DB) error { return db.PingContext(j.Ctx) }

// A context of a request: the server may have set a deadline.
func (s *service) handle(w http.ResponseWriter, r *http.Request) {
	_ = s.get(r.Context())
}

// A request to another server: the client's limits decide, and are bareclient's.
func fetch(url string) (*http.Response, error) {
	client := &http.Client{Timeout: time.Second}
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// If it is nil it is the caller's mistake.
func orBackground(ctx context.Context, db *sql.DB) error {
	if ctx == nil {
		ctx = context.Background()
	}
	return db.PingContext(ctx)
}

// One path has a deadline: halfbound looks at that.
func sometimes(db *sql.DB, d time.Duration) error {
	ctx := context.Background()
	if d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	return db.PingContext(ctx)
}

// The route has a deadline.
func deadline(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Second)
		defer cancel()
		next(w, r.WithContext(ctx))
	})
}

func (s *service) routes() *http.Server {
	mux := http.NewServeMux()
	mux.Handle("/", deadline(s.show))
	return &http.Server{Handler: mux}
}

func (s *service) show(w http.ResponseWriter, r *http.Request) { _ = s.get(r.Context()) }

// The server does not let it take that long: unenforced looks at that.
func (s *service) limited() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.listed)
	return &http.Server{Handler: mux, WriteTimeout: time.Second} // also: unenforced
}

func (s *service) listed(w http.ResponseWriter, r *http.Request) { _ = s.get(r.Context()) }

// Something is around the mux.
func (s *service) wrapAll(around func(http.Handler) http.Handler) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.inside2)
	return &http.Server{Handler: around(mux)}
}

func (s *service) inside2(w http.ResponseWriter, r *http.Request) { _ = s.get(r.Context()) }

// A route of its own, but nobody serves it here.
func (s *service) Routes(mux *http.ServeMux) { mux.HandleFunc("/", s.given) }

func (s *service) given(w http.ResponseWriter, r *http.Request) { _ = s.get(r.Context()) }

// Whoever stops it says for how long.
func (s *service) stop(ctx context.Context, srv *http.Server) error { return srv.Shutdown(ctx) }

func (s *service) inTime(srv *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return srv.Shutdown(ctx)
}

// Ask is the short form of AskContext.
func (s *service) Ask() error { return s.AskContext(context.Background()) }

// AskContext takes a context.
func (s *service) AskContext(ctx context.Context) error { return s.db.PingContext(ctx) }

// Flush is the short form of FlushWithCtx.
func (s *service) Flush() error { return s.FlushWithCtx(context.Background()) }

// FlushWithCtx takes a context.
func (s *service) FlushWithCtx(ctx context.Context) error { return s.db.PingContext(ctx) }

// Tell lets a message go, once, and nobody waits for it.
func (s *service) Tell(id string) {
	go s.tell(id)
}

func (s *service) tell(id string) {
	_, _ = s.db.ExecContext(context.Background(), "INSERT INTO told VALUES ($1)", id)
}
