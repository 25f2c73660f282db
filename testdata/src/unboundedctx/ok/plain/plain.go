// Package plain asks databases that have limits of their own, or at start-up.
package plain

import (
	"database/sql"
	"time"

	_ "github.com/go-sql-driver/mysql"
)

// The connection string may have a readTimeout.
func sweep(db *sql.DB) {
	for range time.Tick(time.Minute) {
		_, _ = db.Exec("DELETE FROM old")
	}
}
