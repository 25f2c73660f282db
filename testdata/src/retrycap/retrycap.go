package retrycap

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"time"
)

type client struct {
	addr string
	conn net.Conn
	http *http.Client
}

func (c *client) connect() error {
	d := net.Dialer{Timeout: time.Second}
	for { // want `net.Dialer.Dial is repeated until it works, every 5s, with no limit of attempts or time and nothing that stops it: while the other side is away, the caller of connect waits`
		conn, err := d.Dial("tcp", c.addr)
		if err == nil {
			c.conn = conn
			return nil
		}
		time.Sleep(5 * time.Second)
	}
}

func (c *client) get(req *http.Request) (*http.Response, error) { // the request is the caller's context: deafsleep or retryctx speak
	for {
		resp, err := c.http.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second) // also: deafsleep
	}
}

func ready(db *sql.DB) error {
	err := db.Ping()
	for err != nil { // want `sql.DB.Ping is repeated until it works, every 100ms, with no limit`
		time.Sleep(100 * time.Millisecond)
		err = db.Ping()
	}
	return nil
}

func again(ctx context.Context, db *sql.DB, retries int) error {
	err := db.PingContext(ctx)
	if err == nil {
		return nil
	}
	if retries <= 0 {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
	}
	return again(ctx, db, retries) // want `again calls itself again with the number of attempts it was given: it never runs out while sql.DB.PingContext fails; hand on one less`
}
