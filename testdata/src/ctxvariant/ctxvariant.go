package ctxvariant

import (
	"context"
	"crypto/tls"
	"database/sql"
	"net"
	"net/http"
	"os/exec"

	"golang.org/x/sync/errgroup"
)

type store struct{ *sql.DB }

// The telegraf bug: one branch has the context, its neighbour does not (telegraf#19254).
func gather(ctx context.Context, db *sql.DB, stmt *sql.Stmt) error {
	var rows *sql.Rows
	var err error
	if stmt != nil {
		rows, err = stmt.QueryContext(ctx)
	} else {
		rows, err = db.Query("SELECT 1") // want `sql.DB.Query ignores ctx, so it goes on when the caller of gather has given up; use sql.DB.QueryContext`
	}
	if err != nil {
		return err
	}
	return rows.Close()
}

func transaction(parent context.Context, s store) error {
	if err := s.Ping(); err != nil { // want `sql.DB.Ping ignores parent, so it goes on when the caller of transaction has given up; use sql.DB.PingContext`
		return err
	}
	tx, err := s.Begin() // want `sql.DB.Begin ignores parent`
	if err != nil {
		return err
	}
	if _, err := tx.Exec( // want `sql.Tx.Exec ignores parent`
		"UPDATE a SET b = ?",
		1,
	); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// The innermost context counts, and a literal that is called at once has that
// of the function around it.
func literals(ctx context.Context, db *sql.DB) error {
	err := retry(func() error {
		return db.Ping() // want `sql.DB.Ping ignores ctx`
	})
	if err != nil {
		return err
	}
	count := func() (n int, err error) {
		err = db.QueryRow("SELECT 1").Scan(&n) // want `sql.DB.QueryRow ignores ctx`
		return n, err
	}
	if _, err := count(); err != nil {
		return err
	}
	var g errgroup.Group
	g.Go(func() error { return exec.Command("git").Run() }) // want `exec.Command ignores ctx, so what it builds goes on when the caller of literals has given up; use exec.CommandContext`
	err = func() error { return db.Ping() }()               // want `sql.DB.Ping ignores ctx`
	each(func(inner context.Context) error {
		return db.Ping() // want `sql.DB.Ping ignores inner, so it goes on when its caller has given up`
	})
	err = locked(ctx, func() error {
		return db.Ping() // want `sql.DB.Ping ignores ctx`
	})
	if err != nil {
		return err
	}
	return g.Wait()
}

func locked(ctx context.Context, f func() error) error { return f() }

func retry(f func() error) error                   { return f() }
func each(f func(ctx context.Context) error) error { return f(context.Background()) }

// Two contexts, a name that means something else, a context made here whose
// user is returned, the context of an errgroup: reported, and no fix.
func noFix(ctx context.Context, db *sql.DB) error {
	timed, cancel := context.WithTimeout(ctx, 1e9)
	defer cancel()
	_ = timed
	return db.Ping() // want `sql.DB.Ping ignores ctx`
}

func shadowed(ctx context.Context, db *sql.DB) error {
	if ctx := "here"; ctx != "" {
		return db.Ping() // want `sql.DB.Ping ignores ctx`
	}
	return nil
}

func returned(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, 1e9)
	defer cancel()
	_ = ctx
	return db.Query("SELECT 1") // want `sql.DB.Query ignores ctx`
}

func group(ctx context.Context, db *sql.DB) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return db.PingContext(ctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	return db.Ping() // want `sql.DB.Ping ignores ctx`
}

func dial(ctx context.Context, conn *tls.Conn) error {
	c, err := net.Dial("tcp", "db:5432") // want `net.Dial ignores ctx, so it goes on when the caller of dial has given up; use net.Dialer.DialContext`
	if err != nil {
		return err
	}
	var d net.Dialer
	if _, err := d.Dial("tcp", "db:5432"); err != nil { // want `net.Dialer.Dial ignores ctx`
		return err
	}
	if _, err := net.LookupTXT("db"); err != nil { // want `net.LookupTXT ignores ctx`
		return err
	}
	if err := conn.Handshake(); err != nil { // want `tls.Conn.Handshake ignores ctx`
		return err
	}
	return c.Close()
}

func commands(ctx context.Context) error {
	cmd := exec.Command("git", "fetch") // want `exec.Command ignores ctx`
	cmd.Dir = "/tmp"
	if _, err := cmd.CombinedOutput(); err != nil {
		return err
	}
	cmd = exec.Command("git", "gc") // want `exec.Command ignores ctx`
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}

func requests(ctx context.Context, c *http.Client, send func(*http.Request) error) error {
	req, err := http.NewRequest("GET", "http://a", nil) // want `http.NewRequest ignores ctx, so what it builds goes on when the caller of requests has given up; use http.NewRequestWithContext`
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/plain")
	if _, err := c.Do(req); err != nil {
		return err
	}
	if _, err := c.Get("http://a"); err != nil { // want `http.Client.Get ignores ctx, so it goes on when the caller of requests has given up; use http.Client.Do with a request from http.NewRequestWithContext`
		return err
	}
	return nil
}

func polite(ctx context.Context, tick chan struct{}, db *sql.DB) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-tick:
	}
	return db.Ping() // want `sql.DB.Ping ignores ctx`
}

func handedOn(ctx context.Context) error {
	req, err := http.NewRequest("GET", "http://a", nil) // want `http.NewRequest ignores ctx`
	if err != nil {
		return err
	}
	return send(req)
}

func send(*http.Request) error { return nil }

func build(ctx context.Context) (*http.Request, error) {
	return http.NewRequest("GET", "http://a", nil) // want `http.NewRequest ignores ctx`
}

func handler(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := db.Ping(); err != nil { // want `sql.DB.Ping ignores r.Context\(\), so it goes on when the client has given up; use sql.DB.PingContext`
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	}
}
