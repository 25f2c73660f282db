// Package ruletest runs a rule over its fixtures: the only test helper a rule
// sees.
//
// The fixtures of rule r are the packages testdata/src/r/...: r itself and its
// siblings hold `// want` comments, r/ok holds near misses that must stay
// silent, r/example holds the before and after of the documentation. The
// folder testdata/src is a GOPATH root, so stubs of third-party packages live
// there at their true import path.
//
// It reads want comments and golden files as analysistest does. It differs in
// two ways: packages that no fixture pattern names come from export data, as
// in production, where third-party code is never analysed; and that takes a
// sixth of the time.
package ruletest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/timeoutlint/timeoutlint/internal/fixtures"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Run checks every fixture package of the rule: each diagnostic is wanted, each
// want is met, and the suggested fixes give the .golden file beside a source.
func Run(t *testing.T, rule *analysis.Analyzer) {
	t.Helper()
	root := testdata(t)
	for _, dir := range []string{"", "ok", "example"} {
		if _, err := os.Stat(filepath.Join(root, "src", rule.Name, dir)); err != nil {
			t.Fatalf("rule %s has no fixtures in testdata/src/%s", rule.Name, filepath.Join(rule.Name, dir))
		}
	}
	graph := analyse(t, root, rule)
	seen := map[string]bool{}
	for _, action := range graph.Roots {
		if action.Err != nil {
			t.Errorf("%s: %v", action, action.Err)
			continue
		}
		checkWants(t, action)
		for _, file := range action.Package.GoFiles {
			seen[file] = true
			checkGolden(t, action, file)
		}
	}
	if len(seen) == 0 {
		t.Errorf("rule %s: no fixture was loaded", rule.Name)
	}
}

func analyse(t *testing.T, root string, rule *analysis.Analyzer) *checker.Graph {
	t.Helper()
	if text, err := os.ReadFile(filepath.Join(root, "src", rule.Name, fixtures.Settings)); err == nil {
		if err := settings.Analyzer.Flags.Set("json", string(text)); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule,
		Dir:  root,
		Env:  append(os.Environ(), "GOPATH="+root, "GO111MODULE=off", "GOWORK=off", "GOFLAGS=", "GOPROXY=off"),
	}, rule.Name+"/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range pkgs {
		for _, err := range pkg.Errors {
			t.Fatalf("fixture %s: %v", pkg.PkgPath, err)
		}
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{rule}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return graph
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

// place is where a finding is, as a test failure prints it.
func place(root, file string, line int) string {
	if rel, err := filepath.Rel(root, file); err == nil {
		file = rel
	}
	return fmt.Sprintf("%s:%d", file, line)
}
