// Package overbudget makes calls that outlast their requests.
package overbudget

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type api struct {
	slow *http.Client
	db   *sql.DB
}

func newAPI(db *sql.DB) *api { return &api{slow: &http.Client{Timeout: 30 * time.Second}, db: db} }

// within gives a request d to be answered in, and every call it makes with it.
func within(d time.Duration, next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), d)
		defer cancel()
		next(w, r.WithContext(ctx))
	})
}

func (a *api) fetch(u string) error {
	resp, err := a.slow.Get(u)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A call through a helper, with the limit of the client.
func (a *api) Points(w http.ResponseWriter, r *http.Request) {
	_ = a.fetch("https://points.example") // want `http.Client.Get may take 30s \(http.Client.Timeout, overbudget.go:16\) and no context of the request ends it, but GET /points stops waiting after 5s \(overbudget.go:57\)`
}

// A context that starts anew.
func (a *api) Store(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, _ = a.db.ExecContext(ctx, "UPDATE t SET x = 1") // want `sql.DB.ExecContext may take 1m \(context.WithTimeout, overbudget.go:42\) and no context of the request ends it, but POST /store stops waiting after 10s \(overbudget.go:65\)`
}

// Only sometimes, but then for too long.
func (a *api) Sometimes(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("fresh") == "" {
		return
	}
	_ = a.fetch("https://fresh.example") // want `may take 30s .* but GET /sometimes stops waiting after 5s`
}

func (a *api) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.Handle("GET /points", within(5*time.Second, a.Points))
	mux.Handle("GET /sometimes", within(5*time.Second, a.Sometimes))
	mux.HandleFunc("POST /store", a.Store)
	return mux
}

// The answer is cut off by the server.
func serve(a *api) error {
	srv := &http.Server{Handler: a.routes(), ReadHeaderTimeout: time.Second, WriteTimeout: 10 * time.Second}
	return srv.ListenAndServe()
}
