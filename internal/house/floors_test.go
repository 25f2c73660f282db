package house

import (
	"strings"
	"testing"
)

const module = "github.com/timeoutlint/timeoutlint"

// floors says what each part of the tree may import, tests aside. The first
// entry that holds a package speaks for it. A package outside our modules is
// allowed unless the floor stands on the standard library alone.
var floors = []struct {
	part string   // folder below the root; it and all below it
	std  bool     // of others, only the standard library
	ours []string // folders of ours, each with all below it
}{
	{part: "docs", std: true},
	{part: "rules", std: true, ours: []string{"rules"}},
	{part: "passes", ours: []string{"rules", "passes"}},
	{part: "analyzers", ours: []string{"rules", "passes", "analyzers"}},
	{part: "internal/driver/smoke", ours: []string{"rules", "passes"}},                         // stands in for the rules
	{part: "internal/driver", ours: []string{"passes", "internal/driver", "internal/regular"}}, // no rule by name
	{part: "internal", ours: []string{"docs", "rules", "passes", "analyzers", "internal"}},
	{part: "cmd", ours: []string{"docs", "rules", "passes", "analyzers", "internal", "cmd"}},
	{part: "bench", ours: []string{"rules", "internal", "bench"}},
	{part: "plugin", ours: []string{"rules", "passes", "analyzers", "internal", "plugin"}},
	{part: "budget/grpcbudget", ours: []string{"budget"}},
	{part: "budget/otelbudget", ours: []string{"budget"}},
	{part: "budget/breaker", ours: []string{"budget"}},
	{part: "budget/peers", ours: []string{"budget"}},
	{part: "budget", std: true, ours: []string{"budget"}},
	{part: "examples", ours: []string{"examples", "budget"}},
}

func TestImportsGoDownOnly(t *testing.T) {
	for _, f := range source(t) {
		if f.test || f.nested("rules/knowledge/truth") {
			continue
		}
		for _, imp := range f.imports {
			if why := forbidden(f.folder, imp); why != "" {
				t.Errorf("%s imports %s: %s", f.path, imp, why)
			}
		}
	}
}

func forbidden(folder, imp string) string {
	for _, floor := range floors {
		if !within(folder, floor.part) {
			continue
		}
		target, ours := strings.CutPrefix(imp, module+"/")
		switch {
		case !ours && floor.std && strings.Contains(strings.Split(imp, "/")[0], "."):
			return floor.part + " stands on the standard library alone"
		case !ours:
			return ""
		case !withinAny(target, floor.ours):
			return floor.part + " may not look there"
		}
		// A rule never imports a sibling; only the list of all imports rules.
		if from, ok := strings.CutPrefix(folder, "analyzers/"); ok {
			if to, ok := strings.CutPrefix(target, "analyzers/"); ok && !within(to, from) {
				return "a rule never imports another"
			}
		}
		return ""
	}
	return "its folder has no floor; give it one in internal/house"
}

func within(folder, part string) bool { return folder == part || strings.HasPrefix(folder, part+"/") }

func withinAny(folder string, parts []string) bool {
	for _, part := range parts {
		if within(folder, part) {
			return true
		}
	}
	return false
}

// TestForbidden makes sure that the test above can fail.
func TestForbidden(t *testing.T) {
	for _, c := range []struct {
		folder, imp string
		forbidden   bool
	}{
		{"rules", "slices", false},
		{"rules", module + "/passes/calls", true},
		{"rules/knowledge", "golang.org/x/tools/go/analysis", true},
		{"passes/calls", "golang.org/x/tools/go/analysis", false},
		{"passes/calls", module + "/rules/knowledge", false},
		{"passes/calls", module + "/internal/driver", true},
		{"analyzers", module + "/analyzers/bareclient", false},
		{"analyzers/bareclient", module + "/analyzers/baredial", true},
		{"analyzers/bareclient", module + "/passes/calls", false},
		{"internal/driver", module + "/analyzers", true},
		{"internal/docgen", module + "/analyzers", false},
		{"internal/report", module + "/cmd/timeoutlint", true},
		{"budget", module + "/rules", true},
		{"budget", module + "/budget/faulttest", false},
		{"budget", "google.golang.org/grpc", true},
		{"budget/grpcbudget", "google.golang.org/grpc", false},
		{"attic", "fmt", true},
	} {
		if got := forbidden(c.folder, c.imp) != ""; got != c.forbidden {
			t.Errorf("%s importing %s: forbidden is %v, want %v", c.folder, c.imp, got, c.forbidden)
		}
	}
}
