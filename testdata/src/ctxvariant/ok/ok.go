// Package ok holds what ctxvariant must not report.
package ok

import (
	"context"
	"crypto/tls"
	"database/sql"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"
)

type store struct {
	db *sql.DB
	do func() error
}

// No context in scope: whoever looks at unbounded calls decides.
func (s *store) plain() error { return s.db.Ping() }

// The context is refused, or has no name.
func refused(_ context.Context, db *sql.DB) error { return db.Ping() }

func refusedInside(ctx context.Context, db *sql.DB, each func(func(context.Context) error)) {
	each(func(_ context.Context) error { return db.Ping() })
}

func unnamed(context.Context, *sql.DB) error { return exec.Command("git").Run() }

// A local context is no parameter: start-up code makes its own.
func startUp(db *sql.DB) error {
	ctx := context.Background()
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	return db.Ping()
}

// What runs when the context has ended, or may have.
func cleanUp(ctx context.Context, db *sql.DB) error {
	defer db.Exec("UNLOCK TABLES")
	defer func() {
		_, _ = db.Exec("DROP TABLE tmp")
	}()
	undo := func() { _, _ = db.Exec("DROP TABLE tmp2") }
	defer undo()
	if ctx.Err() != nil {
		_, _ = db.Exec("DELETE FROM jobs")
	}
	if err := db.PingContext(ctx); err != nil {
		_, _ = db.Exec("DELETE FROM jobs")
		if err := exec.Command("umount", "/mnt").Run(); err != nil {
			fmt.Println(err)
		}
		return err
	}
	select {
	case <-ctx.Done():
		_, err := db.Exec("DELETE FROM jobs")
		return err
	case <-time.After(time.Second):
	}
	<-ctx.Done()
	return exec.Command("umount", "/mnt").Run()
}

func closed(ctx context.Context, done chan struct{}, db *sql.DB) error {
	select {
	case <-done:
	case <-ctx.Done():
	}
	_, err := db.Exec("DELETE FROM jobs")
	return err
}

func stop(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithCancel(ctx)
	if err := db.PingContext(ctx); err != nil {
		cancel()
		return err
	}
	cancel()
	_, err := db.Exec("DELETE FROM jobs")
	return err
}

// The test's or somebody else's hook runs it later.
func hooks(ctx context.Context, db *sql.DB, t interface{ Cleanup(func()) }) {
	t.Cleanup(func() { _, _ = db.Exec("DROP TABLE tmp") })
	context.AfterFunc(ctx, func() { _, _ = db.Exec("DROP TABLE tmp") })
}

// The context of a constructor is not the context of what it constructs.
func construct(ctx context.Context, db *sql.DB) (*store, func() error, error) {
	s := &store{db: db, do: func() error { return db.Ping() }}
	s.do = func() error { return db.Ping() }
	return s, func() error { return db.Ping() }, db.PingContext(ctx)
}

// A goroutine that may outlive the request.
func audit(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	go db.Exec("INSERT INTO audit VALUES (?)", r.URL.Path)
	go func() {
		_, _ = db.Exec("INSERT INTO audit VALUES (?)", r.URL.Path)
	}()
	write := func() { _, _ = db.Exec("INSERT INTO audit VALUES (?)", r.URL.Path) }
	go write()
}

// A wrapper that panics, for package variables.
func MustOpen(ctx context.Context, db *sql.DB) {
	if err := db.Ping(); err != nil {
		panic(err)
	}
}

// Calls that have no variant, or are told a time.
func noVariant(ctx context.Context, tx *sql.Tx) error {
	db, err := sql.Open("postgres", "")
	if err != nil {
		return err
	}
	defer db.Close()
	if err := tx.Rollback(); err != nil {
		return tx.Commit()
	}
	conn, err := net.DialTimeout("tcp", "db:5432", time.Second)
	if err != nil {
		return err
	}
	return conn.Close()
}

// Nobody is waited for on these networks.
func local(ctx context.Context) {
	_, _ = net.Dial("udp", "dns:53")
	_, _ = net.Dial("unixgram", "/run/systemd/notify")
}

// The deadline is handed on by hand.
func byHand(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	if t, ok := ctx.Deadline(); ok {
		d.Deadline = t
	}
	return tls.DialWithDialer(&d, "tcp", "a:443", nil)
}

