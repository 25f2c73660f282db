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

// one is a call of which rules speak, by how many results it has.
type one struct {
	call    string
	results int
}

// knownCalls are calls of the standard library, over the variables of env.
var knownCalls = []one{
	{`http.Get("u")`, 2}, {`http.Post("u", "t", nil)`, 2}, {`client.Get("u")`, 2}, {`client.Do(req)`, 2}, {`(&http.Client{}).Head("u")`, 2},
	{`http.NewRequest("GET", "u", nil)`, 2}, {`http.ListenAndServe(":1", nil)`, 1}, {`(&http.Server{}).ListenAndServe()`, 1}, {`server.Shutdown(context.Background())`, 1},
	{`http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { client.Get("u") })`, 0}, {`http.TimeoutHandler(nil, time.Second, "")`, 1},
	{`db.Query("q")`, 2}, {`db.QueryRow("q")`, 1}, {`db.ExecContext(context.Background(), "q")`, 2}, {`db.Begin()`, 2}, {`tx.Commit()`, 1}, {`db.Ping()`, 1}, {`sql.Open("d", "s")`, 2},
	{`net.Dial("tcp", "a")`, 2}, {`(&net.Dialer{}).DialContext(ctx, "tcp", "a")`, 2}, {`conn.Read(nil)`, 2}, {`conn.Write(nil)`, 2}, {`listener.Accept()`, 2}, {`net.LookupHost("h")`, 2},
	{`exec.Command("c").Run()`, 1}, {`exec.CommandContext(ctx, "c").Output()`, 2}, {`cmd.Wait()`, 1}, {`time.Sleep(time.Second)`, 0}, {`time.After(3)`, 1}, {`wg.Wait()`, 0},
	{`mu.Lock()`, 0}, {`context.WithTimeout(ctx, 0)`, 2}, {`context.WithCancel(context.Background())`, 2}, {`context.WithoutCancel(ctx)`, 1}, {`rpc.Dial("tcp", "a")`, 2}, {`smtp.SendMail("a", nil, "f", nil, nil)`, 1},
	{`tls.Dial("tcp", "a", nil)`, 2}, {`do(ctx, func(ctx context.Context) error { _, err := client.Get("u"); return err })`, 1}, {`retry(func() error { return db.Ping() })`, 1}, {`(func(ctx context.Context) error { return db.PingContext(ctx) })(context.TODO())`, 1},
}

const env = `package p

var (
	ctx      = context.Background()
	client   = &http.Client{}
	server   http.Server
	req      *http.Request
	db       *sql.DB
	tx       *sql.Tx
	conn     net.Conn
	listener net.Listener
	cmd      *exec.Cmd
	wg       sync.WaitGroup
	mu       sync.Mutex
	_        rpc.Client
	_        smtp.Client
	_        tls.Config
	_        time.Duration
)

func do(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

func retry(f func() error) (err error) {
	for {
		if err = f(); err == nil {
			return nil
		}
	}
}

func take(list ...any) (out []any) { return list }
`

