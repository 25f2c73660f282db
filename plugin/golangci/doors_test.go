package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/doors.md")

// real are modules of others, as the module proxy serves them. DOORS_MODULES
// names folders of further ones, with commas; they are compared, not written.
var real = []string{"github.com/mattn/go-mastodon@v0.0.11", "github.com/segmentio/kafka-go@v0.4.51"}

// TestDoors goes through every door with the rules that are on by default, and
// holds docs/doors.md to what comes out.
func TestDoors(t *testing.T) {
	bin, cache, hooks := timeoutlint(t), t.TempDir(), newHooks(t)
	var table, list strings.Builder
	compare := func(name, dir string) {
		write(t, dir, ".gitignore", ".golangci.yml\n")
		repository(t, dir)
		want := alone(t, bin, dir)
		vet := vetted(t, bin, dir)
		golangci := linted{dir: dir, cache: cache}.findings(t)
		hooks.configure(t, dir)
		precommit := printed(hooks.full(t, dir).stdout)
		require.Equal(t, want, vet, "%s: go vet", name)
		require.Equal(t, want, golangci, "%s: golangci-lint", name)
		require.Equal(t, want, append([]string(nil), precommit...), "%s: pre-commit", name)
		fmt.Fprintf(&table, "| %s | %d | %d | %d | %d | yes |\n", name, len(want), len(vet), len(golangci), len(precommit))
		fmt.Fprintf(&list, "\n### %s\n\n```text\n%s\n```\n", name, strings.Join(want, "\n"))
	}
	compare("`examples/shop`", shop(t))
	for _, module := range real {
		dir := tree(t, fetch(t, module))
		_ = os.Remove(filepath.Join(dir, "go.work")) // names modules that the proxy serves apart
		must(t, dir, "go", "mod", "tidy")            // old go.sum files lack entries
		compare("`"+module+"`", dir)
	}
	page := fmt.Sprintf(heading, table.String(), list.String())
	file := filepath.Join(root(t), "docs", "doors.md")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(page), 0o644))
	}
	require.Equal(t, read(t, file), page, "docs/doors.md is not true any more: cd plugin/golangci && GOWORK=off go test -run Doors -update .")

	for _, dir := range strings.Split(os.Getenv("DOORS_MODULES"), ",") {
		if dir != "" {
			compare(dir, tree(t, dir))
			t.Log(table.String())
		}
	}
}

const heading = `<!-- Written by: cd plugin/golangci && GOWORK=off go test -run Doors -update . -->

# The doors

timeoutlint can be run by itself, by go vet, by golangci-lint and by pre-commit. With the rules that are on by default each
of them reports the same findings: the same places, the same rules, the same words. This page is written by a test that
goes through all of them.

| findings on | alone | go vet | golangci-lint | pre-commit | the same |
|---|---|---|---|---|---|
%s
## What a door does not show

| | alone, pre-commit | go vet, nogo | golangci-lint |
|---|---|---|---|
| every rule of the catalogue | yes | yes | yes |
| ` + "`directive`" + `: one that is wrong, expired or answers nothing | yes | no | no; ` + "`nolintlint`" + ` judges ` + "`//nolint`" + ` |
| the path to the wait | on a terminal, and in JSON and SARIF | a line each | in the message |
| ` + "`.timeoutlint.yml`" + ` | yes | rules, confidence, knowledge, exclude | no: the plugin's settings |
| severities, baseline, ` + "`-new-from-rev`" + ` | yes | no | golangci-lint's own |
| fixes | ` + "`-fix`, `-diff`" + ` | ` + "`go vet -fix`, `go fix`" + ` | ` + "`--fix`" + ` |

A rule sees one package and the facts of those it imports. Alone and in pre-commit the packages are joined when a whole module
is looked at: the rules of budgets (off by default) then see calls through interfaces, servers joined to handlers in other
packages and fields that nothing ever writes, and a finding in a function that nothing in the program runs is a note.

## What was found
%s`

// fetch is the folder of a module in the module cache.
func fetch(t *testing.T, module string) string {
	t.Helper()
	var m struct{ Dir string }
	require.NoError(t, json.Unmarshal([]byte(must(t, t.TempDir(), "go", "mod", "download", "-json", module)), &m))
	return m.Dir
}

var finding = regexp.MustCompile(`^[^\s:]+\.go:\d+:\d+: [a-z]+: `)

// printed picks the findings out of what a tool prints around them.
func printed(text string) []string {
	return slices.DeleteFunc(lines(text), func(line string) bool { return !finding.MatchString(line) })
}

// vetted is what go vet finds.
func vetted(t *testing.T, bin, dir string) []string {
	t.Helper()
	r := do(t, dir, nil, "go", "vet", "-vettool="+filepath.Join(bin, "timeoutlint"), "./...")
	var found []string
	for _, line := range printed(strings.ReplaceAll("\n"+r.stderr, "\n./", "\n")) {
		found = append(found, strings.TrimPrefix(line, "./"))
	}
	return slices.Compact(found) // a package and its test variant say the same
}
