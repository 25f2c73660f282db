package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// circular is a kind of value that rules follow: its type, how one is made, one made
// of x, and what is done with x in a loop.
type circular struct{ typ, made, from, use string }

var circulars = []circular{
	{`*http.Client`, `&http.Client{}`, `&http.Client{Transport: x.Transport}`, `if _, err := x.Get("u"); err == nil { break }`},
	{`http.RoundTripper`, `http.DefaultTransport`, `around{x}`, `if _, err := (&http.Client{Transport: x}).Post("u", "t", nil); err == nil { break }`},
	{`*http.Request`, `request()`, `x.WithContext(x.Context())`, `if _, err := http.DefaultClient.Do(x); err == nil { break }`},
	{`*http.Response`, `answer()`, `&http.Response{Body: x.Body, StatusCode: x.StatusCode}`, `resp, err := client.Post("u", "t", nil); if err == nil && resp.StatusCode == x.StatusCode && x.StatusCode >= 500 { x = resp; continue }; if err != nil && resp == x { continue }; break`},
	{`*http.Server`, `&http.Server{}`, `&http.Server{Handler: x.Handler, ReadTimeout: x.ReadTimeout}`, `if x.ListenAndServe() == nil { break }`},
	{`http.Handler`, `http.NotFoundHandler()`, `http.TimeoutHandler(x, time.Second, "")`, `http.Handle("/a", x); if http.ListenAndServe(":1", x) == nil { break }`},
	{`context.Context`, `context.Background()`, `context.WithValue(x, 1, 2)`, `if db.PingContext(x) == nil { break }; req, _ := http.NewRequestWithContext(x, "POST", "u", nil); if _, err := client.Do(req); err == nil || x.Err() != nil { break }`},
	{`error`, `io.EOF`, `fmt.Errorf("w: %w", x)`, `if _, err := client.Post("u", "t", nil); err != nil { x = err }; var target net.Error; if errors.As(x, &target) && target.Timeout() { continue }; if errors.Is(x, io.EOF) || errors.As(x, &x) || temporary(x) { continue }; break`},
	{`string`, `"INSERT INTO t VALUES (?)"`, `strings.TrimSpace("a" + x)`, `if _, err := db.Exec(x); err == nil { break }; req, _ := http.NewRequest(x, x, strings.NewReader(x)); req.Header.Set("Idempotency-Key", x); if _, err := client.Do(req); err == nil { break }`},
	{`time.Duration`, `time.Second`, `min(2*x, x+time.Second)`, `if _, err := (&http.Client{Timeout: x}).Get("u"); err == nil { break }; time.Sleep(x)`},
	{`int`, `3`, `x - 1`, `if x > 5 { break }; if _, err := client.Get("u"); err == nil { break }; time.Sleep(time.Duration(x) * time.Second)`},
	{`*sql.Stmt`, `stmt()`, `tx.Stmt(x)`, `if _, err := x.Exec(1); err == nil { break }`},
	{`*sql.DB`, `db`, `pooled(x)`, `if x.Ping() == nil { break }; if _, err := x.Exec("INSERT INTO t VALUES (1)"); err == nil { break }`},
	{`io.Reader`, `io.Reader(strings.NewReader("b"))`, `io.LimitReader(x, 3)`, `req, _ := http.NewRequest("POST", "u", x); if _, err := client.Do(req); err == nil { break }`},
	{`net.Conn`, `conn()`, `tls.Client(x, nil)`, `x.SetDeadline(time.Now()); if _, err := x.Read(nil); err == nil { break }`},
	{`net.Listener`, `listener()`, `tls.NewListener(x, nil)`, `if c, err := x.Accept(); err != nil { continue } else { go c.Close() }`},
	{`*exec.Cmd`, `exec.Command("c")`, `exec.Command(x.Path)`, `if x.Run() == nil { break }`},
	{`func() error`, `db.Ping`, `func() error { return x() }`, `if x() == nil { break }; if retry(x) == nil { break }`},
	{`*sync.Mutex`, `&sync.Mutex{}`, `locked(x)`, `x.Lock(); client.Get("u"); x.Unlock()`},
	{`chan error`, `make(chan error)`, `handed(x)`, `go func() { x <- db.Ping() }(); select { case <-x: case <-time.After(time.Second): }; if <-x == nil { break }`},
}

