package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/rules"
)

var update = flag.Bool("update", false, "write docs/doors.md")

// real are modules of others, as the module proxy serves them. DOORS_MODULES
// names folders of further ones, with commas; they are compared, not written.
var real = []string{"github.com/mattn/go-mastodon@v0.0.11", "github.com/containrrr/shoutrrr@v0.8.0"}

// TestDoors goes through every door with the rules that are on by default, and
// holds docs/doors.md to what comes out.
func TestDoors(t *testing.T) {
	bin, cache, hooks := timeoutlint(t), t.TempDir(), newHooks(t)
	var table, list strings.Builder
	compare := func(name, dir string) {
		write(t, dir, ".gitignore", ".golangci.yml\n")
		repository(t, dir)
		want := alone(t, bin, dir)
		hooks.configure(t, dir)
		precommit := printed(hooks.full(t, dir).stdout)
		require.Equal(t, want, append([]string(nil), precommit...), "%s: pre-commit", name)

		// One package at a time, nobody sees what a whole program makes a note of.
		vet := vetted(t, bin, dir)
		golangci := linted{dir: dir, cache: cache}.findings(t)
		require.Equal(t, vet, golangci, "%s: go vet and golangci-lint", name)
		require.Subset(t, vet, want, name)
		notes := beside(vet, want)
		require.Subset(t, alone(t, bin, dir, "-notes"), notes, name)
		fmt.Fprintf(&table, "| %s | %d | %d | %d | %d | %d |\n", name, len(want), len(precommit), len(vet), len(golangci), len(notes))
		fmt.Fprintf(&list, "\n### %s\n\n```text\n%s\n```\n", name, strings.Join(want, "\n"))
	}
	example := shop(t)
	compare("`examples/shop`", example)
	apart := joined(t, bin, linted{dir: example, cache: cache})
	for _, module := range real {
		dir := tree(t, fetch(t, module))
		_ = os.Remove(filepath.Join(dir, "go.work")) // names modules that the proxy serves apart
		must(t, dir, "go", "mod", "tidy")            // old go.sum files lack entries
		compare("`"+module+"`", dir)
	}
	page := fmt.Sprintf(heading, table.String(), apart, list.String())
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

| findings on | alone | pre-commit | go vet | golangci-lint | of these a note, alone |
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

A rule sees one package and the facts of those it imports. When a whole module is looked at, the command (alone and in
pre-commit) joins the packages: it then sees calls through interfaces, servers joined to handlers in other packages and fields
that nothing ever writes. The rules that live on that are off by default; go vet and golangci-lint run them, too, and see of
them what is in one package and below it, sometimes at the door instead of the call:

| findings on ` + "`examples/shop`" + ` | alone | go vet | golangci-lint |
|---|---|---|---|
%s
In a program that is looked at as a whole, the command makes a note of what is found in functions that nothing runs and in
those that only commands run, and of what ` + "`deafctx`" + ` says where an engine has ` + "`ContextWithFallback`" + `, and shows
it with ` + "`-notes`" + `. The other doors do not see the whole, and report it.

## What was found
%s`

// joined tells, in rows of a table, what the doors show of the rules that live on
// joined packages: how many of the findings that the command alone has, and how
// many at other places.
func joined(t *testing.T, bin string, l linted) string {
	t.Helper()
	var names, flags []string
	for _, r := range rules.Built() {
		if r.Joined() {
			names, flags = append(names, r.Name), append(flags, "-"+r.Name)
		}
	}
	l.settings = fmt.Sprintf("{enable: [%s]}", strings.Join(names, ", "))
	whole := alone(t, bin, l.dir, "-only="+strings.Join(names, ","))
	doors := [][]string{vetted(t, bin, l.dir, flags...), l.findings(t)}
	var rows strings.Builder
	for _, name := range names {
		want := ofRule(whole, name)
		fmt.Fprintf(&rows, "| [`%s`](rules/%s.md) | %d |", name, name, len(want))
		for _, found := range doors {
			found = ofRule(found, name)
			elsewhere := beside(found, want)
			fmt.Fprintf(&rows, " %d", len(found)-len(elsewhere))
			if len(elsewhere) > 0 {
				fmt.Fprintf(&rows, ", and %d elsewhere", len(elsewhere))
			}
			rows.WriteString(" |")
		}
		rows.WriteString("\n")
	}
	return rows.String()
}

// ofRule picks the findings of a rule.
func ofRule(found []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(found), func(line string) bool { return ruleOf(line) != name })
}

// fetch is the folder of a module in the module cache.
func fetch(t *testing.T, module string) string {
	t.Helper()
	var m struct{ Dir string }
	require.NoError(t, json.Unmarshal([]byte(must(t, t.TempDir(), "go", "mod", "download", "-json", module)), &m))
	return m.Dir
}

// printed picks the findings out of what a tool prints around them.
func printed(text string) []string {
	return slices.DeleteFunc(lines(text), func(line string) bool { return !finding.MatchString(line) })
}

// vetted is what go vet finds.
func vetted(t *testing.T, bin, dir string, flags ...string) []string {
	t.Helper()
	r := do(t, dir, nil, "go", slices.Concat([]string{"vet", "-vettool=" + filepath.Join(bin, "timeoutlint")}, flags, []string{"./..."})...)
	var found []string
	for _, line := range printed(strings.ReplaceAll("\n"+r.stderr, "\n./", "\n")) {
		found = append(found, strings.TrimPrefix(line, "./"))
	}
	return slices.Compact(found) // a package and its test variant say the same
}
