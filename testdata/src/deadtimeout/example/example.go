package example

import (
	"context"
	"database/sql"
	"time"
)

func load(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	long, stop := context.WithTimeout(ctx, 30*time.Second) // want `30s never fires: the context that it is given ends after 2s \(example.go:10\); leave it out, or make it shorter`
	defer stop()
	_, err := db.ExecContext(long, "VACUUM")
	return err
}
