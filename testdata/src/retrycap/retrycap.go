package retrycap

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"sync"
	"time"
)

type client struct {
	addr string
	mu   sync.Mutex
	http *http.Client
	once sync.Once
	tree string
}

// Tree is read when it is first wanted.
func (c *client) Tree() string {
	c.once.Do(c.load)
	return c.tree
}

func (c *client) load() {
	for { // want `http.Client.Get is repeated until it works, every 1s, with no limit of attempts or time and nothing that stops it: while the other side is away, everybody who comes to the sync.Once around load waits`
		resp, err := c.http.Get("http://" + c.addr)
		if err == nil {
			c.tree = resp.Status
			resp.Body.Close()
			return
		}
		time.Sleep(time.Second)
	}
}

func (c *client) send(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := net.Dialer{Timeout: time.Second}
	for { // want `net.Dialer.Dial is repeated until it works, every 5s, with no limit of attempts or time and nothing that stops it: while the other side is away, everybody who wants the lock that send holds waits`
		conn, err := d.Dial("tcp", c.addr)
		if err == nil {
			_, err = conn.Write([]byte(text)) // also: bareconn
			return err
		}
		time.Sleep(5 * time.Second)
	}
}

// ask waits in the handler itself: the request has a context, and nothing looks at it.
func (c *client) ask(w http.ResponseWriter, r *http.Request) {
	for { // want `http.Client.Head is repeated until it works, every 700ms, with no limit of attempts or time and nothing that stops it: while the other side is away, the request waits`
		resp, err := c.http.Head("http://" + c.addr) // also: ctxvariant
		if err == nil {
			w.WriteHeader(resp.StatusCode)
			resp.Body.Close()
			return
		}
		time.Sleep(700 * time.Millisecond)
	}
}

func (c *client) get(req *http.Request) (*http.Response, error) { // the request is the caller's context, and nobody is known to wait: deafsleep or retryctx speak
	for {
		resp, err := c.http.Do(req) // also: retryctx
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
}

// page waits in a function that the handler calls.
func page(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if ready(db) == nil {
			w.WriteHeader(http.StatusOK)
		}
	}
}

func ready(db *sql.DB) error {
	err := db.Ping()
	for err != nil { // want `sql.DB.Ping is repeated until it works, every 100ms, 10 times a second from each client, with no limit of attempts or time and nothing that stops it: while the other side is away, the request waits`
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
