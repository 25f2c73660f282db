package poolwait

import "database/sql"

type reports struct{ db *sql.DB }

func open(dsn string) (*reports, error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(4)
	return &reports{db: db}, nil
}

func (r *reports) total() (n int, err error) {
	err = r.db.QueryRow("SELECT 1").Scan(&n) // want `sql\.DB\.QueryRow waits for one of 4 connections \(poolwait\.go:12\) with nothing to end the wait: while others hold them it waits for ever; use QueryRowContext with a deadline`
	return n, err
}

// One report a pool.
func (r *reports) other() (n int, err error) {
	err = r.db.QueryRow("SELECT 2").Scan(&n)
	return n, err
}
