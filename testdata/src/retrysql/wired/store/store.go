// Package store has the statements of a service.
package store

import (
	"context"
	"database/sql"
)

// Place is a statement.
const Place = "-- name: Place :one\nINSERT INTO orders(buyer, cents) VALUES ($1, $2) RETURNING id"

// Queries runs them.
type Queries struct{ DB *sql.DB }

// PlaceOrder inserts.
func (q *Queries) PlaceOrder(ctx context.Context, buyer string, cents int) (id int, err error) {
	err = q.DB.QueryRowContext(ctx, Place, buyer, cents).Scan(&id)
	return id, err
}

// Run runs any.
func (q *Queries) Run(ctx context.Context, text string, args ...any) error {
	_, err := q.DB.ExecContext(ctx, text, args...)
	return err
}
