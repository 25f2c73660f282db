package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/report/documented"
	"github.com/timeoutlint/timeoutlint/rules"
)

var update = flag.Bool("update", false, "write the golden files")

func example() Report {
	return Report{
		Packages: 3, Dir: filepath.FromSlash("/work/shop"), Rules: []rules.Rule{rules.BareClient}, Version: "v0.1.0",
		Findings: []finding.Finding{
			{File: "orders/client.go", Line: 41, Column: 7, EndLine: 41, EndColumn: 20, Rule: "bareclient", Severity: rules.Warning,
				Confidence: rules.High, Message: "http.Client has no Timeout & no <deadline>", Function: "T.Fetch", Source: "\tc := &http.Client{} // the client",
				Length: rules.Forever, Held: finding.Held{By: rules.Request, Who: "GET /orders", More: 2, Lock: "orders.Store.mu", Text: "holds orders.Store.mu, and with it GET /orders and 2 more",
					Way: []finding.Step{{File: "orders/server.go", Line: 12, Column: 3, Text: "GET /orders leads to orders.T.Fetch"}}},
				Path: []finding.Step{{File: "orders/send.go", Line: 9, Column: 2, Text: "sends a request that carries no deadline"}},
				Fix:  &finding.Fix{Message: "Set Timeout", Edits: []finding.Edit{{File: "orders/client.go", Start: 10, End: 10, NewText: "x"}}}},
			{File: "orders/ünïcode.go", Line: 3, Column: 11, EndLine: 5, EndColumn: 2, Rule: "durationunit", Severity: rules.Error,
				Confidence: rules.Medium, Message: "five nanoseconds", Source: "\tvar ü =\tf(func() {"},
			{File: "x.go", Line: 1, Column: 1, Rule: "bareconn", Severity: rules.Note, Confidence: rules.Low, Message: "no source, no end"},
		},
		Hidden:  []Hidden{{Reason: "at the start of a program", Count: 4}},
		Skipped: []driver.Skipped{{Package: "example.com/broken", Reason: "broken.go:1:1: expected 'package'"}},
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, print := range map[string]func(io.Writer, Report) error{
		"lines.txt":        Lines,
		"screen.txt":       func(w io.Writer, r Report) error { return Screen(w, r, false) },
		"screen-color.txt": func(w io.Writer, r Report) error { return Screen(w, r, true) },
		"report.json":      JSON,
		"sarif.json":       shortSARIF,
		"github.txt":       GitHub,
		"gitlab.json":      GitLab,
		"checkstyle.xml":   Checkstyle,
		"junit.xml":        JUnit,
	} {
		var buf bytes.Buffer
		require.NoError(t, print(&buf, example()))
		file := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(file, buf.Bytes(), 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), buf.String(), name)
	}
}

// shortSARIF prints SARIF with texts that are cut off, as the pages of the rules
// are no part of a format.
func shortSARIF(w io.Writer, r Report) error {
	var full bytes.Buffer
	if err := SARIF(&full, r); err != nil {
		return err
	}
	_, err := w.Write(regexp.MustCompile(`("(?:text|markdown)": "[^"\\]{0,90})(?:[^"\\]|\\.)*"`).ReplaceAll(full.Bytes(), []byte(`$1"`)))
	return err
}

// TestDocumented checks that docs/json.md names every field and no other.
func TestDocumented(t *testing.T) {
	t.Parallel()
	r := example()
	r.Stats = &driver.Stats{Wall: time.Second}
	var buf bytes.Buffer
	require.NoError(t, JSON(&buf, r))
	printed, err := documented.Keys(buf.Bytes())
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "json.md"))
	require.NoError(t, err)
	for key := range printed {
		require.Regexp(t, `[`+"`"+`"]`+key+`[`+"`"+`"]`, string(page))
	}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(string(page), -1) {
		for _, name := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(row[1], -1) {
			require.True(t, printed[name[1]], name[1])
		}
	}
}
