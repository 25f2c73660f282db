// Package unenforced cuts answers off and works on.
package unenforced

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"time"
)

type store struct{ db *sql.DB }

func (s *store) load(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "SELECT pg_sleep(60)")
	return err
}

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) { _ = s.load(r.Context()) }

// A wrapper that only writes down who came.
func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Println(r.URL)
		next.ServeHTTP(w, r)
	})
}

func serve(s *store) error {
	mux := http.NewServeMux()
	mux.Handle("/load", s)
	srv := &http.Server{Addr: ":80", Handler: logged(mux), ReadTimeout: time.Second}
	srv.WriteTimeout = 30 * time.Second // want `the answer is cut off after 30s, but nothing ends the request's context then: /load goes on waiting in sql.DB.ExecContext \(unenforced.go:15\)`
	return srv.ListenAndServe()
}
