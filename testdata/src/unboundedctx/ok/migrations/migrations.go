// Package migrations changes tables at the start, however long that takes.
package migrations

import (
	"context"
	"database/sql"
)

// All are the steps, in their order.
var All = []func(*sql.DB) error{oauth}

func oauth(db *sql.DB) error {
	tx, err := db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	if _, err := tx.Exec("ALTER TABLE users ADD oauth TEXT"); err != nil {
		return err
	}
	return tx.Commit()
}
