package example

import (
	"context"
	"database/sql"

	"golang.org/x/sync/errgroup"
)

func pricesAfter(ctx context.Context, db *sql.DB, products []string, set func(string, int)) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for _, p := range products {
		g.Go(func() error {
			var cents int
			err := db.QueryRowContext(ctx, "SELECT cents FROM prices WHERE product = $1", p).Scan(&cents)
			set(p, cents)
			return err
		})
	}
	return g.Wait()
}
