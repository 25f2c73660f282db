package ok

import (
	"context"
	"database/sql"

	"github.com/timeoutlint/timeoutlint/budget"
)

type shop struct {
	stock, prices *budget.Dependency
	db            *sql.DB
}

func newShop(db *sql.DB) (*shop, error) {
	stock, err := budget.New("stock", budget.Policy{})
	if err != nil {
		return nil, err
	}
	prices, err := budget.New("prices", budget.Policy{Retry: budget.Retry{Attempts: 4}})
	return &shop{stock: stock, prices: prices, db: db}, err
}

// The end of an operation inside another one is final: only one of them repeats.
func (s *shop) quote(ctx context.Context) (int, error) {
	return budget.Do(ctx, s.prices, func(ctx context.Context) (int, error) {
		return s.available(ctx)
	}, budget.Idempotent())
}

func (s *shop) available(ctx context.Context) (n int, err error) {
	return budget.Do(ctx, s.stock, func(ctx context.Context) (n int, err error) { // also: budgetuse
		return n, s.db.QueryRowContext(ctx, "select 1").Scan(&n)
	}, budget.Idempotent())
}
