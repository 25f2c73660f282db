package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/docgen"
)

// TestReadmeShowsWhatIsPrinted: README.md opens with lines that its first command
// prints. UPDATE=1 makes the test write them instead.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	var stdout, stderr bytes.Buffer
	a := app{analyzers: analyzers.All(), stdout: &stdout, stderr: &stderr, env: os.Environ()}
	require.Equal(t, 3, a.run([]string{"-C", filepath.Join(root, "examples", "shop"), "./..."}), "%s", stderr.String())

	var shown []string
	for _, want := range []struct{ file, rule string }{
		{"internal/account/account.go", "overbudget"},
		{"internal/front/front.go", "retrynested"},
		{"internal/rates/rates.go", "bareclient"},
	} {
		for line := range strings.Lines(stdout.String()) {
			if strings.HasPrefix(line, want.file+":") && strings.Contains(line, ": "+want.rule+": ") {
				shown = append(shown, docgen.Fold(strings.TrimSpace(line), 132, 4))
				break
			}
		}
	}
	require.Len(t, shown, 3, "a finding that the README shows is gone:\n%s", stdout.String())

	readme := filepath.Join(root, "README.md")
	old, err := os.ReadFile(readme)
	require.NoError(t, err)
	text, err := docgen.Between(old, "findings", []byte("```text\n"+strings.Join(shown, "\n")+"\n```\n"))
	require.NoError(t, err)
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(readme, text, 0o600))
		return
	}
	require.Equal(t, string(text), string(old), "Run: UPDATE=1 go test -run TestReadmeShowsWhatIsPrinted ./cmd/timeoutlint")
}
