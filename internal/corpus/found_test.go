package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// TestFound holds docs/found.md to found.tsv, and that to the verdicts, to what
// is reported today and to the tests that show it.
func TestFound(t *testing.T) {
	rows, err := tsv.Read("found.tsv", "project", "commit", "place", "rule", "release", "shown", "test", "stands")
	require.NoError(t, err)
	labels, err := tsv.Read("labels.tsv", "project", "commit", "place", "rule", "verdict")
	require.NoError(t, err)
	findings, err := tsv.Read("findings.tsv", "project", "commit", "place", "rule")
	require.NoError(t, err)
	key := func(r tsv.Row) string {
		return strings.Join([]string{r["project"], r["commit"], r["place"], r["rule"]}, " ")
	}
	right, wrong, reported := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range labels {
		right[key(r)] = right[key(r)] || r["verdict"] == "right"
		wrong[key(r)] = wrong[key(r)] || r["verdict"] != "right"
	}
	for _, r := range findings {
		reported[key(r)] = true
	}
	page, err := os.ReadFile("../../docs/found.md")
	require.NoError(t, err)
	tests := ""
	files, err := filepath.Glob("../../bench/found/*_test.go")
	require.NoError(t, err)
	for _, name := range append(files, "../../bench/found/go.mod") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		tests += string(text)
	}

	var table, headings []string
	run := 0
	for i, r := range rows {
		require.True(t, right[key(r)] && !wrong[key(r)], "%s: not every reader says right", key(r))
		require.True(t, reported[key(r)], "%s is not reported", key(r))
		require.Contains(t, tests, "func "+r["test"]+"(t *testing.T)")
		switch r["shown"] {
		case "run":
			run++
			if r["stands"] != "-" { // elsewhere the test counts
				require.Contains(t, tests, `"`+r["stands"], "where the test looks")
				version := regexp.MustCompile(`^([^@]+)@([^/]+)`).FindStringSubmatch(r["stands"])
				require.Contains(t, tests, version[1]+" "+version[2]+"\n", "go.mod of the tests")
			}
		default:
			require.Equal(t, "same calls", r["shown"])
		}
		file, line, ok := strings.Cut(r["place"], ":")
		require.True(t, ok, r["place"])
		link := fmt.Sprintf("[`%s`](https://github.com/%s/blob/%s/%s#L%s)", r["place"], r["project"], r["commit"], file, line)
		table = append(table, fmt.Sprintf("| [%d](#%d) | %s | %s | [`%s`](rules/%s.md) | %s | %s, `%s` |",
			i+1, i+1, r["project"], link, r["rule"], r["rule"], r["release"], r["shown"], r["test"]))
		headings = append(headings, fmt.Sprintf("### %d. %s: ", i+1, r["project"]))
		require.Contains(t, string(page), fmt.Sprintf("\n%s at `%s`, `%s`.\n", link, r["commit"][:12], r["rule"]))
		require.Contains(t, string(page), "| `"+r["test"]+"` | ", "the row of what was seen")
	}
	require.GreaterOrEqual(t, len(rows), 25)
	require.GreaterOrEqual(t, run, 10)
	require.Equal(t, table, regexp.MustCompile(`(?m)^\| \[\d+\].*`).FindAllString(string(page), -1))
	require.Equal(t, headings, regexp.MustCompile(`(?m)^### \d+\. \S+: `).FindAllString(string(page), -1))
}
