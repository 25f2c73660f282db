// Package deadtimeout has timeouts that never fire.
package deadtimeout

import (
	"context"
	"database/sql"
	"time"
)

func same(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 3 {
		each, stop := context.WithTimeout(ctx, time.Second) // want `1s never fires: the context that it is given ends after 1s`
		_ = db.PingContext(each)
		stop()
	}
}
