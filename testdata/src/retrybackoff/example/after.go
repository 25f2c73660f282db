package example

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"
)

func connectPolitely(ctx context.Context, db *sql.DB) (err error) {
	delay := 100 * time.Millisecond
	for range 10 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(delay)):
		}
		delay = min(2*delay, 5*time.Second)
	}
	return err
}
