package disk

import (
	"context"
	"database/sql"

	_ "github.com/mattn/go-sqlite3"
)

// Tables asks a file, which answers or fails.
func Tables(db *sql.DB) (n int, err error) {
	err = db.QueryRowContext(context.Background(), "SELECT COUNT(*) FROM sqlite_master").Scan(&n)
	return n, err
}
