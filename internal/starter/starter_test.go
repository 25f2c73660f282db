package starter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/finding"
)

func TestText(t *testing.T) {
	t.Parallel()
	got := string(Text(Module{
		Packages: []*Seen{
			{Module: "example.com/m", Go: "1.26", Command: true, Servers: []string{"http.Serve"}, Tags: []string{"slow", "e2e"}, Tests: true,
				Libraries: []string{"a.b/1", "a.b/2", "a.b/3"}, Unknown: []string{"x.y/z.Wait"}},
			{Module: "example.com/m", Go: "1.26", Libraries: []string{"a.b/3", "a.b/4", "a.b/5", "a.b/6", "a.b/7", "a.b/8"}},
		},
		Findings: []finding.Finding{{Rule: "bareclient"}, {Rule: "directive"}, {Rule: "bareconn", Quiet: "advice", OnRequest: true}, {Rule: "bareconn", Quiet: "advice", OnRequest: true}, {Rule: "bareclient", Quiet: "at the start of a program"}},
		Baseline: "b",
	}))
	for _, want := range []string{
		"# Seen: example.com/m (Go 1.26): 2 packages, 1 command.\n",
		"# Serves with http.Serve.\n",
		"# Libraries whose timeouts are known: a.b/3, a.b/1, a.b/2, a.b/4, a.b/5, a.b/6 and 2 more.\n",
		"# Functions that look as if they wait and of which nothing is known: x.y/z.Wait.\n",
		"    # - bareconn       #   2: ",
		"# tags: [e2e, slow] ",
		"tests: false        # also in test files, of which there are some\n",
		"timeoutlint baseline write records today's 2 findings.\n",
		"# baseline: b\n",
	} {
		require.Contains(t, got, want)
	}
	require.NotContains(t, got, "- bareclient")
}

func TestTags(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"//go:build integration && !windows && go1.20\n\npackage p\n": {"integration"},
		"//go:build e2e || linux\n\npackage p\n":                      {"e2e"},
		"package p\n":                                                 nil,
		"not Go":                                                      nil,
	} {
		file := filepath.Join(t.TempDir(), "a.go")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		require.Equal(t, want, tags(file), text)
	}
}
