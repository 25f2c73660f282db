// Package disk copies a database of another machine into a file of this one.
package disk

import (
	"database/sql"

	_ "github.com/lib/pq"
)

// Open is for the other machine.
func Open(url string) (*sql.DB, error) { return sql.Open("postgres", url) }
