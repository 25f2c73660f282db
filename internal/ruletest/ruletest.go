// Package ruletest runs a rule over its fixtures: the only test helper a rule
// sees.
//
// The fixtures of rule r are the packages testdata/src/r/...: r itself and its
// siblings hold `// want` comments, r/ok holds near misses that must stay
// silent, r/example holds the before and after of the documentation. The
// folder testdata/src is a GOPATH root, so stubs of third-party packages live
// there at their true import path.
package ruletest

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// Run checks every fixture package of the rule, and that each suggested fix
// gives the .golden file beside its source, if there is one.
func Run(t *testing.T, rule *analysis.Analyzer) {
	t.Helper()
	root := testdata(t)
	for _, dir := range []string{rule.Name, filepath.Join(rule.Name, "ok"), filepath.Join(rule.Name, "example")} {
		if _, err := os.Stat(filepath.Join(root, "src", dir)); err != nil {
			t.Errorf("rule %s has no fixtures in testdata/src/%s", rule.Name, dir)
			return
		}
	}
	if golden(t, filepath.Join(root, "src", rule.Name)) {
		analysistest.RunWithSuggestedFixes(t, root, rule, rule.Name+"/...")
		return
	}
	analysistest.Run(t, root, rule, rule.Name+"/...")
}

func golden(t *testing.T, dir string) bool {
	t.Helper()
	found := false
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		found = found || filepath.Ext(path) == ".golden"
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// testdata is the absolute path of the folder beside go.mod.
func testdata(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata")
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}
