// Package storetest is a database for tests: it remembers what it was told and answers with
// what the test gives it.
package storetest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"sync"
	"testing"
)

// DB is the other end of a [database/sql.DB].
type DB struct {
	// Exec, if set, decides the outcome of a statement.
	Exec func(ctx context.Context, query string) error
	// Rows, if set, are the answer to a query.
	Rows func(query string) [][]driver.Value

	mu   sync.Mutex
	told []string
}

// Open returns a handle on db that is closed when the test ends.
func (db *DB) Open(t testing.TB) *sql.DB {
	h := sql.OpenDB(connector{db})
	t.Cleanup(func() { h.Close() })
	return h
}

// Told is every statement so far.
func (db *DB) Told() []string {
	db.mu.Lock()
	defer db.mu.Unlock()
	return append([]string(nil), db.told...)
}

func (db *DB) tell(query string) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.told = append(db.told, query)
}

type connector struct{ db *DB }

func (c connector) Connect(context.Context) (driver.Conn, error) { return conn(c), nil }
func (c connector) Driver() driver.Driver                        { return nil }

type conn struct{ db *DB }

func (c conn) Prepare(string) (driver.Stmt, error) { return nil, driver.ErrSkip }
func (c conn) Close() error                        { return nil }
func (c conn) Begin() (driver.Tx, error)           { return tx{}, nil }

func (c conn) ExecContext(ctx context.Context, query string, _ []driver.NamedValue) (driver.Result, error) {
	c.db.tell(query)
	if c.db.Exec != nil {
		if err := c.db.Exec(ctx, query); err != nil {
			return nil, err
		}
	}
	return driver.RowsAffected(1), nil
}

func (c conn) QueryContext(_ context.Context, query string, _ []driver.NamedValue) (driver.Rows, error) {
	c.db.tell(query)
	var all [][]driver.Value
	if c.db.Rows != nil {
		all = c.db.Rows(query)
	}
	return &rows{all: all}, nil
}

type tx struct{}

func (tx) Commit() error   { return nil }
func (tx) Rollback() error { return nil }

type rows struct{ all [][]driver.Value }

func (r *rows) Close() error { return nil }

func (r *rows) Columns() []string {
	if len(r.all) == 0 {
		return nil
	}
	return make([]string, len(r.all[0]))
}

func (r *rows) Next(into []driver.Value) error {
	if len(r.all) == 0 {
		return io.EOF
	}
	copy(into, r.all[0])
	r.all = r.all[1:]
	return nil
}
