package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
	"github.com/timeoutlint/timeoutlint/rules"
)

// TestData holds the data files to the catalogue and to one another.
func TestData(t *testing.T) {
	expect, err := tsv.Read("expect.tsv", "id", "rules", "group", "scope", "lines", "after", "note")
	require.NoError(t, err)
	loadable, err := tsv.Read("loadable.tsv", "id", "side", "repo", "commit", "dir", "package", "file", "loads", "reason", "mod")
	require.NoError(t, err)
	projects, err := tsv.Read("projects.tsv", "repo", "commit", "dir", "patterns", "tags", "mod")
	require.NoError(t, err)
	_, err = readPrepare("prepare.tsv")
	require.NoError(t, err)

	sides := map[string]bool{}
	for _, r := range loadable {
		sides[r["id"]] = true
		require.Contains(t, []string{"yes", "no"}, r["loads"], r["id"])
		require.Equal(t, r["loads"] == "no", r["reason"] != "-", "%s says why it does not load", r["id"])
	}
	seen := map[string]bool{}
	for _, r := range expect {
		id := r["id"]
		require.False(t, seen[id], "%s is there twice", id)
		seen[id] = true
		require.True(t, sides[id], "%s is not in loadable.tsv", id)
		switch r["rules"] {
		case "-":
			require.NotEqual(t, "-", r["note"], "%s says why no rule is meant for it", id)
		case "*":
			require.Equal(t, "benign", r["group"], id)
		default:
			require.Contains(t, []string{"house", "knowledge", "contexts", "retries", "budgets"}, r["group"], id)
			require.Contains(t, []string{"meant", "edge"}, r["scope"], id)
			for name := range strings.SplitSeq(r["rules"], ",") {
				require.True(t, slices.ContainsFunc(rules.All(), func(x rules.Rule) bool { return x.Name == name }), "%s: no rule %q", id, name)
			}
		}
	}
	for _, r := range projects {
		require.Len(t, r["commit"], 40, r["repo"])
	}
}
