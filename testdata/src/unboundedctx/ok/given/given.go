// Package given asks through what was bounded elsewhere.
package given

import (
	"context"
	"database/sql"

	"github.com/olivere/elastic/v7"
)

// Find goes through an HTTP client of somebody's choice.
func Find(s *elastic.SearchService) (*elastic.SearchResult, error) {
	return s.Do(context.Background())
}

// Change begins a transaction, whose statements have deadlines of their own.
func Change(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(context.Background(), nil) // also: droppedctx
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE t SET n = 1"); err != nil {
		return tx.Rollback()
	}
	return tx.Commit()
}

// Counted begins one for whoever asks.
func Counted(db *sql.DB) (*sql.Tx, error) { return db.BeginTx(context.Background(), nil) }
