package example

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

func readyInTime(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		err := attempt(ctx, db)
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		return err
	}
	return ctx.Err()
}

func attempt(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(ctx)
}
