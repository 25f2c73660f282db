package example

import (
	"database/sql"
	"net/http"
	"time"
)

type desk struct{ db *sql.DB }

func (d *desk) sales(w http.ResponseWriter, r *http.Request) {
	var n int64
	if err := d.db.QueryRowContext(r.Context(), "SELECT sum(cents) FROM sales").Scan(&n); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func newServer(d *desk) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sales", d.sales)
	return &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      10 * time.Second, // want `the answer is cut off after 10s, but nothing ends the request's context then: GET /sales goes on waiting in sql.DB.QueryRowContext \(example.go:13\); wrap the handler in http.TimeoutHandler, or give its context a deadline, of less than 10s`
	}
}
