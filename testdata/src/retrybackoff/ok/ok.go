// Package ok repeats at once on purpose, or waits somewhere.
package ok

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"
)

// Twice: a stale connection gets one more try.
func Twice(client *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 2 {
		if resp, err = client.Do(req); err == nil {
			break
		}
	}
	return resp, err
}

// Each host once.
func Each(hosts []string) (conn net.Conn, err error) {
	d := net.Dialer{Timeout: time.Second}
	for _, host := range hosts {
		if conn, err = d.Dial("tcp", host); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

type pool struct{ hosts []string }

func (p *pool) pick() string { return p.hosts[time.Now().Unix()%int64(len(p.hosts))] }

// Picked anew for each attempt.
func Picked(p *pool) (conn net.Conn, err error) {
	d := net.Dialer{Timeout: time.Second}
	for i := 0; i < 5; i++ {
		if conn, err = d.Dial("tcp", p.pick()); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}

// Helper: the wait is in another function.
func Helper(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 5; i++ {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		pause(ctx)
	}
	return err
}

// slow waits itself before it gives up.
func slow(ctx context.Context, db *sql.DB) error {
	err := db.PingContext(ctx)
	if err != nil {
		pause(ctx)
	}
	return err
}

// Callee: the wait is in what is called.
func Callee(ctx context.Context, db *sql.DB) (err error) {
	for ctx.Err() == nil {
		if err = slow(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

// Again: only one error goes back.
func Again(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 10; i++ {
		if _, err = db.ExecContext(ctx, "update t set a = 1"); !errors.Is(err, driver.ErrBadConn) {
			return err
		}
	}
	return err
}

// Interrupted: a system call.
func Interrupted(fd int, b []byte) (n int, err error) {
	for {
		if n, err = syscall.Read(fd, b); err != syscall.EINTR {
			return n, err
		}
	}
}

// First: no wait before the first attempt only.
func First(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 5; i++ {
		if i > 0 {
			pause(ctx)
		}
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Drain reads until the end.
func Drain(r io.Reader, b []byte) error {
	for {
		if _, err := r.Read(b); err != nil {
			return err
		}
	}
}

// Pages fetches them all.
func Pages(client *http.Client, next func(*http.Response) *http.Request, req *http.Request) error {
	for req != nil {
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		req = next(resp)
	}
	return nil
}

// Simpler the second time, and no third.
func Simpler(client *http.Client, url string, lease time.Duration) (*http.Response, error) {
	resp, err := client.Get(url + lease.String())
	if err != nil && lease > 0 {
		return Simpler(client, url, 0)
	}
	return resp, err
}

// Once: a flag allows one more try.
func Once(ctx context.Context, db *sql.DB, reset func()) error {
	tried := false
	for {
		err := db.PingContext(ctx)
		if err == nil {
			return nil
		}
		if tried {
			return err
		}
		tried = true
		reset()
	}
}

type cluster struct{ host string }

func (c *cluster) connect() error {
	d := net.Dialer{Timeout: time.Second}
	_, err := d.Dial("tcp", c.host)
	return err
}

// Hosts: the element goes by way of a field.
func Hosts(c *cluster, hosts []string) (err error) {
	for _, host := range hosts {
		c.host = host
		if err = c.connect(); err == nil {
			return nil
		}
	}
	return err
}

type noNetwork struct{ name string }

func (n noNetwork) Error() string { return n.name }

// Mended: only one kind of error goes back, after what it lacked was made.
func Mended(db *sql.DB, mend func(string) error) error {
	var lacks noNetwork
	for {
		_, err := db.Exec("START")
		if errors.As(err, &lacks) {
			if err := mend(lacks.name); err != nil {
				return err
			}
			continue
		}
		return err
	}
}
