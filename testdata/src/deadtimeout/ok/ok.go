// Package ok has timeouts that may fire.
package ok

import (
	"context"
	"database/sql"
	"time"
)

func shorter(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	for range 3 {
		each, stop := context.WithTimeout(ctx, 2*time.Second)
		_ = db.PingContext(each)
		stop()
	}
}

// given may be given more.
func given(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	_ = db.PingContext(ctx)
}

func detached(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_ = db.PingContext(ctx)
	after, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer stop()
	_ = db.PingContext(after)
}

func chosen(ctx context.Context, db *sql.DB, d time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	ctx, stop := context.WithTimeout(ctx, d)
	defer stop()
	_ = db.PingContext(ctx)
}
