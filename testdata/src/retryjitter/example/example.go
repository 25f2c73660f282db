package example

import (
	"database/sql"
	"time"
)

func ask(db *sql.DB) (err error) {
	delay := 100 * time.Millisecond
	for range 6 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(delay) // want `the wait before sql.DB.Ping is made again is the same for every client: a thousand clients that fail together send a thousand requests in the same moment, each round again; wait a random part of it \(rand.N\)`
		delay *= 2
	}
	return err
}
