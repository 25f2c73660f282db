package example

import (
	"context"
	"database/sql"
	"os/exec"
)

func Orders(ctx context.Context, db *sql.DB, customer string) (*sql.Rows, error) {
	return db.Query("SELECT id FROM orders WHERE customer = ?", customer) // want `sql.DB.Query ignores ctx, so it goes on when the caller of Orders has given up; use sql.DB.QueryContext`
}

func Render(ctx context.Context, file string) ([]byte, error) {
	return exec.Command("dot", "-Tsvg", file).Output() // want `exec.Command ignores ctx, so what it builds goes on when the caller of Render has given up; use exec.CommandContext`
}
