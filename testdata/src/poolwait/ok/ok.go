// Package ok holds queries that do not wait for a connection for ever.
package ok

import (
	"context"
	"database/sql"
	"time"
)

type reports struct{ db *sql.DB }

func open(dsn string) (*reports, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	return &reports{db: db}, nil
}

// A deadline.
func (r *reports) total(ctx context.Context) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err = r.db.QueryRowContext(ctx, "SELECT 1").Scan(&n)
	return n, err
}

// Nothing else holds a connection yet.
func (r *reports) Migrate() error {
	_, err := r.db.Exec("CREATE TABLE t (n int)")
	return err
}

// No limit: a new connection is made.
type archive struct{ db *sql.DB }

func openArchive(dsn string) (*archive, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	return &archive{db: db}, nil
}

func (a *archive) total() (n int, err error) {
	err = a.db.QueryRow("SELECT 1").Scan(&n)
	return n, err
}

// A limit that a setting gives: 0 is none.
type tuned struct{ db *sql.DB }

func openTuned(dsn string, limit int) (*tuned, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(limit)
	return &tuned{db: db}, nil
}

func (t *tuned) total() (n int, err error) {
	err = t.db.QueryRow("SELECT 1").Scan(&n)
	return n, err
}
