// Package wired may run its statements twice, through helpers and libraries.
package wired

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"retrysql/wired/store"
)

// Key is made before the attempts.
func Key(db *sql.DB, body string) (err error) {
	id := uuid.NewString()
	for range 3 {
		if _, err = db.Exec("INSERT INTO notes (body, id) VALUES (?, ?)", body, id); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Ignored conflicts, in a helper of another package.
func Ignored(ctx context.Context, q *store.Queries) error {
	return retry.Do(func() error {
		return q.Run(ctx, "INSERT INTO notes (body) VALUES ($1) ON CONFLICT DO NOTHING", "a")
	}, retry.Attempts(4))
}

// State is set to what it then is.
func State(ctx context.Context, q *store.Queries) error {
	return retry.Do(func() error {
		return q.Run(ctx, "UPDATE orders SET state = $1 WHERE id = $2", "paid", 1)
	}, retry.Attempts(4))
}

// Seen only changes what it has read.
func Seen(ctx context.Context, q *store.Queries, n int) error {
	return retry.Do(func() error {
		return q.Run(ctx, "UPDATE stock SET n = n - 1 WHERE sku = $1 AND n = $2", "a", n)
	}, retry.Attempts(4))
}

// Transaction is undone when it fails.
func Transaction(ctx context.Context, db *gorm.DB) error {
	return retry.Do(func() error {
		return db.Transaction(func(tx *gorm.DB) error { return tx.Exec("UPDATE stock SET n = n - 1").Error })
	}, retry.Attempts(4))
}

type note struct {
	ID   string
	Body string
}

// Own brings its key.
func Own(db *gorm.DB, n *note) (err error) {
	for range 3 {
		if err = db.Create(n).Error; err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Conflict is ignored.
func Conflict(db *gorm.DB, body string) (err error) {
	for range 3 {
		if err = db.Clauses(clause.OnConflict{DoNothing: true}).Create(&note{Body: body}).Error; err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

var errDeadlock = errors.New("deadlock")

// Undone by the database.
func Undone(db *sql.DB) error {
	return retry.Do(func() error {
		_, err := db.Exec("UPDATE stock SET n = n - 1")
		return err
	}, retry.Attempts(3), retry.RetryIf(func(err error) bool { return errors.Is(err, errDeadlock) }))
}

// Read is no statement that writes.
func Read(db *sql.DB) (n int, err error) {
	for range 3 {
		if err = db.QueryRow("SELECT n + 1 FROM stock").Scan(&n); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}

// Rows are each inserted once; those that fail are left out.
func Rows(db *sql.DB, rows []string) (failed int) {
	for _, row := range rows {
		if _, err := db.Exec("INSERT INTO notes (body) VALUES (?)", row); err != nil {
			failed++
		}
	}
	return failed
}
