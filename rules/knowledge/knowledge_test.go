package knowledge_test

import (
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// TestRowsAreWhole holds what a row must have whatever library it speaks of.
func TestRowsAreWhole(t *testing.T) {
	for _, l := range libraries("") {
		if l.Path == "" || l.Module == "" || l.Version == "" {
			t.Errorf("%s: path, module and version are needed", l.Path)
		}
		if rows, distinct := count(l)-len(l.Exempt), len(sources(l)); rows != distinct {
			t.Errorf("%s: %d rows, %d of them distinct", l.Path, rows, distinct)
		}
		for name, source := range sources(l) {
			if source == "" {
				t.Errorf("%s: no source", name)
			}
		}
		for _, name := range names(l) {
			if !strings.HasPrefix(strings.TrimLeft(name, "(*"), l.Path+".") {
				t.Errorf("%s is not a name of %s", name, l.Path)
			}
		}
	}
}

func names(l *knowledge.Library) []string {
	var all []string
	for _, r := range l.Calls {
		all = append(all, r.Name)
	}
	for _, r := range l.Globs {
		all = append(all, strings.TrimSuffix(r.Type, ")"))
	}
	for _, r := range l.Flows {
		all = append(all, r.Name)
	}
	return append(all, l.Exempt...)
}

func TestShort(t *testing.T) {
	for name, want := range map[string]string{
		"net/http.Get":            "http.Get",
		"(*net/http.Client).Do":   "http.Client.Do",
		"(net.Conn).Read":         "net.Conn.Read",
		"net/http.Client.Timeout": "http.Client.Timeout",
		"time.Sleep":              "time.Sleep",
	} {
		if got := knowledge.Short(name); got != want {
			t.Errorf("Short(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestAt picks the row of the version in use: oauth2.NewClient dropped the
// Timeout of the client it was given until v0.28.0.
func TestAt(t *testing.T) {
	const path, name = "golang.org/x/oauth2", "golang.org/x/oauth2.NewClient"
	for version, drops := range map[string]bool{"v0.27.0": true, "v0.28.0-rc.1": true, "v0.28.0": false, "v0.38.0": false, "": false} {
		table := knowledge.Builtin().At(func(module string) string {
			if module != path {
				return ""
			}
			return version
		})
		flow := table.Flow(path, name)
		if flow == nil {
			t.Fatalf("%s at %q: no row", name, version)
		}
		if got := len(flow.Drops) > 0; got != drops {
			t.Errorf("%s at %q: drops %v, want %v", name, version, flow.Drops, drops)
		}
	}
}

func TestWith(t *testing.T) {
	user := []knowledge.Library{{Path: "net/http", Calls: []knowledge.Call{{Name: "net/http.Get", Does: knowledge.Requests, Note: "mine"}}}}
	table := knowledge.Builtin().With(user)
	if got := table.Call("net/http", "net/http.Get"); got == nil || got.Note != "mine" {
		t.Errorf("the user's row does not win: %+v", got)
	}
	if table.Call("net/http", "net/http.Post") == nil {
		t.Error("the other rows are gone")
	}
}

// BenchmarkBuiltin is what every process pays: go vet starts one a package.
func BenchmarkBuiltin(b *testing.B) {
	for b.Loop() {
		table := knowledge.Builtin().At(func(string) string { return "" })
		table.Call("net/http", "net/http.Get")
		table.Knob("database/sql", "(*database/sql.DB).SetMaxOpenConns")
		table.Call("context", "context.Background")
		table.Call("github.com/redis/go-redis/v9", "(github.com/redis/go-redis/v9.cmdable).BLPop")
	}
}