// circles lead from a value to itself. $T is its type, $M a new one, $F one made of x,
// $U what is done with x, and $N a number that makes names differ.
var circles = []string{
	`func f$N() { x := $M; func() { x = x }(); for { $U } }`,
	`func f$N() { x := $M; y := x; defer func() { x, y = y, x }(); x = y; y = x; for { $U } }`,
	`func f$N() { var x $T; func() { x = x }(); for { $U } }`,
	`func f$N() { x, y, z := $M, $M, $M; for i := range 9 { if i == 3 { x = y } else if i == 4 { y = z } else { z = x }; $U } }`,
	`func f$N() { var x $T; var y $T; for { if some() { x = y } else { y = x }; $U } }`,
	`func f$N() { x := $M; for { x = $F; $U } }`,
	`func f$N() { x := $M; defer func() { _ = x }(); for { x = $F; $U } }`,
	`func f$N() { x := $M; again := func() { x = $F }; for { again(); $U } }`,
	`func w$N(x $T) $T { if some() { return v$N(x) }; return $F }; func v$N(x $T) $T { return w$N(x) }; func f$N() { x := $M; defer func() { _ = x }(); for { x = v$N(x); $U } }`,
	`func w$N(x $T) $T { return w$N(w$N($F)) }; func f$N() { x := w$N($M); for { x = w$N(x); $U } }`,
	`type s$N struct { x $T; next *s$N }; func (s *s$N) set(x $T) { s.x = $F; s.next.x = s.x; s.next = s.next.next }; func (s *s$N) run() { s.x = s.next.x; s.next.x = s.x; s.next = s; s.set(s.x); x := s.x; for { $U } }`,
	`type s$N struct { x $T }; func f$N() { a, b := &s$N{$M}, s$N{}; b = *a; *a = b; a.x = b.x; b.x = a.x; defer func() { a = &b }(); x := a.x; for { $U } }`,
	`type s$N struct { x $T }; func (s s$N) with(x $T) s$N { s.x = $F; return s }; func f$N(s s$N) { for { s = s.with(s.x); x := s.x; $U } }`,
	`var a$N, b$N $T; func init() { a$N, b$N = b$N, a$N; x := a$N; a$N = $F }; func f$N() { x := b$N; b$N = a$N; a$N = x; for { $U } }`,
	`func f$N() { var g func($T) $T; g = func(x $T) $T { return g($F) }; x := g($M); for { x = g(x); $U } }`,
	`type i$N interface { m($T) $T }; type t$N struct { i$N }; func (t t$N) m(x $T) $T { return t.i$N.m($F) }; func f$N(i i$N) { i = t$N{i}; x := i.m($M); for { i = t$N{i}; x = i.m(x); $U } }`,
	`func id$N[A any](x A) A { return id$N(x) }; func f$N() { x := id$N($M); for { x = id$N($F); $U } }`,
	`func f$N() { m, l := map[string]$T{"a": $M}, []$T{$M}; for { m["a"] = m["b"]; m["b"] = m["a"]; l[0] = l[1]; l = append(l, l...); x := l[0]; l[1] = m["a"]; m["a"] = x; $U } }`,
	`func f$N() { c := make(chan $T, 1); c <- $M; for { x := <-c; c <- x; x = <-c; $U } }`,
	`func f$N(x $T) (y $T) { defer func() { x = y; y = x }(); y = f$N(x); for { $U }; return f$N(y) }`,
	`func f$N() { x := $M; p, q := &x, &x; *p = *q; q = p; *q = *p; pp := &p; **pp = **pp; for { x = *p; *q = $F; $U } }`,
	`type e$N struct { *e$N; x $T }; func f$N(e e$N) { e.e$N = &e; e.e$N.x = e.x; x := e.e$N.e$N.x; e.x = x; for { $U } }`,
}

const circular0 = `
var client = &http.Client{}
var db *sql.DB
var tx *sql.Tx

type around struct{ http.RoundTripper }

func (a around) RoundTrip(r *http.Request) (*http.Response, error) { return a.RoundTripper.RoundTrip(r) }

func some() bool { return client.Timeout > 0 }
func request() *http.Request { r, _ := http.NewRequest("POST", "u", nil); return r }
func answer() *http.Response { r, _ := client.Get("u"); return r }
func stmt() *sql.Stmt { s, _ := db.Prepare("INSERT INTO t VALUES (?)"); return s }
func conn() net.Conn { c, _ := net.Dial("tcp", "a"); return c }
func listener() net.Listener { l, _ := net.Listen("tcp", "a"); return l }
func pooled(x *sql.DB) *sql.DB { x.SetMaxOpenConns(1); return x }
func locked(x *sync.Mutex) *sync.Mutex { return locked(x) }
func handed(x chan error) chan error { return x }
func temporary(err error) bool { if e := errors.Unwrap(err); e != nil { return temporary(e) }; var t interface{ Temporary() bool }; return errors.As(err, &t) && t.Temporary() }
func retry(f func() error) error { if err := f(); err != nil { return retry(f) }; return nil }
`

// TestTrustCircles runs all rules over values that are made of themselves.
func TestTrustCircles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/round\n\ngo 1.26\n"), 0o600))
	head, used := "package p\n\nimport (\n", ""
	for _, name := range []string{"context.Context", "crypto/tls.Config", "database/sql.DB", "errors.ErrUnsupported", "fmt.Stringer", "io.Reader", "net.Conn", "net/http.Client", "os/exec.Cmd", "strings.Builder", "sync.Mutex", "time.Time"} {
		path, _, _ := strings.Cut(name, ".")
		head += fmt.Sprintf("\t%q\n", path)
		if path != "errors" { // circular0 uses it
			used += "var _ " + filepath.Base(name) + "\n"
		}
	}
	head += ")\n\n" + used
	n := 0
	for i, c := range circulars {
		var text strings.Builder
		text.WriteString(head + "\n" + circular0)
		for _, circle := range circles {
			n++
			text.WriteString("\n" + strings.NewReplacer("$T", c.typ, "$M", c.made, "$F", c.from, "$U", c.use, "$N", fmt.Sprint(n)).Replace(circle) + "\n")
		}
		folder := filepath.Join(dir, fmt.Sprintf("c%02d", i))
		require.NoError(t, os.Mkdir(folder, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "p.go"), []byte(text.String()), 0o600))
	}
	require.Empty(t, analyseAll(t, dir))
	trust.Hold(t, trust.Row{Part: trust.Crashes, Tried: "all rules over values that are made of themselves: in loops, variables of literals, fields, functions that call each other, interfaces, generic code, pointers",
		Inputs: fmt.Sprintf("%d circles: %d kinds of values in %d ways", n, len(circulars), len(circles)), Result: "every run ends, no rule crashes, and nothing is left out"})
}
