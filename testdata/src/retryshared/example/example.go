package example

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

func ready(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second) // want `one timeout of 1s is shared by all attempts of sql.DB.PingContext, and the loop repeats it after context.DeadlineExceeded: once the time is up every further attempt fails at once; make a context for each attempt inside the loop, and keep one with the time of all of them outside`
	defer cancel()
	for range 10 {
		err := db.PingContext(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		return err
	}
	return ctx.Err()
}
