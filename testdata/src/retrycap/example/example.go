package example

import (
	"database/sql"
	"net/http"
	"time"
)

func health(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		waitForDatabase(db)
		w.WriteHeader(http.StatusOK)
	}
}

func waitForDatabase(db *sql.DB) {
	for { // want `sql.DB.Ping is repeated until it works, every 1s, with no limit of attempts or time and nothing that stops it: while the other side is away, the request waits; count the attempts or give them a deadline`
		if err := db.Ping(); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}
