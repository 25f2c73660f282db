package ctxvariant

import (
	"context"
	"database/sql"
	"net/http"
	"os/exec"
)

var shared = &http.Client{} // also: bareclient

// A literal of the package has a context in scope like any function.
var proxied = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	resp, err := shared.Get("http://upstream/") // want `http\.Client\.Get ignores r\.Context\(\), so it goes on when the client has given up`
	if err == nil {
		_ = resp.Body.Close()
	}
})

var jobs = map[string]func(context.Context, *sql.DB) error{
	"purge": func(ctx context.Context, db *sql.DB) error {
		_, err := db.Exec("DELETE FROM sessions") // want `sql\.DB\.Exec ignores ctx, so it goes on when its caller has given up`
		return err
	},
	"compact": func(ctx context.Context, _ *sql.DB) error {
		return func() error {
			return exec.Command("compact").Run() // want `exec\.Command ignores ctx`
		}()
	},
}
