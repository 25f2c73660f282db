// Package ok ends, or may go on.
package ok

import (
	"context"
	"database/sql"
	"log"
	"net"
	"sync"
	"time"
)

// Counted ends by a count.
func Counted(db *sql.DB) (err error) {
	for n := 0; ; n++ {
		if err = db.Ping(); err == nil || n == 10 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Timed ends by the clock.
func Timed(db *sql.DB) error {
	start := time.Now()
	for {
		err := db.Ping()
		if err == nil || time.Since(start) > time.Minute {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Deadline ends by its context.
func Deadline(parent context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(parent, time.Minute)
	defer cancel()
	for {
		err := db.PingContext(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Listens: the caller ends it.
func Listens(ctx context.Context, db *sql.DB) error {
	for {
		err := db.PingContext(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

type steps struct{ left int }

func (b *steps) Ongoing() bool { b.left--; return b.left > 0 }

// Object: it knows when it is enough.
func Object(db *sql.DB, b *steps) error {
	for b.Ongoing() {
		if err := db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return context.DeadlineExceeded
}

// Daemon reconnects for as long as the program runs.
func Daemon(addr string, use func(net.Conn)) {
	d := net.Dialer{Timeout: time.Second}
	go func() {
		for {
			conn, err := d.Dial("tcp", addr)
			if err != nil {
				log.Print(err)
				time.Sleep(5 * time.Second)
				continue
			}
			use(conn)
			return
		}
	}()
}

func limited(err error) error {
	if err == context.DeadlineExceeded {
		time.Sleep(time.Second)
		return nil
	}
	return err
}

// Picked: a helper says which errors go back.
func Picked(db *sql.DB) error {
	for {
		err := db.Ping()
		if err == nil {
			return nil
		}
		if err = limited(err); err != nil {
			return err
		}
	}
}

// Stops listens to a channel.
func Stops(addr string, stop <-chan struct{}) (net.Conn, error) {
	d := net.Dialer{Timeout: time.Second}
	for {
		conn, err := d.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		select {
		case <-stop:
			return nil, err
		case <-time.After(time.Second):
		}
	}
}

func starting() bool { return time.Now().Second() == 0 }

// While: something else says how long.
func While(addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: time.Second}
	for {
		conn, err := d.Dial("tcp", addr)
		if err != nil && starting() {
			time.Sleep(250 * time.Millisecond)
			continue
		}
		return conn, err
	}
}

// Text: one error is picked by what it says.
func Text(db *sql.DB, early error) error {
	for {
		err := db.Ping()
		if err == nil {
			return nil
		}
		switch err.Error() {
		case early.Error():
			time.Sleep(time.Second)
		default:
			return err
		}
	}
}

// Start waits for what the program cannot do without: a person or a supervisor
// watches, and nobody else is kept.
func Start(db *sql.DB) error {
	for {
		if err := db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// Nobody in sight is known to wait.
func Nobody(db *sql.DB) error {
	for {
		if err := db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// Unlocked before the attempts.
func Unlocked(mu *sync.Mutex, db *sql.DB) error {
	mu.Lock()
	mu.Unlock()
	for {
		if err := db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}