// oddPlaces are where a call can stand. $C is the call as a statement, $V
// as a value of type any, $D as the value of a variable of the package, and $N a
// number that makes names differ.
var oddPlaces = []string{
	`$D`, `var v$N = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { $C })`, `var v$N = func(ctx context.Context) any { return $V }`, `var v$N = func() any { $C; return $V }()`, `var v$N = first$N; var first$N = later$N(); func later$N() any { return $V }`,
	`func init() { $C }`, `type t$N struct{}; func (t$N) m() any { return $V }; var v$N = t$N{}.m; var _ = v$N()`, `type t$N struct{}; func (*t$N) m() any { $C; return $V }; var v$N = (*t$N).m; func f$N() { v$N(nil) }`,
	`func f$N[T any](x T) any { $C; return $V }; var v$N = f$N[int](3)`, `type t$N[T any] struct{ x T }; func (t t$N[T]) m(T) any { return $V }; func f$N() { t$N[string]{}.m("") }`, `func f$N() { defer $C }`, `func f$N() { for range 3 { defer $C } }`,
	`func f$N() { go $C }`, `func f$N(c chan any) { select { case c <- $V: default: } }`, `func f$N(c chan any) { select { case <-c: $C; case x := <-c: _ = x; go $C } }`, `const n$N = 3; var v$N = [n$N]any{1: $V}`, `var v$N = [...]any{5: $V, 2: $V}`,
	`var v$N = []struct{ a, b any }{{a: $V}, {b: $V}}`, `var v$N = map[any]any{$V: $V}`, `func f$N() int { switch $V { case $V: $C; fallthrough; case nil: return 1 }; return 2 }`, `func f$N() { switch x := $V.(type) { case error, nil: _ = x; case interface{ m() }: $C } }`,
	`func f$N() { for range func(yield func() bool) { $C; for yield() { $C } } { $C } }`, `func f$N() { L: $C; for { if $V == nil { goto L }; continue; $C } }`, `func f$N() (fs []func()) { for i := range 3 { fs = append(fs, func() { $C; _ = i }) }; return }`,
	`type t$N struct { f func() any; *t$N }; var v$N = t$N{f: func() any { return $V }}; func g$N() { v$N.f(); v$N.t$N.f() }`, `type i$N interface{ m() any }; type t$N int; func (t$N) m() any { return $V }; var v$N i$N = t$N(1); func g$N() { v$N.m() }`,
	`func f$N(n int) any { if n > 0 { return f$N(n - 1) }; $C; return $V }`, `func f$N() (err error) { defer func() { recover(); $C; err, _ = $V.(error) }(); panic($V) }`, `func f$N() { for $V == nil { $C } ; for ; ; $C { } }`,
	`var v$N = take($V, $V)`, `func f$N() { take(take($V)...) }`, `var _, v$N = $V, map[string]func(context.Context, *http.Request){"a": func(ctx context.Context, r *http.Request) { $C; go $C }}`, `func f$N() any { return $V; $C; return nil }`, `func f$N() { if false { $C }; const no = false; if no { $C } }`, `var v$N struct { x any; f func() } ; func init() { v$N.x, v$N.f = $V, func() { $C } }`,
	`func f$N() { func() { func() { defer func() { go func() { $C }() }() }() }() }`,
}

// TestTrustCombinations runs all rules over every known call in every odd place.
func TestTrustCombinations(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/odd\n\ngo 1.26\n"), 0o600))
	imports := "import (\n"
	for _, path := range []string{"context", "crypto/tls", "database/sql", "net", "net/http", "net/rpc", "net/smtp", "os/exec", "sync", "time"} {
		imports += fmt.Sprintf("\t%q\n", path)
	}
	n := 0
	for i, c := range knownCalls {
		var text strings.Builder
		text.WriteString(strings.Replace(env, "package p\n", "package p\n\n"+imports+")\n", 1))
		value := [...]string{`func() any { ` + c.call + `; return nil }()`, `any(` + c.call + `)`, `func() any { x, err := ` + c.call + `; return []any{x, err} }()`}[c.results]
		for _, place := range oddPlaces {
			n++
			declared := [...]string{"var _ = func() int { " + c.call + "; return 1 }()", fmt.Sprint("var d", n, " = ", c.call), fmt.Sprint("var d", n, ", e", n, " = ", c.call)}[c.results]
			fmt.Fprintf(&text, "\n// %d\n", n)
			text.WriteString(strings.NewReplacer("$D", declared, "$V", value, "$C", c.call, "$N", fmt.Sprint(n)).Replace(place) + "\n")
		}
		folder := filepath.Join(dir, fmt.Sprintf("c%02d", i))
		require.NoError(t, os.Mkdir(folder, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "p.go"), []byte(text.String()), 0o600))
	}
	require.Empty(t, analyseAll(t, dir))
	trust.Hold(t, trust.Row{Part: trust.Crashes, Tried: "all rules over calls in odd places: variables, initializers, method values, generic code, select, literals of constant size",
		Inputs: fmt.Sprintf("%d combinations: %d calls in %d places", n, len(knownCalls), len(oddPlaces)), Result: "no rule crashes, and nothing is left out"})
}
