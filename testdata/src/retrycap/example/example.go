package example

import (
	"database/sql"
	"time"
)

func waitForDatabase(db *sql.DB) error {
	for { // want `sql.DB.Ping is repeated until it works, every 1s, with no limit of attempts or time and nothing that stops it: while the other side is away, the caller of waitForDatabase waits; count the attempts or give them a deadline`
		if err := db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}