// The handshake is under a deadline of its own.
func handshake(ctx context.Context, conn *tls.Conn) error {
	if err := conn.SetDeadline(time.Now().Add(time.Second)); err != nil {
		return err
	}
	return conn.Handshake()
}

// Commands: a daemon, one that is waited for apart, one that is killed by
// hand, one that a person types into, one that is run elsewhere.
func daemon(ctx context.Context) error { return exec.Command("dockerd").Start() }

func supervised(ctx context.Context) error {
	cmd := exec.Command("plugin")
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-done:
		return err
	}
}

func killed(ctx context.Context) error {
	cmd := exec.Command("plugin")
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Signal(os.Interrupt) })
	defer stop()
	return cmd.Run()
}

func editor(ctx context.Context) error {
	cmd := exec.Command("vi")
	cmd.Stdin = os.Stdin
	return cmd.Run()
}

func elsewhere(ctx context.Context, run func(context.Context, *exec.Cmd) error) error {
	cmd := exec.Command("git")
	fmt.Println(cmd)
	return run(ctx, cmd)
}

func arranged(ctx context.Context, kill func(context.Context, *exec.Cmd)) error {
	cmd := exec.Command("git")
	go kill(ctx, cmd)
	return cmd.Run()
}

func builder(ctx context.Context) *exec.Cmd { return exec.Command("git") }

type job struct{ cmd *exec.Cmd }

func kept(ctx context.Context) job { return job{cmd: exec.Command("git")} }

// Requests that get their context later, on the way, or are never sent.
func requests(ctx context.Context, c *http.Client, do func(context.Context, *http.Request) error, h http.Handler, w http.ResponseWriter) error {
	req, err := http.NewRequest("GET", "http://a", nil)
	if err != nil {
		return err
	}
	if _, err := c.Do(req.WithContext(ctx)); err != nil {
		return err
	}
	again, _ := http.NewRequest("GET", "http://a", nil)
	again = again.WithContext(ctx)
	if _, err := c.Do(again); err != nil {
		return err
	}
	third, _ := http.NewRequest("GET", "http://a", nil)
	third = third.Clone(ctx)
	if _, err := c.Do(third); err != nil {
		return err
	}
	inner, _ := http.NewRequest("GET", "/", nil)
	h.ServeHTTP(w, inner)
	router{}.ServeHTTP(w, inner)
	last, _ := http.NewRequest("GET", "http://a", nil)
	return do(ctx, last)
}

type router struct{}

func (router) ServeHTTP(http.ResponseWriter, *http.Request) {}

// A request made from another for a handler of this process, and one that a
// helper gives its context.
func rewrite(r *http.Request) (*http.Request, error) {
	return http.NewRequest("GET", "/topic", r.Body)
}

func decorated(ctx context.Context, c *http.Client, with func(*http.Request) *http.Request) error {
	req, err := http.NewRequest("GET", "http://a", nil)
	if err != nil {
		return err
	}
	req = authorize(req)
	_, err = c.Do(req)
	return err
}

func authorize(r *http.Request) *http.Request { return r.WithContext(context.TODO()) }

// The last word of the rule: it already is the variant.
func used(ctx context.Context, db *sql.DB, w http.ResponseWriter, r *http.Request) error {
	req, err := http.NewRequestWithContext(r.Context(), "GET", "http://a", nil)
	if err != nil {
		return err
	}
	if _, err := http.DefaultClient.Do(req); err != nil {
		return err
	}
	rows, err := db.QueryContext(ctx, "SELECT 1")
	if err != nil {
		return err
	}
	defer rows.Close()
	return exec.CommandContext(ctx, "git").Run()
}

// A migration is watched by whoever runs it.
func migrateNames(ctx context.Context, db *sql.DB) error {
	_, err := db.Exec("UPDATE names SET x = y")
	return err
}

// The resolver has limits, and the hosts file answers at once.
func lookup(ctx context.Context, host string) ([]string, error) { return net.LookupHost(host) }

// The dialer has a limit.
func limited(ctx context.Context, addr string) (net.Conn, error) {
	d := &net.Dialer{Timeout: 3 * time.Second}
	return d.Dial("tcp", addr)
}
