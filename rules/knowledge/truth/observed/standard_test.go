package observed

import (
	"bufio"
	"context"
	"crypto/tls"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/rpc"
	"net/rpc/jsonrpc"
	"net/smtp"
	"net/textproto"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"
)

var standardSeen = []seen{
	// net/http, the client.
	{"net/http.Client.Timeout", "zero", client(&http.Client{})},
	{"net/http.Client.Timeout", "negative", client(&http.Client{Timeout: -1})},
	{"net/http.Get", "waits", func(t *testing.T) string { return waits(t, func() { discard(http.Get("http://" + silent(t))) }) }},
	{"net/http.Head", "waits", func(t *testing.T) string { return waits(t, func() { discard(http.Head("http://" + silent(t))) }) }},
	{"net/http.Post", "waits", func(t *testing.T) string {
		return waits(t, func() { discard(http.Post("http://"+silent(t), "", nil)) })
	}},
	{"net/http.PostForm", "waits", func(t *testing.T) string {
		return waits(t, func() { discard(http.PostForm("http://"+silent(t), nil)) })
	}},
	{"(*net/http.Client).Do", "waits", client(&http.Client{Timeout: Short})},
	{"(*net/http.Client).Get", "waits", func(t *testing.T) string {
		c := &http.Client{Timeout: Short}
		return waits(t, func() {
			if res, err := c.Get("http://" + peer(t, Stalling).Addr); err == nil {
				_, _ = io.ReadAll(res.Body) // the body counts
			}
		})
	}},
	{"net/http.Transport.TLSHandshakeTimeout", "zero", handshake(0)},
	{"net/http.Transport.TLSHandshakeTimeout", "negative", handshake(-1)},
	{"net/http.Transport.ResponseHeaderTimeout", "zero", client(&http.Client{Transport: &http.Transport{}})},
	{"net/http.Transport.ResponseHeaderTimeout", "negative", client(&http.Client{Transport: &http.Transport{ResponseHeaderTimeout: -1}})},
	{"net/http.Transport.ExpectContinueTimeout", "zero", func(t *testing.T) string {
		// The body goes out without waiting for "100 Continue".
		p := peer(t, func(c net.Conn) {
			req, err := http.ReadRequest(bufio.NewReader(c))
			if err == nil {
				_, _ = io.ReadAll(req.Body)
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
			}
		})
		c := &http.Client{Transport: &http.Transport{}}
		return waits(t, func() {
			req, _ := http.NewRequest(http.MethodPost, "http://"+p.Addr, io.LimitReader(zeros{}, 10))
			req.Header.Set("Expect", "100-continue")
			discard(c.Do(req))
		})
	}},
	{"net/http.DefaultClient", "Timeout", is(http.DefaultClient.Timeout)},
	{"net/http.DefaultTransport", "TLSHandshakeTimeout", is(defaultTransport().TLSHandshakeTimeout)},
	{"net/http.DefaultTransport", "ResponseHeaderTimeout", is(defaultTransport().ResponseHeaderTimeout)},
	{"net/http.DefaultTransport", "IdleConnTimeout", is(defaultTransport().IdleConnTimeout)},
	{"net/http.DefaultTransport", "ExpectContinueTimeout", is(defaultTransport().ExpectContinueTimeout)},
	{"(*net/http.Transport).Clone", "TLSHandshakeTimeout", func(t *testing.T) string {
		if defaultTransport().Clone().TLSHandshakeTimeout == defaultTransport().TLSHandshakeTimeout {
			return "kept"
		}
		return "dropped"
	}},
	// net/http, the server.
	{"net/http.Server.ReadHeaderTimeout", "zero", func(t *testing.T) string {
		if headerWait(t, &http.Server{ReadTimeout: Short}) == "bounded" && headerWait(t, &http.Server{}) == "infinite" {
			return "inherit"
		}
		return "something else"
	}},
	{"net/http.Server.ReadHeaderTimeout", "negative", func(t *testing.T) string {
		return headerWait(t, &http.Server{ReadTimeout: Short, ReadHeaderTimeout: -1})
	}},
	{"net/http.Server.ReadTimeout", "zero", func(t *testing.T) string { return headerWait(t, &http.Server{}) }},
	{"net/http.Server.ReadTimeout", "negative", func(t *testing.T) string { return headerWait(t, &http.Server{ReadTimeout: -1}) }},
	{"net/http.Server.IdleTimeout", "zero", func(t *testing.T) string {
		if idleWait(t, &http.Server{ReadTimeout: Short}) == "bounded" && idleWait(t, &http.Server{}) == "infinite" {
			return "inherit"
		}
		return "something else"
	}},
	{"net/http.TimeoutHandler", "zero", func(t *testing.T) string { return handlerContext(t, 0) }},
	{"net/http.TimeoutHandler", "negative", func(t *testing.T) string { return handlerContext(t, -1) }},
	{"(*net/http.Server).Shutdown", "waits", func(t *testing.T) string {
		busy := make(chan struct{})
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(busy)
			time.Sleep(2 * Patience)
		}))
		go func() { discard(http.Get(srv.URL)) }()
		<-busy
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _ = srv.Config.Shutdown(ctx) })
	}},
	// net and crypto/tls.
	{"net.Dialer.Timeout", "negative", func(t *testing.T) string {
		addr := silent(t)
		var err error
		verdict := waits(t, func() { _, err = (&net.Dialer{Timeout: -1}).Dial("tcp", addr) })
		if err == nil {
			return "connected"
		}
		return verdict
	}},
	{"(net.Conn).Read", "waits", func(t *testing.T) string {
		c := dial(t, silent(t))
		_ = c.SetReadDeadline(time.Now().Add(Short))
		return waits(t, func() { _, _ = c.Read(make([]byte, 1)) })
	}},
	{"(net.Conn).SetReadDeadline", "zero", func(t *testing.T) string {
		c := dial(t, silent(t))
		_ = c.SetReadDeadline(time.Now().Add(Short))
		_ = c.SetReadDeadline(time.Time{})
		return waits(t, func() { _, _ = c.Read(make([]byte, 1)) })
	}},
	{"(net.Conn).SetDeadline", "zero", func(t *testing.T) string {
		c := dial(t, silent(t))
		_ = c.SetDeadline(time.Now().Add(Short))
		_ = c.SetDeadline(time.Time{})
		return waits(t, func() { _, _ = c.Read(make([]byte, 1)) })
	}},
	{"(*net.TCPListener).SetDeadline", "zero", func(t *testing.T) string {
		l, err := net.ListenTCP("tcp", nil)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		_ = l.SetDeadline(time.Time{})
		return waits(t, func() { _, _ = l.Accept() })
	}},
	{"crypto/tls.Dial", "waits", func(t *testing.T) string {
		addr := silent(t)
		return waits(t, func() { _, _ = tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true}) })
	}},
	{"crypto/tls.DialWithDialer", "waits", func(t *testing.T) string {
		addr := silent(t)
		return waits(t, func() { _, _ = tls.DialWithDialer(&net.Dialer{Timeout: Short}, "tcp", addr, &tls.Config{}) })
	}},
	{"(*crypto/tls.Dialer).DialContext", "waits", func(t *testing.T) string {
		addr := silent(t)
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _, _ = (&tls.Dialer{}).DialContext(ctx, "tcp", addr) })
	}},
	{"(*crypto/tls.Conn).HandshakeContext", "waits", func(t *testing.T) string {
		c := tls.Client(dial(t, silent(t)), &tls.Config{InsecureSkipVerify: true})
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _ = c.HandshakeContext(ctx) })
	}},
	// The packages that know no context.
	{"net/smtp.Dial", "waits", func(t *testing.T) string {
		addr := silent(t)
		return waits(t, func() { _, _ = smtp.Dial(addr) })
	}},
	{"net/smtp.SendMail", "waits", func(t *testing.T) string {
		addr := silent(t)
		return waits(t, func() { _ = smtp.SendMail(addr, nil, "a@example.com", []string{"b@example.com"}, nil) })
	}},
	{"net/smtp.NewClient", "waits", func(t *testing.T) string {
		c := dial(t, silent(t))
		_ = c.SetDeadline(time.Now().Add(Short))
		return waits(t, func() { _, _ = smtp.NewClient(c, "localhost") })
	}},
	{"(*net/textproto.Reader).ReadLine", "waits", func(t *testing.T) string {
		c := dial(t, silent(t))
		_ = c.SetDeadline(time.Now().Add(Short))
		return waits(t, func() { _, _ = textproto.NewReader(bufio.NewReader(c)).ReadLine() })
	}},
	{"net/rpc.DialHTTP", "waits", func(t *testing.T) string {
		addr := silent(t)
		return waits(t, func() { _, _ = rpc.DialHTTP("tcp", addr) })
	}},
	{"(*net/rpc.Client).Call", "waits", func(t *testing.T) string {
		c := dial(t, silent(t))
		_ = c.SetDeadline(time.Now().Add(Short))
		client := jsonrpc.NewClient(c)
		return waits(t, func() { _ = client.Call("Service.Method", 1, new(int)) })
	}},
	// os/exec: WaitDelay is no limit on a child that runs.
	{"(*os/exec.Cmd).Run", "waits", func(t *testing.T) string {
		bare := exec.Command("sleep", "6")
		bare.WaitDelay = Short
		if got := waits(t, func() { _ = bare.Run() }); got != "infinite" {
			return "WaitDelay ended the child: " + got
		}
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _ = exec.CommandContext(ctx, "sleep", "6").Run() })
	}},
	{"os/exec.Cmd.WaitDelay", "zero", func(t *testing.T) string {
		// A grandchild keeps the pipe: the context kills the shell only.
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _, _ = exec.CommandContext(ctx, "sh", "-c", "sleep 6 & wait").Output() })
	}},
	// context and time.
	{"context.WithTimeout", "zero", func(t *testing.T) string {
		ctx, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		return remaining(ctx)
	}},
	{"context.WithTimeout", "negative", func(t *testing.T) string {
		ctx, cancel := context.WithTimeout(t.Context(), -1)
		defer cancel()
		return remaining(ctx)
	}},
	{"context.WithDeadline", "zero", func(t *testing.T) string {
		ctx, cancel := context.WithDeadline(t.Context(), time.Time{})
		defer cancel()
		return remaining(ctx)
	}},
	{"context.WithoutCancel", "deadline", func(t *testing.T) string {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if _, ok := context.WithoutCancel(ctx).Deadline(); ok {
			return "kept"
		}
		return "dropped"
	}},
	{"context.WithCancel", "deadline", func(t *testing.T) string {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		if _, ok := ctx.Deadline(); ok {
			return "kept"
		}
		return "dropped"
	}},
	{"time.NewTicker", "zero", func(t *testing.T) string { return fails(func() error { time.NewTicker(0); return nil }) }},
	{"time.NewTicker", "negative", func(t *testing.T) string { return fails(func() error { time.NewTicker(-1); return nil }) }},
	{"time.Tick", "zero", func(t *testing.T) string {
		if time.Tick(0) == nil {
			return "disabled"
		}
		return "ticks"
	}},
	{"time.After", "zero", func(t *testing.T) string { return waits(t, func() { <-time.After(0) }) }},
	{"time.After", "negative", func(t *testing.T) string { return waits(t, func() { <-time.After(-1) }) }},
	{"time.NewTimer", "zero", func(t *testing.T) string { return waits(t, func() { <-time.NewTimer(0).C }) }},
	{"(*sync.WaitGroup).Wait", "waits", func(t *testing.T) string {
		var wg sync.WaitGroup
		wg.Add(1)
		return waits(t, wg.Wait)
	}},
	{"(*sync.Mutex).Lock", "waits", func(t *testing.T) string {
		var mu sync.Mutex
		mu.Lock()
		return waits(t, mu.Lock)
	}},
	// database/sql, on a driver that counts and stalls.
	{"(*database/sql.DB).SetMaxIdleConns", "default", func(t *testing.T) string { return idle(t, func(*sql.DB) {}) }},
	{"(*database/sql.DB).SetMaxIdleConns", "zero", func(t *testing.T) string {
		if idle(t, func(db *sql.DB) { db.SetMaxIdleConns(0) }) == "0" {
			return "none"
		}
		return "some"
	}},
	{"(*database/sql.DB).SetMaxIdleConns", "negative", func(t *testing.T) string {
		if idle(t, func(db *sql.DB) { db.SetMaxIdleConns(-1) }) == "0" {
			return "none"
		}
		return "some"
	}},
	{"(*database/sql.DB).SetMaxOpenConns", "default", func(t *testing.T) string {
		return strconv.Itoa(sql.OpenDB(stalling{}).Stats().MaxOpenConnections)
	}},
	{"(*database/sql.DB).SetMaxOpenConns", "zero", func(t *testing.T) string { return open(t, 0) }},
	{"(*database/sql.DB).SetMaxOpenConns", "negative", func(t *testing.T) string { return open(t, -1) }},
	{"(*database/sql.DB).Exec", "waits", func(t *testing.T) string {
		return waits(t, func() { _, _ = sql.OpenDB(stalling{}).Exec("stall") })
	}},
	{"(*database/sql.DB).ExecContext", "waits", func(t *testing.T) string {
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _, _ = sql.OpenDB(stalling{}).ExecContext(ctx, "stall") })
	}},
	{"(*database/sql.DB).Conn", "waits", func(t *testing.T) string {
		db := sql.OpenDB(stalling{})
		db.SetMaxOpenConns(1)
		if _, err := db.Conn(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		return waits(t, func() { _, _ = db.Conn(ctx) })
	}},
	{"(*database/sql.Tx).Exec", "waits", func(t *testing.T) string {
		// The context of BeginTx ends and the statement goes on.
		ctx, cancel := context.WithTimeout(t.Context(), Short)
		defer cancel()
		tx, err := sql.OpenDB(stalling{}).BeginTx(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		return waits(t, func() { _, _ = tx.Exec("stall") })
	}},
	{"database/sql.DB", "default", func(t *testing.T) string {
		n := 0
		_, _ = sql.OpenDB(stalling{bad: &n}).Exec("bad")
		return strconv.Itoa(n)
	}},
}

func client(c *http.Client) func(*testing.T) string {
	return func(t *testing.T) string {
		url := "http://" + silent(t)
		return waits(t, func() {
			req, _ := http.NewRequest(http.MethodGet, url, nil)
			discard(c.Do(req))
		})
	}
}

func handshake(limit time.Duration) func(*testing.T) string {
	return func(t *testing.T) string {
		url := "https://" + silent(t)
		c := &http.Client{Transport: &http.Transport{TLSHandshakeTimeout: limit}}
		return waits(t, func() { discard(c.Get(url)) })
	}
}

func discard(res *http.Response, err error) {
	if err == nil {
		_ = res.Body.Close()
	}
}

func defaultTransport() *http.Transport { return http.DefaultTransport.(*http.Transport) }

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// serve runs a server until the test is over and returns a connection to it.
func serve(t *testing.T, srv *http.Server) net.Conn {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv.Handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { _ = srv.Close() })
	return dial(t, l.Addr().String())
}

