// Package wired runs its statements through helpers, constants and libraries.
package wired

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"

	"retrysql/wired/store"
)

type shop struct {
	db     *sql.DB
	q      *store.Queries
	insert *sql.Stmt
	table  string
}

func open(db *sql.DB) (*shop, error) {
	insert, err := db.Prepare("INSERT INTO visits (page) VALUES (?)")
	if err != nil {
		return nil, err
	}
	return &shop{db: db, insert: insert}, nil
}

func (s *shop) prepared(page string) (err error) {
	for range 3 {
		if _, err = s.insert.Exec(page); err == nil { // want `"INSERT INTO visits \(page\) VALUES \(\?\)" is repeated after any error, 3 times`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *shop) generated(ctx context.Context, buyer string) (err error) {
	for range 3 {
		if _, err = s.q.PlaceOrder(ctx, buyer, 1); err == nil { // also: retryctx // want `"INSERT INTO orders\(buyer, cents\) VALUES …" is repeated after any error, 3 times`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *shop) handedOver(ctx context.Context, sku string) error {
	return retry.Do(func() error {
		return s.q.Run(ctx, "UPDATE stock SET n = n - 1 WHERE sku = $1", sku) // want `"UPDATE stock SET n = n - 1 WHERE sku = \$…" is repeated after any error, 4 times: .* n is changed twice; let its WHERE ask for what was read`
	}, retry.Attempts(4))
}

func (s *shop) tabled(body string) (err error) {
	text := fmt.Sprintf("INSERT INTO %s(body) VALUES (?)", s.table)
	for range 3 {
		if _, err = s.db.Exec(text, body); err == nil { // want `"INSERT INTO …\(body\) VALUES \(\?\)" is repeated`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The id is another one in each attempt.
func (s *shop) freshID(body string) (err error) {
	for range 3 {
		if _, err = s.db.Exec("INSERT INTO notes (body, id) VALUES (?, ?)", body, uuid.NewString()); err == nil { // want `the row is there twice`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func named(ctx context.Context, db *sqlx.DB, id string) (err error) {
	for range 3 {
		if _, err = db.NamedExecContext(ctx, "UPDATE wallets SET cents = cents + :cents WHERE id = :id", map[string]any{"id": id}); err == nil { // also: retryctx // want `cents is changed twice`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type visit struct {
	ID   uint
	Page string
}

func create(db *gorm.DB, page string) (err error) {
	for range 3 {
		if err = db.Create(&visit{Page: page}).Error; err == nil { // want `gorm.DB.Create is repeated after any error, 3 times: .* the row is there twice`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func seen(db *gorm.DB) error {
	return retry.Do(func() error {
		return db.Model(&visit{}).Where("page = ?", "home").UpdateColumn("seen", gorm.Expr("seen + ?", 1)).Error // want `gorm.DB.UpdateColumn is repeated after any error, 3 times: .* seen is changed twice`
	}, retry.Attempts(3))
}
