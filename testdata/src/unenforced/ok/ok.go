// Package ok ends what it cuts off, or does not know.
package ok

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type store struct{ db *sql.DB }

func (s *store) load(w http.ResponseWriter, r *http.Request) {
	_, _ = s.db.ExecContext(r.Context(), "SELECT 1") // also: unboundedctx
}

// Short has a limit of its own.
func (s *store) short(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	_, _ = s.db.ExecContext(ctx, "SELECT 1")
}

// Feed answers bit by bit, and takes its time.
func (s *store) feed(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{})
	_, _ = s.db.ExecContext(r.Context(), "SELECT 1")
}

func within(d time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), d)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func ended(s *store) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/load", s.load)
	srv := &http.Server{Handler: within(8*time.Second, mux), ReadTimeout: time.Second, WriteTimeout: 10 * time.Second}
	return srv.ListenAndServe()
}

func shortly(s *store) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/short", s.short)
	mux.HandleFunc("/feed", s.feed)
	srv := &http.Server{Handler: mux, ReadTimeout: time.Second, WriteTimeout: 10 * time.Second}
	return srv.ListenAndServe()
}

// Unknown is wrapped in something that is not in sight.
func unknown(s *store, wrap func(http.Handler) http.Handler) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/load", s.load)
	srv := &http.Server{Handler: wrap(mux), ReadTimeout: time.Second, WriteTimeout: 10 * time.Second}
	return srv.ListenAndServe()
}

// Patient does not cut off.
func patient(s *store) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/load", s.load)
	srv := &http.Server{Handler: mux, ReadTimeout: time.Second}
	return srv.ListenAndServe()
}
