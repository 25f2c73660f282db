// Package pgxpool is a stub of github.com/jackc/pgx/v5/pgxpool at v5.13.0.
package pgxpool

import "context"

// Pool is a stub.
type Pool struct{}

// New is a stub.
func New(ctx context.Context, connString string) (*Pool, error) { return nil, nil }
