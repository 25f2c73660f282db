package example

import (
	"context"
	"database/sql"

	"golang.org/x/sync/errgroup"
)

func prices(ctx context.Context, db *sql.DB, products []string, set func(string, int)) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, p := range products {
		g.Go(func() error { // want `a goroutine for each of products calls sql.DB.QueryRowContext`
			var cents int
			err := db.QueryRowContext(ctx, "SELECT cents FROM prices WHERE product = $1", p).Scan(&cents)
			set(p, cents)
			return err
		})
	}
	return g.Wait()
}
