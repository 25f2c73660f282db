// Package sqlx is a stub of github.com/jmoiron/sqlx at v1.4.0.
package sqlx

import (
	"context"
	"database/sql"
)

// DB is a stub.
type DB struct{ *sql.DB }

// Open is a stub.
func Open(driverName, dataSourceName string) (*DB, error) { return nil, nil }

// Connect is a stub.
func Connect(driverName, dataSourceName string) (*DB, error) { return nil, nil }

// MustConnect is a stub.
func MustConnect(driverName, dataSourceName string) *DB { return nil }

// ConnectContext is a stub.
func ConnectContext(ctx context.Context, driverName, dataSourceName string) (*DB, error) {
	return nil, nil
}

func (db *DB) NamedExecContext(ctx context.Context, query string, arg any) (any, error) {
	return nil, nil
}
