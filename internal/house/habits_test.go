package house

import (
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
)

// The sizes to aim at. Beyond them a pass, a package or a second file is
// missing.
const (
	ruleLines = 150 // a file of analyzers/NAME; all of them together should stay below it, too
	fileLines = 400
)

func TestSizes(t *testing.T) {
	rule := map[string]int{}
	for _, f := range source(t) {
		if f.generated {
			continue
		}
		limit := fileLines
		if path.Dir(f.folder) == "analyzers" && !f.test && path.Base(f.path) != "doc.go" {
			limit = ruleLines
			rule[f.folder] += f.lines
		}
		switch {
		case f.lines <= limit:
		case f.test || within(f.folder, "rules/knowledge"): // one file a library, however large the library
			t.Logf("%s has %d lines, more than %d", f.path, f.lines, limit)
		default:
			t.Errorf("%s has %d lines, more than %d", f.path, f.lines, limit)
		}
	}
	for folder, lines := range rule {
		if lines > ruleLines {
			t.Logf("%s has %d lines, more than %d: is a pass missing?", folder, lines, ruleLines)
		}
	}
}

func TestPackageNames(t *testing.T) {
	for _, f := range source(t) {
		if slices.Contains([]string{"util", "utils", "common", "helper", "helpers", "misc", "base"}, f.syntax.Name.Name) {
			t.Errorf("%s: package %s says nothing of its subject", f.path, f.syntax.Name.Name)
		}
	}
}

// TestQuietStart: importing a package does nothing, and nothing but the plugin
// registers itself.
func TestQuietStart(t *testing.T) {
	for _, f := range source(t) {
		if f.test || f.generated || within(f.folder, "plugin") {
			continue
		}
		for _, decl := range f.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s has an init function", f.path)
			}
		}
	}
}

// panics are the files that may panic, each for a reason.
var panics = map[string]string{
	"budget/hedge.go":                "passes on the panic of the caller's own function, from another goroutine",
	"internal/driver/smoke/smoke.go": "is a rule that crashes when it is told to, for tests",
	"internal/driver/analyze.go":     "keeps the contract of go/analysis, and recovers what it raises as a crash",
}

// TestNoPanic: the linter and the companion return errors.
func TestNoPanic(t *testing.T) {
	for _, f := range source(t) {
		if f.test || f.generated || panics[f.path] != "" || within(f.folder, "examples") || within(f.folder, "budget/peers") {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if fun, ok := call.Fun.(*ast.Ident); ok && fun.Name == "panic" {
					t.Errorf("%s calls panic", f.path)
				}
			}
			return true
		})
	}
}

// TestExitOnlyInMain: os.Exit and log.Fatal belong to a command.
func TestExitOnlyInMain(t *testing.T) {
	for _, f := range source(t) {
		if f.test || f.syntax.Name.Name == "main" {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if ok && (pkg.Name == "os" && sel.Sel.Name == "Exit" || pkg.Name == "log" && strings.HasPrefix(sel.Sel.Name, "Fatal")) {
				t.Errorf("%s calls %s.%s", f.path, pkg.Name, sel.Sel.Name)
			}
			return true
		})
	}
}
