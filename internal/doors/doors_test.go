// Package doors_test holds the findings of the three ways to run the rules
// against each other: the project's own driver, go vet, and the checker of
// golang.org/x/tools.
//
// It takes minutes, since the other two look at everything below the code
// under test, and runs when DOORS is set: DOORS=all, or a list of directories
// of modules to look at besides.
package doors_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
)

func TestSameThroughEveryDoor(t *testing.T) {
	asked := os.Getenv("DOORS")
	if asked == "" {
		t.Skip("takes minutes; set DOORS=all")
	}
	root, err := house.Root(".")
	require.NoError(t, err)
	tool := filepath.Join(t.TempDir(), "timeoutlint")
	build := exec.Command("go", "build", "-o", tool, "./cmd/timeoutlint")
	build.Dir = root
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))

	check := func(name, dir string, env ...string) {
		t.Run(name, func(t *testing.T) {
			env = append(os.Environ(), env...)
			want := throughDriver(t, dir, env)
			t.Logf("%d findings", len(want))
			require.Equal(t, want, throughChecker(t, dir, env), "the checker of x/tools")
			require.Equal(t, want, throughVet(t, tool, dir, env), "go vet")
		})
	}
	check("shop", filepath.Join(root, "examples", "shop"))
	for _, dir := range strings.Split(asked, ",") {
		if dir != "all" {
			check(filepath.Base(dir), dir)
		}
	}
	fixtures := filepath.Join(root, "testdata")
	entries, err := os.ReadDir(filepath.Join(fixtures, "src"))
	require.NoError(t, err)
	for _, e := range entries {
		if _, ok := rules.Lookup(e.Name()); ok {
			check(e.Name(), filepath.Join(fixtures, "src", e.Name()), "GO111MODULE=off", "GOPATH="+fixtures, "GOWORK=", "GOFLAGS=")
		}
	}
}

// on are the default rules.
func on() []*analysis.Analyzer {
	return slices.DeleteFunc(analyzers.All(), func(a *analysis.Analyzer) bool {
		r, _ := rules.Lookup(a.Name)
		return !r.Default()
	})
}

// line is a finding as all three can tell it.
func line(dir, file string, at int, rule, message string) string {
	if rel, err := filepath.Rel(dir, file); err == nil {
		file = rel
	}
	return fmt.Sprintf("%s:%d: %s: %s", filepath.ToSlash(file), at, rule, message)
}

func sorted(lines []string) []string {
	slices.Sort(lines)
	return slices.Compact(lines)
}

// throughDriver also holds a run that finds everything known against one that
// knows nothing.
func throughDriver(t *testing.T, dir string, env []string) []string {
	c, err := cache.Open(filepath.Join(t.TempDir(), "cache"))
	require.NoError(t, err)
	var first []string
	for range 2 {
		res, err := driver.Run(t.Context(), driver.Options{Dir: dir, Env: env, Analyzers: on(), Settings: settings.Default(), Cache: c})
		require.NoError(t, err)
		require.Empty(t, res.Crashes)
		var lines []string
		for _, p := range res.Packages {
			for _, d := range p.Diagnostics {
				lines = append(lines, line(dir, d.Pos.Filename, d.Pos.Line, d.Analyzer, d.Message))
			}
		}
		if first == nil {
			first = sorted(lines)
		}
		require.Equal(t, first, sorted(lines))
	}
	return first
}

func throughChecker(t *testing.T, dir string, env []string) []string {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Env: env}, "./...")
	require.NoError(t, err)
	graph, err := checker.Analyze(on(), pkgs, nil)
	require.NoError(t, err)
	var lines []string
	for _, act := range graph.Roots {
		require.NoError(t, act.Err, act.String())
		for _, d := range act.Diagnostics {
			at := act.Package.Fset.Position(d.Pos)
			lines = append(lines, line(dir, at.Filename, at.Line, act.Analyzer.Name, d.Message))
		}
	}
	return sorted(lines)
}

func throughVet(t *testing.T, tool, dir string, env []string) []string {
	cmd := exec.Command("go", "vet", "-json", "-vettool="+tool, "./...")
	cmd.Dir, cmd.Env = dir, env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	require.NoError(t, err, out.String())
	var text strings.Builder
	for l := range strings.Lines(out.String()) {
		if !strings.HasPrefix(l, "#") && !strings.HasPrefix(l, "go: ") { // names the package; says what is fetched
			text.WriteString(l)
		}
	}
	var lines []string
	for dec := json.NewDecoder(strings.NewReader(text.String())); dec.More(); {
		var found map[string]map[string]json.RawMessage
		require.NoError(t, dec.Decode(&found))
		for _, byRule := range found {
			for rule, raw := range byRule {
				var list []struct{ Posn, Message string }
				require.NoError(t, json.Unmarshal(raw, &list), string(raw))
				for _, d := range list {
					parts := strings.Split(d.Posn, ":")
					n := 0
					_, err := fmt.Sscan(parts[len(parts)-2], &n)
					require.NoError(t, err)
					lines = append(lines, line(dir, strings.Join(parts[:len(parts)-2], ":"), n, rule, strings.TrimPrefix(d.Message, rule+": ")))
				}
			}
		}
	}
	return sorted(lines)
}
