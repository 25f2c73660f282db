package analyzers_test

import (
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/fixtures"
	"github.com/timeoutlint/timeoutlint/internal/house"
)

// TestSuite runs all rules over the fixtures of all rules. What a rule says in
// its own fixtures is its own test's business; in another's it must be
// expected there, by rule, so that no near miss of one rule is a false alarm of
// the next:
//
//	http.Get(url) // also: ctxvariant // want `…`
func TestSuite(t *testing.T) {
	root, err := house.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	all := analyzers.All()
	if len(all) == 0 {
		t.Skip("no rule is built")
	}
	var patterns []string
	expected := map[string]bool{} // "file:line rule", true once it is found
	for _, a := range all {
		patterns = append(patterns, a.Name+"/...")
		readAlso(t, fixtures.Source(root), a.Name, expected)
	}
	findings, err := fixtures.Run(root, all, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if owner, _, _ := strings.Cut(f.File, "/"); owner == f.Rule {
			continue
		}
		key := fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Rule)
		if _, ok := expected[key]; !ok {
			t.Errorf("unexpected in another rule's fixture (// also: %s would expect it): %s:%d: %s", f.Rule, f.File, f.Line, f.Message)
			continue
		}
		expected[key] = true
	}
	for key, found := range expected {
		if !found {
			t.Errorf("%s is expected by an also: comment and not found", key)
		}
	}
}

// readAlso collects the also: comments of one rule's fixtures.
func readAlso(t *testing.T, source, rule string, expected map[string]bool) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(source, rule), func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		if ok, err := build.Default.MatchFile(filepath.Dir(name), filepath.Base(name)); !ok || err != nil {
			return err // for another release of Go
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(source, name)
		if err != nil {
			return err
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				text, ok := strings.CutPrefix(c.Text, "// also:")
				if !ok {
					continue
				}
				text, _, _ = strings.Cut(text, "//")
				for _, other := range strings.Split(text, ",") {
					key := fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), fset.Position(c.Pos()).Line, strings.TrimSpace(other))
					expected[key] = false
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
