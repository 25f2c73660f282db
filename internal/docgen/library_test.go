package docgen

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/docs"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

func TestLibraryPagesAreFresh(t *testing.T) {
	root := root(t)
	files, err := Libraries()
	if err != nil {
		t.Fatal(err)
	}
	wanted := map[string]bool{}
	for _, f := range files {
		name := filepath.Join(root, filepath.FromSlash(f.Path))
		wanted[name] = true
		if *update {
			if err := os.WriteFile(name, f.Text, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if old, err := os.ReadFile(name); err != nil || !bytes.Equal(old, f.Text) {
			t.Errorf("%s needs an update. Run: go test ./internal/docgen -update", f.Path)
		}
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "libraries", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pages {
		if wanted[name] {
			continue
		}
		if *update {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("%s is the page of no library", filepath.Base(name))
	}
}

// TestLibraryPages holds what is true of every page: it is not too long, its
// tables have no ragged or empty columns, and every word has been found.
func TestLibraryPages(t *testing.T) {
	files, err := Libraries()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range files {
		if low := strings.ToLower(f.Path); seen[low] {
			t.Errorf("%s is there twice", f.Path)
		} else {
			seen[low] = true
		}
		lines := strings.Split(string(f.Text), "\n")
		if len(lines) > 300 {
			t.Errorf("%s has %d lines", f.Path, len(lines))
		}
		columns := 0
		for i, line := range lines {
			if !strings.HasPrefix(line, "|") {
				columns = 0
				continue
			}
			n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
			if columns > 0 && n != columns {
				t.Errorf("%s:%d: a row of %d columns in a table of %d", f.Path, i+1, n-1, columns-1)
			}
			columns = n
		}
		for _, wrong := range []string{"%!", "``", "<no value>", "****"} {
			if strings.Contains(string(f.Text), wrong) {
				t.Errorf("%s has %q", f.Path, wrong)
			}
		}
	}
}

// TestLibraryWords: every value a row can have is put into words.
func TestLibraryWords(t *testing.T) {
	for _, p := range libraryPages(knowledge.Builtin()) {
		for _, s := range p.Sections {
			for _, k := range s.Knobs {
				_, isUnit := units[k.Unit]
				if stages[k.Stage] == "" || forms[k.Form] == "" || !isUnit && !strings.Contains(k.Unit, ".") {
					t.Errorf("%s: stage %q, form %q, unit %q", k.FullName(), k.Stage, k.Form, k.Unit)
				}
				for _, m := range []knowledge.Meaning{k.Zero, k.Negative} {
					if m != "" && meanings[m] == "" {
						t.Errorf("%s: meaning %q", k.FullName(), m)
					}
				}
			}
			for _, c := range s.Library.Calls {
				if effects[c.Does] == "" {
					t.Errorf("%s: effect %q", c.Name, c.Does)
				}
			}
			for _, r := range s.Retries {
				if r.Counts != knowledge.OtherCount && countings[r.Counts] == "" {
					t.Errorf("%s: counts %q", r.Name, r.Counts)
				}
			}
		}
	}
	if len(stageOrder) != len(stages) {
		t.Errorf("%d stages in order, %d in words", len(stageOrder), len(stages))
	}
}

// TestLibraryLookup: an import path leads to the page that speaks of it.
func TestLibraryLookup(t *testing.T) {
	if *update {
		t.Skip("the pages are embedded when the test is built")
	}
	for _, p := range libraryPages(knowledge.Builtin()) {
		for _, s := range p.Sections {
			text, ok := docs.Library(s.Path)
			if !ok || !strings.HasPrefix(string(text), "# "+p.Title+"\n") {
				t.Errorf("%s does not lead to the page %s", s.Path, p.Title)
			}
		}
	}
	for _, path := range []string{"", "README", "example.com/nobody"} {
		if _, ok := docs.Library(path); ok {
			t.Errorf("%q has a page", path)
		}
	}
}

// TestLibraryLines: what pages say, to the word.
func TestLibraryLines(t *testing.T) {
	files, err := Libraries()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range files {
		texts[strings.TrimSuffix(filepath.Base(f.Path), ".md")] = string(f.Text)
	}
	space := regexp.MustCompile(` +`)
	for page, lines := range libraryLines {
		for _, want := range lines {
			if !strings.Contains("\n"+space.ReplaceAllString(texts[page], " "), "\n"+want+"\n") {
				t.Errorf("%s has no line\n%s", page, want)
			}
		}
	}
}

var libraryLines = map[string][]string{
	"github.com_redis_go-redis_v9": {
		"- A deadline of the context does not reach the socket unless ContextTimeoutEnabled is set: ReadTimeout and WriteTimeout do.",
		"| **the whole call** | `Options.ContextTimeoutEnabled` | field | false | — | — | | false: the deadline of a context does not reach the socket | `redis.go:1893` |",
		"| **reading** | `Options.ReadTimeout` | field | 5s | the default, 5s | **waits for ever** | since v9.22.0 | -1 no limit, -2 leaves deadlines alone | `options.go:741` |",
		"| reading | `read_timeout` | connection string: seconds, or text like 5s | 5s | **waits for ever** | **waits for ever** | | 0 is no limit here, unlike the field | `options.go:1094` |",
		"| `Options.MaxRetries` | field | N retries: N+1 calls | 3: 4 calls | the default, 3 | one call, no retry | exponential 10ms..1s | yes | yes | since v9.22.0 | every command, INCR and LPUSH too; -1 turns it off | `options.go:768` |",
		"| `ClusterOptions.MaxRetries` | field | N retries: N+1 calls | 0: one call | one call, no retry | one call, no retry | — | — | yes | | 0 is off here, unlike Options.MaxRetries | `osscluster.go:278` |",
	},
	"net_http": {
		"- **Nothing ends these once they wait**: `Get` (use `Client.Do`), `Head` (use `Client.Do`), `Post` (use `Client.Do`), `PostForm` (use `Client.Do`).",
		"| **the whole call** | `Client.Timeout` | field | **waits for ever** | **waits for ever** | **waits for ever** | dial, redirects and the reading of the body together; wrong for a streaming client | `net/http/client.go:105` |",
		"| first answer | `Transport.ExpectContinueTimeout` | field | does not wait | does not wait | does not wait | 0: the body is sent without waiting; 1s in DefaultTransport | `net/http/transport.go:240` |",
		"| `Client.Do` | sends and waits for the answer | the request's context; `Client.Timeout` | | | | `net/http/client.go:591` |",
		"| `DefaultTransport` | | `DialContext` 30s, `TLSHandshakeTimeout` 10s, `ExpectContinueTimeout` 1s, `IdleConnTimeout` 90s, `ResponseHeaderTimeout` none | the dynamic type is *Transport | `net/http/transport.go:46` |",
	},
	"github.com_avast_retry-go_v4": {
		"- **Attempts**: `Attempts` N makes N calls, 0 **never stops**.",
		"| `Attempts` | function | N calls, the first included | 10 | unlimited | exponential 100ms x2 | yes | on request | 0 goes on until it succeeds | `options.go:54` |",
	},
	"golang.org_x_sync": {
		"- **Nothing ends these once they wait**: `errgroup.Group.Wait`, `errgroup.Group.Go`, `singleflight.Group.Do` (use `singleflight.Group.DoChan`).",
		"| **pool size** | `NewWeighted` | function: a number | **waits for ever** | **waits for ever** | 0: every Acquire waits for its context | `semaphore/semaphore.go:22` |",
	},
	"golang.org_x_oauth2": {
		"| `NewClient` | `Transport` of its first argument | `Timeout` of its first argument | `Timeout` none | before v0.28.0 | argument 0 is the context that carries the client under HTTPClient | `oauth2.go:353` |",
	},
	"google.golang.org_grpc": {
		"| `Dial` | connects | `WithTimeout` | `NewClient` | waits only with WithBlock; superseded by NewClient | `clientconn.go:263` |",
	},
}
