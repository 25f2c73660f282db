package retrysql

import (
	"context"
	"database/sql"
	"time"
)

func insert(db *sql.DB, name string) (err error) {
	for range 3 {
		if _, err = db.Exec("INSERT INTO orders (name, at) VALUES (?, now())", name); err == nil { // want `"INSERT INTO orders \(name, at\) VALUES \(\?,…" is repeated after any error, 3 times: when the connection is lost after the statement has run, the row is there twice`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func charge(ctx context.Context, db *sql.DB, id int) (err error) {
	for ctx.Err() == nil {
		_, err = db.ExecContext(ctx, `UPDATE accounts SET balance = balance - 10 WHERE id = ?`, id) // want `balance is changed twice`
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type store struct{ db *sql.DB }

// event goes through a helper that is given the statement.
func (s *store) event(ctx context.Context, order string) (err error) {
	for range 3 {
		err = s.exec(ctx, "INSERT INTO order_events (order_id, at) VALUES (?, now())", order) // want `"INSERT INTO order_events \(order_id, at\) …" is repeated after any error, 3 times`
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) exec(ctx context.Context, q string, args ...any) error {
	_, err := s.db.ExecContext(ctx, q, args...)
	return err
}
