package docgen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/rules"
)

// TestPage: a whole page from a rule that is not ours.
func TestPage(t *testing.T) {
	rule := rules.Rule{Name: "slowtea", Group: rules.Client, Severity: rules.Note, Since: "v0.9.0", CWE: 1088, Summary: "tea is served cold"}
	root := unpack(t, "testdata/slowtea.txtar")
	findings := []finding.Finding{
		{Rule: "slowtea", File: "slowtea/example/example.go", Line: 8, Column: 2, EndLine: 8, EndColumn: 11, Message: "tea waits; use Serve",
			Path: []finding.Step{{File: "slowtea/example/example.go", Line: 6, Column: 1, Text: "made here"}}},
		{Rule: "other", File: "slowtea/example/example.go", Line: 8, Column: 2, Message: "not of this rule"},
	}
	got, err := Page(root, rule, findings)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("testdata", "slowtea.md"))
	switch {
	case *update:
		if err := os.WriteFile(filepath.Join("testdata", "slowtea.md"), got, 0o644); err != nil {
			t.Fatal(err)
		}
	case err != nil || string(got) != string(want):
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}

	for text, rule := range map[string]rules.Rule{
		"the catalogue says":    {Name: "slowtea", Summary: "tea is served late"},
		"finds nothing":         {Name: "slowtea", Summary: "tea is served cold"},
		"no such file":          {Name: "nosuch", Summary: "tea is served cold"},
		"nothing after the sum": {Name: "terse", Summary: "tea is served cold"},
		`"# What is not rep`:    {Name: "boastful", Summary: "tea is served cold"},
		"no heading":            {Name: "untitled", Summary: "tea is served cold"},
	} {
		if _, err := Page(root, rule, nil); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: got %v, want an error with %q", rule.Name, err, text)
		}
	}
}

// TestPageOfNoWayOut: an example that is still a finding afterwards is refused.
func TestPageOfNoWayOut(t *testing.T) {
	rule := rules.Rule{Name: "slowtea", Summary: "tea is served cold"}
	findings := []finding.Finding{
		{Rule: "slowtea", File: "slowtea/example/example.go", Line: 8, Column: 2, Message: "tea waits"},
		{Rule: "other", File: "slowtea/example/after.go", Line: 3, Column: 1, Message: "still waits"},
	}
	if _, err := Page(unpack(t, "testdata/slowtea.txtar"), rule, findings); err == nil || !strings.Contains(err.Error(), "still waits") {
		t.Errorf("got %v, want an error", err)
	}
}

func unpack(t *testing.T, name string) string {
	t.Helper()
	ar, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, f := range ar.Files {
		path := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
