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
	"slices"
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

	var parts, asked, named []string
	for _, l := range analyseAll(t, dir) {
		switch {
		case l.Function != "" || l.Rule != "":
			parts = append(parts, l.Function+" by "+l.Rule+": "+l.Reason)
		case !uncompiled.MatchString(l.Reason):
			t.Errorf("package %s is left out although it compiles: %s", l.Package, l.Reason)
		case strings.Contains(l.Reason, "already declared through import of package C"):
			named = append(named, l.Reason)
		case !strings.Contains(l.Package, " ") && !expectsErrors(t, dir, l):
			asked = append(asked, strings.Replace(l.Package, "example.com/programs", ".", 1))
		}
	}
	// A limit of work, as in internal/growth; and a type of Go that is called C in a
	// package that uses C: cgo takes it, the type checker does not.
	require.Equal(t, []string{"main by retries: more than 6000 states on the ways from one attempt to the next"}, parts)
	require.Len(t, named, 1, "%q", named)
	require.Greater(t, len(asked), 30)
	require.Empty(t, compiling(t, dir, asked), "left out, and the compiler takes them")
	trust.Hold(t, trust.Row{Part: trust.Crashes, Tried: "all rules over the programs that test compilers and analyzers",
		Inputs: "more than 3,000 of `$GOROOT/test`, 300 of the type checker, 100 of cgo, 400 of `golang.org/x/tools`",
		Result: fmt.Sprintf("no rule crashes; left out is what the compiler does not take, and by name: %d function at a limit of work, %d package that declares a type C beside the C that it imports", len(parts), len(named))})
}

// expectsErrors reports whether a package says that it does not compile, or imports
// what is not there.
func expectsErrors(t *testing.T, dir string, l oneLeftOut) bool {
	t.Helper()
	if strings.Contains(l.Reason, "import") || strings.Contains(l.Reason, "internal package") || strings.Contains(l.Reason, "found packages") {
		return true
	}
	files, err := filepath.Glob(filepath.Join(dir, strings.TrimPrefix(l.Package, "example.com/programs"), "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, files, l.Package)
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		return bytes.Contains(text, []byte("errorcheck")) || bytes.Contains(text, []byte("ERROR"))
	})
}

// compiling lists those of the packages that the compiler takes.
func compiling(t *testing.T, dir string, packages []string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-export", "-f", "{{if .Export}}{{.ImportPath}}{{end}}"}, packages...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "CGO_ENABLED=1")
	out, err := cmd.Output()
	require.NoError(t, err)
	return strings.Fields(string(out))
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
