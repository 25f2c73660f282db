package example

import (
	"context"
	"database/sql"
	"time"
)

func connect(ctx context.Context, db *sql.DB) error {
	var err error
	for i := 0; i < 5; i++ {
		if err = db.PingContext(ctx); err == nil { // want `the loop repeats sql.DB.PingContext without looking at ctx: after it has ended up to 4 more attempts are made and 8s waited for nobody; stop when ctx.Err\(\) is not nil, and wait on a timer and ctx.Done\(\) together`
			return nil
		}
		<-time.After(2 * time.Second)
	}
	return err
}
