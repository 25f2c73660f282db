package example

import (
	"context"
	"database/sql"

	"github.com/timeoutlint/timeoutlint/budget"
)

func bounded(ctx context.Context, d *budget.Dependency, db *sql.DB, sku string) (int, error) {
	return budget.Do(ctx, d, func(ctx context.Context) (n int, err error) {
		return n, db.QueryRowContext(ctx, "select n from stock where sku = ?", sku).Scan(&n)
	}, budget.Idempotent())
}
