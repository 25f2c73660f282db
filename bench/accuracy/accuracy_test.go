package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// TestPageIsFresh holds the page, and what README.md quotes, to the tables. Run: go run ./bench/accuracy
func TestPageIsFresh(t *testing.T) {
	root, err := house.Root(".")
	require.NoError(t, err)
	d, err := read(filepath.Join(root, "internal", "corpus"))
	require.NoError(t, err)
	files, err := render(root, d)
	require.NoError(t, err)
	for name, text := range files {
		old, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		require.Equal(t, string(old), string(text), "run: go run ./bench/accuracy")
	}
}

// TestDefaultRulesAreRight is the promise of the README: a rule with judged
// findings is on by default only while 95 of 100 are right.
func TestDefaultRulesAreRight(t *testing.T) {
	root, err := house.Root(".")
	require.NoError(t, err)
	d, err := read(filepath.Join(root, "internal", "corpus"))
	require.NoError(t, err)
	byRule, all := d.precision()
	var missed []string
	for _, p := range byRule {
		if p.Rule.Default() && p.Judged > 0 && p.Share() < 0.95 {
			missed = append(missed, p.Rule.Name)
		}
	}
	require.Empty(t, missed, "to be mended or switched off")
	require.GreaterOrEqual(t, all.Share(), 0.95)
}

func TestCounts(t *testing.T) {
	f := func(place string) finding { return finding{"o/p", "abc", place, "bareclient"} }
	d := &data{
		scores: []tsv.Row{
			{"id": "A1", "group": "house", "scope": "meant", "rules": "bareclient,halfbound", "before": "found", "after": "silent", "verdict": "pass"},
			{"group": "house", "scope": "meant", "rules": "bareclient", "before": "missed", "after": "still", "verdict": "fail"},
			{"group": "house", "scope": "meant", "rules": "bareclient", "before": "skip", "after": "skip", "verdict": "skip"},
			{"group": "house", "scope": "edge", "rules": "bareclient", "before": "found", "after": "silent", "verdict": "pass"},
			{"group": "benign", "scope": "meant", "before": "silent", "after": "skip", "verdict": "pass"},
		},
		labels: map[finding]verdict{f("a.go:1"): {readers: 2}, f("a.go:2"): {readers: 2, wrong: 1}, f("a.go:9"): {readers: 1, wrong: 1}},
		findings: map[finding]tsv.Row{
			f("a.go:1"): {"message": "one"}, f("a.go:2"): {"message": "two"}, f("a.go:3"): {"message": "three"},
		},
		peers: []tsv.Row{
			{"id": "A1", "tool": "vet", "version": "v1", "before": "found", "after": "still"},
			{"id": "A2", "tool": "vet", "version": "v1", "before": "missed", "after": "skip"},
			{"id": "A1", "tool": "slow", "version": "v2", "before": "unfinished", "after": "skip"},
			{"id": "A2", "tool": "slow", "version": "v2", "before": "other", "after": "skip"},
		},
	}
	require.Equal(t, []Recall{{Name: "meant", Rows: 2, Found: 1, Silent: 1, Benign: 1, BenignSilent: 1}},
		d.recall(func(r tsv.Row) string { return strings.TrimPrefix(r["scope"], "edge") }))

	byRule, all := d.precision()
	require.Len(t, byRule, 1)
	require.Equal(t, 1, byRule[0].Right, "two readers who disagree are a doubt")
	require.Equal(t, 2, byRule[0].Judged, "a verdict on what is no longer reported does not count")
	require.Equal(t, 1, byRule[0].Unjudged)
	require.Equal(t, 1, all.Projects)
	require.InDelta(t, 0.0945, byRule[0].Low(), 0.0005)

	peers, rows := d.compared()
	require.Equal(t, []Peer{{Tool: "slow", Version: "v2", Rows: 2, Ours: 1, Other: 1, Unfinished: 1},
		{Tool: "vet", Version: "v1", Rows: 2, Ours: 1, Found: 1, Still: 1}}, peers)
	require.Equal(t, 2, rows)

	var b bytes.Buffer
	require.NoError(t, d.difference(&b))
	require.Equal(t, "reported, not judged: 1\no/p\ta.go:3\tbareclient\tthree\njudged, not reported: 1\no/p\ta.go:9\tbareclient\twrong\n", b.String())
}