// headerWait says how long a server waits for a head that does not end.
func headerWait(t *testing.T, srv *http.Server) string {
	c := serve(t, srv)
	_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost:")
	return waits(t, func() { _, _ = io.ReadAll(c) })
}

// idleWait says how long a server keeps a connection on which nothing follows.
func idleWait(t *testing.T, srv *http.Server) string {
	c := serve(t, srv)
	_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	return waits(t, func() { _, _ = io.ReadAll(c) })
}

func handlerContext(t *testing.T, limit time.Duration) string {
	verdict := make(chan string, 1)
	h := http.TimeoutHandler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { verdict <- remaining(r.Context()) }), limit, "")
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	return <-verdict
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// idle is the number of connections that are kept after three were in use.
func idle(t *testing.T, set func(*sql.DB)) string {
	db := sql.OpenDB(stalling{})
	set(db)
	var conns []*sql.Conn
	for range 3 {
		c, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, c)
	}
	for _, c := range conns {
		_ = c.Close()
	}
	return strconv.Itoa(db.Stats().Idle)
}

func open(t *testing.T, n int) string {
	db := sql.OpenDB(stalling{})
	db.SetMaxOpenConns(n)
	for range 20 {
		if _, err := db.Conn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if db.Stats().MaxOpenConnections <= 0 {
		return "unlimited"
	}
	return "limited"
}

// stalling is a driver whose statements take as long as their context, and
// whose bad connections count.
type stalling struct{ bad *int }

func (s stalling) Connect(context.Context) (driver.Conn, error) { return stallingConn(s), nil }
func (s stalling) Driver() driver.Driver                        { return nil }

type stallingConn stalling

func (c stallingConn) ExecContext(ctx context.Context, query string, _ []driver.NamedValue) (driver.Result, error) {
	if query == "bad" {
		*c.bad++
		return nil, driver.ErrBadConn
	}
	<-ctx.Done()
	return nil, ctx.Err()
}
func (c stallingConn) Prepare(string) (driver.Stmt, error) { return nil, errors.New("not prepared") }
func (c stallingConn) Close() error                        { return nil }
func (c stallingConn) Begin() (driver.Tx, error)           { return c, nil }
func (c stallingConn) Commit() error                       { return nil }
func (c stallingConn) Rollback() error                     { return nil }
