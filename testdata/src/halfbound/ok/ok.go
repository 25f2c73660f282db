// Package ok holds what halfbound must leave alone.
package ok

import (
	"context"
	"database/sql"
	"net/http"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// Zero means no timeout: the operator chose.
func configured(url string, timeout time.Duration) {
	c := &http.Client{}
	if timeout > 0 {
		c.Timeout = timeout
	}
	c.Get(url)
}

// Both branches set it.
func both(url string) {
	c := &http.Client{}
	if strings.HasPrefix(url, "https:") {
		c.Timeout = 5 * time.Second
	} else {
		c.Timeout = time.Second
	}
	c.Get(url)
}

// A stream is followed for as long as it lasts.
func follow(db *sql.DB, follow bool) error {
	ctx, cancel := context.Background(), context.CancelFunc(func() {})
	if !follow {
		ctx, cancel = context.WithTimeout(ctx, time.Second)
	}
	defer cancel()
	_, err := db.QueryContext(ctx, "SELECT 1")
	return err
}

// A deadline is made if the caller has none.
func ensure(ctx context.Context, db *sql.DB) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
	}
	return db.PingContext(ctx)
}

// The request on the other path carries its own deadline.
func requests(ctx context.Context, url string, slow bool) error {
	c := &http.Client{}
	if slow {
		c.Timeout = time.Minute
	}
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	_, err = c.Do(req)
	return err
}

// Made and bounded in one branch, when it is first needed.
type lazy struct{ client *http.Client }

func (l *lazy) get(url string) {
	if l.client == nil {
		l.client = &http.Client{Timeout: time.Second}
	}
	l.client.Get(url)
}

// Made in the branch, in a variable of its own.
func chosen(url string, c *http.Client) {
	if c == nil {
		c = &http.Client{}
		c.Timeout = time.Second
	}
	c.Get(url)
}

// Paced by the process itself, and each try has a deadline of its own.
func paced(ctx context.Context, limit *rate.Limiter, db *sql.DB) error {
	for {
		if err := limit.Wait(ctx); err != nil {
			return err
		}
		c, cancel := context.WithTimeout(ctx, time.Second)
		_, err := db.ExecContext(c, "SELECT 1")
		cancel()
		if err == nil {
			return nil
		}
	}
}
