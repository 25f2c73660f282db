package deadline

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/whatif"
)

var update = flag.Bool("update", false, "write the golden files")

// asked is the example with a question answered.
func asked(t *testing.T) Report {
	t.Helper()
	r := example()
	w := whatif.Assumed()
	w.Sample = 5 * time.Second
	a, err := whatif.Ask(r.Tree, whatif.Question{Dependency: "payments", Down: true}, w)
	require.NoError(t, err)
	r.WhatIf = &a
	return r
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, print := range map[string]func(io.Writer) error{
		"tree.txt":        func(w io.Writer) error { return example().Text(w, 100, false) },
		"tree-narrow.txt": func(w io.Writer) error { return example().Text(w, 20, false) },
		"tree-empty.txt":  func(w io.Writer) error { return Report{}.Text(w, 80, false) },
		"whatif.txt":      func(w io.Writer) error { return asked(t).Text(w, 100, false) },
		"tree.json":       func(w io.Writer) error { return asked(t).JSON(w) },
		"tree-empty.json": func(w io.Writer) error { return Report{}.JSON(w) },
		"tree.dot":        func(w io.Writer) error { return example().DOT(w) },
		"checklist.md":    func(w io.Writer) error { return example().Checklist(w) },
		"tree.mmd":        func(w io.Writer) error { return example().Mermaid(w) },
	} {
		var buf bytes.Buffer
		require.NoError(t, print(&buf))
		file := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(file, buf.Bytes(), 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), buf.String(), name)
	}
}

// TestWidth: no line is wider than the screen, but for a single word that is.
func TestWidth(t *testing.T) {
	t.Parallel()
	for width := narrowest; width <= 140; width += 7 {
		var buf bytes.Buffer
		require.NoError(t, asked(t).Text(&buf, width, false))
		for line := range strings.Lines(buf.String()) {
			require.LessOrEqual(t, columns(strings.TrimRight(line, "\n")), width, line)
			require.Equal(t, strings.TrimRight(line, " \n")+"\n", line)
		}
	}
}
