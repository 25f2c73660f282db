// Package store keeps orders in Postgres.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/lib/pq"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/retry"
)

const queryTimeout = 2 * time.Second

// ErrConflict says that somebody else changed the row first.
var ErrConflict = errors.New("store: changed meanwhile")

// An Order as it is stored.
type Order struct {
	ID       string
	Customer string
	State    string
	Cents    int64
	Version  int
}

// Store is safe for use by many goroutines.
type Store struct{ db *sql.DB }

// Open connects to the database that dsn names.
func Open(dsn string) (*Store, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(20)
	db.SetMaxIdleConns(20)
	db.SetConnMaxLifetime(30 * time.Minute)
	return New(db), nil
}

// New returns a store on top of db.
func New(db *sql.DB) *Store { return &Store{db: db} }

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Insert writes a new order. An order that is there already is left alone, so a second
// attempt changes nothing.
func (s *Store) Insert(ctx context.Context, o Order) error {
	const q = `INSERT INTO orders (id, customer, state, cents, version) VALUES ($1, $2, $3, $4, 1)
		ON CONFLICT (id) DO NOTHING`
	var last error
	for attempt := range 3 {
		last = s.exec(ctx, q, o.ID, o.Customer, o.State, o.Cents)
		if last == nil || ctx.Err() != nil {
			return last
		}
		if err := retry.Pause(ctx, attempt); err != nil {
			return errors.Join(err, last)
		}
	}
	return fmt.Errorf("insert order %s: %w", o.ID, last)
}

// AddEvent writes one line of an order's history.
func (s *Store) AddEvent(ctx context.Context, orderID, event string) error {
	var last error
	for attempt := range 3 {
		last = s.exec(ctx, `INSERT INTO order_events (order_id, event, at) VALUES ($1, $2, now())`, orderID, event)
		if last == nil || ctx.Err() != nil {
			return last
		}
		if err := retry.Pause(ctx, attempt); err != nil {
			return errors.Join(err, last)
		}
	}
	return fmt.Errorf("event for order %s: %w", orderID, last)
}

func (s *Store) exec(ctx context.Context, q string, args ...any) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := s.db.ExecContext(ctx, q, args...)
	return err
}

// Get reads one order.
func (s *Store) Get(ctx context.Context, id string) (Order, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	return s.get(ctx, id)
}

func (s *Store) get(ctx context.Context, id string) (Order, error) {
	o := Order{ID: id}
	err := s.db.QueryRowContext(ctx, `SELECT customer, state, cents, version FROM orders WHERE id = $1`, id).
		Scan(&o.Customer, &o.State, &o.Cents, &o.Version)
	return o, err
}

// SetState moves an order to another state. When somebody else was faster the order is read
// again and the change is tried on what is there now.
func (s *Store) SetState(ctx context.Context, id, state string) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	for range 5 {
		o, err := s.get(ctx, id)
		if err != nil {
			return err
		}
		res, err := s.db.ExecContext(ctx, `UPDATE orders SET state = $1, version = $2 WHERE id = $3 AND version = $4`,
			state, o.Version+1, id, o.Version)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 1 {
			return err
		}
	}
	return fmt.Errorf("order %s: %w", id, ErrConflict)
}

// Release gives back what an order has reserved.
func (s *Store) Release(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM reservations WHERE order_id = $1`, id)
	return err
}

// Invoice reads the text of an order's invoice.
func (s *Store) Invoice(ctx context.Context, id string) (string, error) {
	var text string
	err := s.db.QueryRowContext(ctx, `SELECT body FROM invoices WHERE order_id = $1`, id).Scan(&text)
	return text, err
}

// OpenOrders lists the open orders of a customer, newest first. The caller closes the rows.
func (s *Store) OpenOrders(ctx context.Context, customer string) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	return s.db.QueryContext(ctx, `SELECT id, state, cents FROM orders WHERE customer = $1 AND state <> 'closed' ORDER BY id DESC`, customer)
}

// Customers lists who has ordered since a day.
func (s *Store) Customers(ctx context.Context, since time.Time) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, `SELECT DISTINCT customer FROM orders WHERE created_at >= $1`, since)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var c string
		if err := rows.Scan(&c); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, rows.Err()
}

// InTx runs f in one transaction that has two seconds to finish.
func (s *Store) InTx(ctx context.Context, f func(ctx context.Context, tx *sql.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(ctx, tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// Move passes reserved goods from one order to another. Two moves may meet; Postgres then
// asks one of them to start over, and nothing of it has happened.
func (s *Store) Move(ctx context.Context, from, to string, n int) error {
	var err error
	for attempt := range 4 {
		err = s.InTx(ctx, func(ctx context.Context, tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, `UPDATE reservations SET n = n - $1 WHERE order_id = $2`, n, from); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, `UPDATE reservations SET n = n + $1 WHERE order_id = $2`, n, to)
			return err
		})
		var pe *pq.Error
		if !errors.As(err, &pe) || pe.Code != "40001" && pe.Code != "40P01" {
			return err
		}
		if perr := retry.Pause(ctx, attempt); perr != nil {
			return errors.Join(perr, err)
		}
	}
	return err
}

// CloseOut closes an order: its state and its reservations in one go.
func (s *Store) CloseOut(ctx context.Context, id string) error {
	return s.InTx(ctx, func(txCtx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(txCtx, `UPDATE orders SET state = 'closed' WHERE id = $1`, id); err != nil {
			return err
		}
		_, err := tx.Exec(`DELETE FROM reservations WHERE order_id = $1`, id)
		return err
	})
}

// Merge moves all lines of one basket into another.
func (s *Store) Merge(ctx context.Context, from, to string) error {
	return s.InTx(ctx, func(txCtx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE basket_lines SET basket = $1 WHERE basket = $2`, to, from)
		return err
	})
}

// Migrate brings the tables up to date. It runs before the shop listens and takes as long as
// it takes.
func (s *Store) Migrate() error {
	for _, q := range []string{
		`CREATE TABLE IF NOT EXISTS orders (id text PRIMARY KEY, customer text, state text, cents bigint, version int, created_at timestamptz DEFAULT now())`,
		`CREATE TABLE IF NOT EXISTS order_events (order_id text, event text, at timestamptz)`,
		`CREATE TABLE IF NOT EXISTS reservations (order_id text, n int)`,
		`CREATE TABLE IF NOT EXISTS invoices (order_id text, body text)`,
		`CREATE TABLE IF NOT EXISTS basket_lines (basket text, sku text, n int)`,
	} {
		if _, err := s.db.Exec(q); err != nil {
			return err
		}
	}
	return nil
}
