// Package house is where a team builds its clients: whatever it does is right.
package house

import (
	"database/sql"
	"net/http"
	"time"
)

func NewClient() *http.Client { return &http.Client{Timeout: 5 * time.Second} }

func NewPatientClient() *http.Client { return bare() }

func NewServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: time.Second}
}

func Open(dsn string) (*sql.DB, error) {
	db, err := sql.Open("mysql", dsn)
	if err == nil {
		db.SetMaxOpenConns(10)
	}
	return db, err
}

func bare() *http.Client { return &http.Client{Timeout: time.Minute} }
