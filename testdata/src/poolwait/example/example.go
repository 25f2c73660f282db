package example

import "database/sql"

func total(dsn string) (cents int64, err error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	db.SetMaxOpenConns(4)
	err = db.QueryRow("SELECT SUM(cents) FROM sales").Scan(&cents) // want `waits for one of 4 connections`
	return cents, err
}
