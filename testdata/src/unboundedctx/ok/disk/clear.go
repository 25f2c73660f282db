package disk

import (
	"context"
	"database/sql"
	"testing"
)

// Clear is for tests, here and elsewhere.
func Clear(db *sql.DB) error {
	if !testing.Testing() {
		panic("only for tests")
	}
	_, err := db.ExecContext(context.Background(), "DELETE FROM users")
	return err
}
