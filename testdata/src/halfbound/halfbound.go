package halfbound

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"strings"
	"time"
)

// Only http URLs get the timeout.
func scheme(url string) error {
	c := &http.Client{} // want `http.Client gets its Timeout at halfbound.go:16 on one path only: the call at halfbound.go:18 is reached without it too`
	if strings.HasPrefix(url, "http:") {
		c.Timeout = 5 * time.Second
	}
	_, err := c.Get(url)
	return err
}

func dial(addr string, secure bool) error {
	d := net.Dialer{} // want `net.Dialer gets its Timeout at halfbound.go:25 on one path only`
	if secure {
		d.Timeout = time.Second
	}
	_, err := d.Dial("tcp", addr)
	return err
}

func query(db *sql.DB, admin bool) error {
	ctx, cancel := context.Background(), context.CancelFunc(func() {})
	if !admin {
		ctx, cancel = context.WithTimeout(ctx, time.Second)
	}
	defer cancel()
	_, err := db.ExecContext(ctx, "DELETE FROM t") // want `sql.DB.ExecContext is bounded on one path only: on the other its context \(context.Background\) has no deadline`
	return err
}

// The deadline comes after the first call that blocks.
func late(db *sql.DB) error {
	ctx := context.Background()
	if err := db.PingContext(ctx); err != nil { // want `sql.DB.PingContext waits without a deadline, which is made only afterwards \(halfbound.go:47\)`
		return err
	}
	timed, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := db.ExecContext(timed, "DELETE FROM t")
	return err
}
