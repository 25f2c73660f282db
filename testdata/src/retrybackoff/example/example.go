package example

import (
	"context"
	"database/sql"
)

func connect(ctx context.Context, db *sql.DB) (err error) {
	for range 10 { // want `sql.DB.PingContext is made again at once when it fails, 10 times: a dependency that is down or full gets 10 times the load from every client in the same moment; wait between the attempts, longer each time and with jitter`
		if err = db.PingContext(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}
