package example

import (
	"context"
	"database/sql"

	"github.com/timeoutlint/timeoutlint/budget"
)

func stock(ctx context.Context, d *budget.Dependency, db *sql.DB, sku string) (n int, err error) {
	return budget.Do(ctx, d, func(context.Context) (int, error) {
		return n, db.QueryRowContext(ctx, "select n from stock where sku = ?", sku).Scan(&n) // want `db\.QueryRowContext is given ctx from outside of the operation`
	}, budget.Idempotent())
}
