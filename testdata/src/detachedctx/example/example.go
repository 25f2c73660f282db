package example

import (
	"context"
	"database/sql"
	"log"
)

func cancelOrder(ctx context.Context, db *sql.DB, order string) {
	go func() {
		ctx := context.WithoutCancel(ctx) // want `can wait for ever: its context is detached by context\.WithoutCancel`
		if _, err := db.ExecContext(ctx, "DELETE FROM reservations WHERE id = $1", order); err != nil {
			log.Print(err)
		}
	}()
}
