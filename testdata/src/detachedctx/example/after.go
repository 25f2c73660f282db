package example

import (
	"context"
	"database/sql"
	"log"
	"time"
)

func cancelOrderAfter(ctx context.Context, db *sql.DB, order string) {
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if _, err := db.ExecContext(ctx, "DELETE FROM reservations WHERE id = $1", order); err != nil {
			log.Print(err)
		}
	}()
}
