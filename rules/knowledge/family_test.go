package knowledge_test

import (
	"testing"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

func TestFamily(t *testing.T) {
	for name, want := range map[string]string{
		"github.com/a/b":                                 "github.com/a/b",
		"github.com/a/b/v4":                              "github.com/a/b",
		"(*github.com/a/b/v90/c.Client).Do":              "(*github.com/a/b/c.Client).Do",
		"gopkg.in/yaml.v3":                               "gopkg.in/yaml",
		"gopkg.in/yaml.v3.Node":                          "gopkg.in/yaml.Node",
		"math/rand/v2.IntN":                              "math/rand/v2.IntN",
		"k8s.io/api/core/v1.Pod":                         "k8s.io/api/core/v1.Pod",
		"github.com/a/v2ray":                             "github.com/a/v2ray",
		"github.com/a/b.value":                           "github.com/a/b.value",
		"(*google.golang.org/api/storage/v1.Service).Do": "(*google.golang.org/api/storage/v1.Service).Do",
		"github.com/a/b/v2/sub/v3.Name":                  "github.com/a/b/sub.Name",
	} {
		if got := knowledge.Family(name); got != want {
			t.Errorf("Family(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestOtherMajors asks for rows of libraries at major versions that have none of
// their own.
func TestOtherMajors(t *testing.T) {
	table := knowledge.Builtin()
	for _, c := range []struct{ path, call, from string }{
		{"github.com/cenkalti/backoff/v4", "github.com/cenkalti/backoff/v4.Retry", ""},
		{"github.com/cenkalti/backoff/v7", "github.com/cenkalti/backoff/v7.Retry", "github.com/cenkalti/backoff/v5"},
		{"github.com/cenkalti/backoff/v2", "github.com/cenkalti/backoff/v2.RetryNotify", "github.com/cenkalti/backoff"},
		{"github.com/google/go-github/v90/github", "(*github.com/google/go-github/v90/github.Client).Do", "github.com/google/go-github/v74/github"},
		{"github.com/google/go-github/github", "(*github.com/google/go-github/github.Client).Do", "github.com/google/go-github/v74/github"},
	} {
		row := table.Call(c.path, c.call)
		if row == nil {
			t.Errorf("%s: no row", c.call)
			continue
		}
		if row.Name != c.call || row.From != c.from {
			t.Errorf("%s: the row is %s, from %q, want %q", c.call, row.Name, row.From, c.from)
		}
	}
	if row := table.Retry("github.com/cenkalti/backoff/v7", "github.com/cenkalti/backoff/v7.WithMaxTries"); row == nil || row.Zero != knowledge.Unlimited {
		t.Errorf("WithMaxTries of v7: %+v", row)
	}
	if row := table.Call("github.com/cenkalti/backoff/v3", "github.com/cenkalti/backoff/v3.Retry"); len(row.Bound) != 1 || row.Bound[0] != "builder:github.com/cenkalti/backoff/v3.WithContext" {
		t.Errorf("v3: %+v", row)
	}
	if row := table.Call("github.com/cenkalti/backoff/v2", "github.com/cenkalti/backoff/v2.Retry"); len(row.Bound) != 1 || row.Bound[0] != "builder:github.com/cenkalti/backoff/v2.WithContext" {
		t.Errorf("v2: %+v", row)
	}
	for path, want := range map[string]string{"github.com/cenkalti/backoff/v7": "github.com/cenkalti/backoff/v5", "github.com/cenkalti/backoff/v4": "github.com/cenkalti/backoff/v4", "github.com/cenkalti/other": ""} {
		if got := table.From(path); got != want {
			t.Errorf("the rows of %s are those of %q, want %q", path, got, want)
		}
	}
	for _, path := range []string{"math/rand/v3", "github.com/cenkalti/other/v2", "example.com/net/http"} {
		if table.Knows(path) {
			t.Errorf("%s is known", path)
		}
	}
}

// TestSameAs gives the rows of a library to its fork.
func TestSameAs(t *testing.T) {
	table := knowledge.Builtin().With([]knowledge.Library{{Path: "example.com/acme/sqlx", SameAs: "github.com/jmoiron/sqlx"}})
	row := table.Call("example.com/acme/sqlx", "(*example.com/acme/sqlx.DB).Get")
	if row == nil || row.From != "github.com/jmoiron/sqlx" {
		t.Errorf("of the fork: %+v", row)
	}
	if table.Call("github.com/jmoiron/sqlx", "(*github.com/jmoiron/sqlx.DB).Get").From != "" {
		t.Error("the library's own rows are changed")
	}
}
