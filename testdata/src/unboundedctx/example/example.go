package example

import (
	"context"
	"database/sql"
	"log"
	"time"
)

func expire(db *sql.DB) {
	for range time.Tick(time.Minute) {
		_, err := db.ExecContext(context.Background(), "DELETE FROM sessions WHERE ends < now()") // want `sql\.DB\.ExecContext can wait for ever in a background loop`
		if err != nil {
			log.Print(err)
		}
	}
}
