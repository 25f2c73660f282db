// Package migrations is run once, by somebody who watches.
package migrations

import (
	"context"
	"database/sql"
)

func up(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.Exec("UPDATE album SET all_artist_ids = ''")
	return err
}
