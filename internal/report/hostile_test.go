package report

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/report/hostile"
	"github.com/timeoutlint/timeoutlint/internal/trust"
	"github.com/timeoutlint/timeoutlint/rules"
)

// TestTrustFindingsText: whatever is in a finding, what is printed of it as text
// speaks to no terminal and gives no CI system a command.
func TestTrustFindingsText(t *testing.T) {
	t.Parallel()
	printers := map[string]func(io.Writer, Report) error{
		"text": Lines, "github": GitHub, "checkstyle": Checkstyle, "junit": JUnit,
		"a terminal": func(w io.Writer, r Report) error { return Screen(w, r, false) },
	}
	for _, text := range hostile.Texts() {
		first := finding.Finding{File: text, Line: 1, Column: 1, EndLine: 1, EndColumn: 2, Rule: rules.BareClient.Name,
			Severity: rules.Warning, Confidence: rules.High, Function: text, Message: text, Source: "\t" + text,
			Path: []finding.Step{{File: text, Line: 2, Column: 1, Text: text}}, Fix: &finding.Fix{Message: text}}
		note := first
		note.Severity = rules.Note
		r := Report{Packages: 1, Findings: []finding.Finding{first, note}, Skipped: []driver.Skipped{{Package: text, Reason: text}},
			Crashes: []driver.Crash{{Package: text, Analyzer: text, Reason: text}}, Dir: t.TempDir(), Version: "v0.1.0"}
		for name, print := range printers {
			var out bytes.Buffer
			require.NoError(t, print(&out, r), name)
			ours := map[string]string{"github": "::warning file="}[name]
			for _, line := range hostile.Lines(out.String(), ours, "::notice file=") {
				t.Errorf("as %s: %q of %q", name, line, text)
			}
		}
		for _, f := range []Format{JSONFormat, SARIFFormat, GitLabFormat} {
			var out bytes.Buffer
			require.NoError(t, f.Print(&out, r), f)
			require.False(t, bytes.ContainsAny(out.Bytes(), "\x1b\x07\x00\r"), "as %s: %q", f, text)
		}
	}
	trust.Hold(t, trust.Row{
		Part:   trust.Prints,
		Tried:  "texts that speak to a terminal or to a CI system, in the place of every name and message of a finding",
		Inputs: fmt.Sprintf("%d texts with control characters, line ends, invalid UTF-8, bidi marks, workflow commands and markup, in %d formats", len(hostile.Texts()), len(printers)+3),
		Result: "no text starts a line, moves a cursor or turns the direction; JSON, SARIF and Code Quality hold them as JSON does",
	})
}
