// Package gaps holds waits of each kind.
package gaps

import (
	"context"
	"database/sql"
	"net"
	"time"
)

func bounded(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

func unbounded(db *sql.DB) error { return db.PingContext(context.Background()) }

func callers(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

func times(addr string, d time.Duration) { net.DialTimeout("tcp", addr, d) }

var kept context.Context

func global(db *sql.DB) error { return db.PingContext(kept) }

func Ask(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

func asks(db *sql.DB) error { return Ask(kept, db) }
