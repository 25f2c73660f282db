package docgen

import (
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/docs"
	"github.com/timeoutlint/timeoutlint/rules"
)

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules.All() {
		switch {
		case !regexp.MustCompile(`^[a-z]{1,16}$`).MatchString(r.Name) || token.IsKeyword(r.Name):
			t.Errorf("%q is not a lower-case Go identifier of at most 16 letters", r.Name)
		case seen[r.Name]:
			t.Errorf("%s is in the catalogue twice", r.Name)
		case regexp.MustCompile(`timeout$|check|lint`).MatchString(r.Name) && r != rules.DeadTimeout && r != rules.SilentTimeout:
			t.Errorf("%s does not name what is wrong", r.Name)
		case r.Summary != strings.TrimRight(r.Summary, ". \n") || strings.ToLower(r.Summary[:1]) != r.Summary[:1]:
			t.Errorf("%s: a summary is one line, lower case, without a full stop: %q", r.Name, r.Summary)
		case r.CWE == 0:
			t.Errorf("%s is filed under no weakness", r.Name)
		}
		seen[r.Name] = true
	}
}

// TestBuiltRules: what the catalogue offers is there, in its order, and what is
// there is in the catalogue.
func TestBuiltRules(t *testing.T) {
	root := root(t)
	var built, all []string
	for _, r := range rules.Built() {
		built = append(built, r.Name)
		for _, path := range []string{
			"analyzers/" + r.Name + "/doc.go",
			"analyzers/" + r.Name + "/analyzer.go",
			"analyzers/" + r.Name + "/analyzer_test.go",
			"testdata/src/" + r.Name + "/ok",
			"testdata/src/" + r.Name + "/example/example.go",
		} {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(path))); err != nil {
				t.Errorf("rule %s is offered since %s without %s", r.Name, r.Since, path)
			}
		}
	}
	for _, a := range analyzers.All() {
		all = append(all, a.Name)
		row, ok := rules.Lookup(a.Name)
		if !ok {
			t.Errorf("analyzer %s is not in the catalogue", a.Name)
			continue
		}
		if a.Doc != row.Summary || a.URL != row.URL() {
			t.Errorf("analyzer %s does not speak with its catalogue row", a.Name)
		}
	}
	if !slices.Equal(all, built) {
		t.Errorf("analyzers.All() and the catalogue differ:\n%v\n%v", all, built)
	}
	folders, err := os.ReadDir(filepath.Join(root, "analyzers"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		if row, ok := rules.Lookup(f.Name()); !ok {
			t.Errorf("analyzers/%s is not in the catalogue", f.Name())
		} else if !row.Built() {
			t.Logf("analyzers/%s is there, and its row has no Since yet", f.Name())
		}
	}
}

// TestPages: every URL that a finding shows has a page, and the command can
// print it.
func TestPages(t *testing.T) {
	if *update {
		t.Skip("the pages are embedded when the test is built")
	}
	for _, r := range rules.Built() {
		if _, ok := docs.Rule(r.Name); !ok {
			t.Errorf("%s has no page. Run: go test ./internal/docgen -update", r.URL())
		}
	}
	if _, ok := docs.Rule("README"); ok {
		t.Error("the index is taken for a rule")
	}
}
