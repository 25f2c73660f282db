// Package ok may run its statements twice.
package ok

import (
	"database/sql"
	"errors"
	"time"
)

func again(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Conflict is ignored.
func Conflict(db *sql.DB, name string) (err error) {
	for range 3 {
		if _, err = db.Exec("INSERT INTO t (name) VALUES (?) ON CONFLICT DO NOTHING", name); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Own key: the second is refused.
func Own(db *sql.DB, id string) (err error) {
	for range 3 {
		if _, err = db.Exec("INSERT INTO t (id, name) VALUES (?, 'a')", id); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Set is the same the second time.
func Set(db *sql.DB) (err error) {
	for range 3 {
		if _, err = db.Exec("UPDATE t SET a = 1, b = c + 1 WHERE id = 3"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Version: only the first changes anything.
func Version(db *sql.DB, seen int) (err error) {
	for range 3 {
		if _, err = db.Exec("UPDATE t SET version = version + 1 WHERE id = 3 AND version = ?", seen); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

var errSerialization = errors.New("40001")

// Serialization: it was certainly undone.
func Serialization(db *sql.DB) (err error) {
	for range 3 {
		if _, err = db.Exec("UPDATE t SET n = n + 1"); !errors.Is(err, errSerialization) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Transaction rolls back.
func Transaction(db *sql.DB) error {
	return again(func() error {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.Exec("UPDATE t SET n = n + 1"); err != nil {
			return err
		}
		return tx.Commit()
	})
}

type store struct{ db *sql.DB }

// Whole is undone when it fails: the helper runs it in a transaction.
func (s *store) Whole(order string) (err error) {
	for range 3 {
		if err = s.inTx("INSERT INTO order_events (order_id, at) VALUES (?, now())", order); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) inTx(q string, args ...any) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	if _, err := tx.Exec(q, args...); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
