package example

import (
	"context"
	"database/sql"
	"time"
)

func totalAfter(ctx context.Context, dsn string) (cents int64, err error) {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	db.SetMaxOpenConns(4)
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	err = db.QueryRowContext(ctx, "SELECT SUM(cents) FROM sales").Scan(&cents)
	return cents, err
}
