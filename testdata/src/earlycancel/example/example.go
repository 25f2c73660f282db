package example

import (
	"context"
	"database/sql"
	"time"
)

func openOrders(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return db.QueryContext(ctx, "SELECT id FROM orders WHERE state = 'open'") // want `the rows of sql\.DB\.QueryContext cannot be used`
}
