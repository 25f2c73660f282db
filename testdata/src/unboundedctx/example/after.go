package example

import (
	"context"
	"database/sql"
	"log"
	"time"
)

func expireAfter(db *sql.DB) {
	for range time.Tick(time.Minute) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		_, err := db.ExecContext(ctx, "DELETE FROM sessions WHERE ends < now()")
		cancel()
		if err != nil {
			log.Print(err)
		}
	}
}
