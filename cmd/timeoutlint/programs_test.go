package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// TestTrustPrograms runs all rules over programs that were written to break
// compilers and analyzers: those of Go itself, of the type checker, and of
// golang.org/x/tools. None crashes a rule, and what is left out does not compile.
func TestTrustPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	t.Parallel()
	goroot, tools := releaseWithTests(t), folderOf(t, "golang.org/x/tools")
	dir := t.TempDir()
	n := 0
	for _, from := range []struct {
		name    string
		root    string
		wanted  string // part of the path of what is wanted
		least   int
		grouped bool // what is in a folder is one package
	}{
		{"", filepath.Join(goroot, "test"), "", 3000, false},
		{"", filepath.Join(goroot, "src", "internal", "types", "testdata"), "", 300, false},
		{"cgo", filepath.Join(goroot, "src", "cmd", "cgo", "internal"), "", 100, true},
		{"tools", tools, "testdata", 400, true},
	} {
		before := n
		err := filepath.WalkDir(from.root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || !strings.Contains(name, from.wanted) {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil || bytes.Contains(text, []byte("//go:build ignore")) {
				return err
			}
			n++
			to := filepath.Join(dir, fmt.Sprintf("p%04d", n), "p.go")
			if from.grouped {
				rel, err := filepath.Rel(from.root, name)
				if err != nil {
					return err
				}
				to = filepath.Join(dir, from.name, strings.NewReplacer("testdata", "data", "vendor", "vendored", "@", "_at_").Replace(rel))
			}
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				return err
			}
			return os.WriteFile(to, text, 0o600)
		})
		require.NoError(t, err)
		require.Greater(t, n-before, from.least, from.root)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/programs\n\ngo 1.26\n"), 0o600))

	left := analyseAll(t, dir)
	for _, l := range left {
		switch {
		case strings.Contains(l.Reason, "more than "): // a limit of work: internal/growth
		case l.Function != "" || l.Rule != "":
			t.Errorf("left out: %+v", l)
		case !uncompiled.MatchString(l.Reason):
			t.Errorf("package %s is left out although it compiles: %s", l.Package, l.Reason)
		}
	}
	trust.Hold(t, trust.Row{Part: trust.Crashes, Tried: "all rules over the programs that test compilers and analyzers",
		Inputs: "more than 3,000 of `$GOROOT/test`, 300 of the type checker, 100 of cgo, 400 of `golang.org/x/tools`",
		Result: "no rule crashes, and a package that is left out is one that does not compile"})
}

// uncompiled is the reason of a package that the compiler would not take either:
// a position, or what the go command says.
var uncompiled = regexp.MustCompile(`\.go:\d+(:\d+)?: |import cycle|found packages|build constraints|no required module|cannot find|malformed|is not in std|embed|imports `)

// oneLeftOut is an entry of skipped in the JSON.
type oneLeftOut struct{ Package, Function, Rule, Reason string }

// analyseAll runs every rule over a module and returns what it gave up.
func analyseAll(t *testing.T, dir string) []oneLeftOut {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("timeoutlint", "-config=none", "-enable=all", "-notes", "-tests", "-confidence=low", "-cache=off", "-json", "-stats", "./...")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "CGO_ENABLED=1")
	var exit *exec.ExitError
	err := cmd.Run()
	require.True(t, err == nil || errors.As(err, &exit) && exit.ExitCode() == exitFindings, "%v\n%s", err, &stderr)
	var out struct {
		Findings []struct{ Rule string }
		Skipped  []oneLeftOut
		Stats    struct {
			Packages int `json:"packages_analyzed"`
		}
	}
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &out))
	t.Logf("%d packages analysed, %d findings, %d left out", out.Stats.Packages, len(out.Findings), len(out.Skipped))
	return out.Skipped
}

// releaseWithTests is the root of a Go release that has its tests: those that
// the go command fetches have none.
func releaseWithTests(t *testing.T) string {
	t.Helper()
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		tool, err := filepath.EvalSymlinks(filepath.Join(folder, "go"))
		if err != nil {
			continue
		}
		root := filepath.Dir(filepath.Dir(tool))
		if _, err := os.Stat(filepath.Join(root, "test", "helloworld.go")); err == nil {
			return root
		}
	}
	t.Skip("no release of Go in PATH has its test programs")
	return ""
}

func folderOf(t *testing.T, module string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}
