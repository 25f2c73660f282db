// Package speaking has loops of which several rules have something to say.
package speaking

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// None waits for nothing, has no limit and listens to nobody.
func None(ctx context.Context, db *sql.DB) {
	for {
		if err := db.PingContext(ctx); err == nil {
			return
		}
	}
}

// Handler sleeps for long, has no limit and listens to nobody.
func Handler(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for {
			if err := db.PingContext(r.Context()); err == nil {
				break
			}
			time.Sleep(3 * time.Second)
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

// Limited sleeps for long and listens to nobody.
func Limited(ctx context.Context, db *sql.DB) (err error) {
	for range 8 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(3 * time.Second)
	}
	return err
}

// Timer listens to nobody, and is no sleep.
func Timer(ctx context.Context, db *sql.DB) (err error) {
	for range 8 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		<-time.After(3 * time.Second)
	}
	return err
}
