package example

import (
	"context"
	"database/sql"
)

func giveBack(ctx context.Context, db *sql.DB, order string) error {
	_, err := db.ExecContext(context.Background(), "DELETE FROM reservations WHERE id = $1", order) // want `is given context\.Background although ctx is in scope`
	return err
}
