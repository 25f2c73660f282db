package example

import (
	"context"
	"database/sql"
	"time"
)

func loadSeparately(ctx context.Context, db *sql.DB) error {
	short, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if err := db.PingContext(short); err != nil {
		return err
	}
	long, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	_, err := db.ExecContext(long, "VACUUM")
	return err
}
