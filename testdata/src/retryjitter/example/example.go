package example

import (
	"database/sql"
	"log"
	"math/rand/v2"
	"time"
)

func connect(db *sql.DB) (err error) {
	for i := range 6 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond << i) // want `the wait before sql.DB.Ping is made again is the same for every client: a thousand clients that fail together send a thousand requests in the same moment, each round again; wait a random part of it \(rand.N\)`
	}
	log.Print("instance ", rand.IntN(100), " gives up")
	return err
}
