package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/rules"
)

// TestMain lets this binary be golangci-lint too, so that it is linked once.
func TestMain(m *testing.M) {
	if os.Getenv("BE_GOLANGCI_LINT") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// root is the repository.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	return dir
}

// sources is a copy of what is in the repository, as the working tree has it.
func sources(t *testing.T) string {
	t.Helper()
	listing := do(t, root(t), nil, "git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
	if listing.code != 0 {
		t.Skip("the sources are in no git repository, which says what belongs to them")
	}
	dir := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(listing.stdout, "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		require.NoError(t, err)
		write(t, dir, name, string(text))
	}
	return dir
}

// result is what a command did.
type result struct {
	code           int
	stdout, stderr string
}

// do runs a command in a folder, with variables beside those of the environment.
func do(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod"), env...)
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// must is do, where nothing may fail; it returns what was printed.
func must(t *testing.T, dir string, name string, args ...string) string {
	t.Helper()
	r := do(t, dir, nil, name, args...)
	require.Zero(t, r.code, "%s %q\n%s%s", name, args, r.stdout, r.stderr)
	return r.stdout
}

// timeoutlint builds the command and returns its folder.
func timeoutlint(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	must(t, root(t), "go", "build", "-o", filepath.Join(bin, "timeoutlint"), "./cmd/timeoutlint")
	return bin
}

// alone is what the command finds by itself, a sorted list of lines.
func alone(t *testing.T, bin, dir string, args ...string) []string {
	t.Helper()
	r := do(t, dir, nil, filepath.Join(bin, "timeoutlint"), args...)
	require.Contains(t, []int{0, 3}, r.code, r.stderr)
	return lines(r.stdout)
}

// lines is the sorted lines of a text, empty ones left out.
func lines(text string) []string {
	return slices.Sorted(func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			if line = strings.TrimRight(line, "\n"); line != "" && !yield(line) {
				return
			}
		}
	})
}

var finding = regexp.MustCompile(`^[^\s:]+\.go:\d+:\d+: ([a-z]+): `)

// ruleOf is the rule of a finding.
func ruleOf(line string) string { return finding.FindStringSubmatch(line)[1] }

// single picks the findings of the rules for which packages need not be joined,
// which is what a door can show that sees one package at a time.
func single(found []string) []string {
	return slices.DeleteFunc(slices.Clone(found), func(line string) bool {
		r, _ := rules.Lookup(ruleOf(line))
		return r.Joined()
	})
}

// beside is what is in a list and not in the other.
func beside(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(line string) bool { return slices.Contains(other, line) })
}

// shop is a copy of examples/shop that a test may change.
func shop(t *testing.T) string {
	t.Helper()
	return tree(t, filepath.Join(root(t), "examples", "shop"))
}

// tree copies a folder to a scratch one, so that its files can be written.
func tree(t *testing.T, from string) string {
	t.Helper()
	to, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(to, os.DirFS(from)))
	require.NoError(t, filepath.WalkDir(to, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(name, 0o755)
		}
		return os.Chmod(name, 0o644)
	}))
	return to
}

// write writes a file below a folder.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

// replace changes a file below a folder, where it says old.
func replace(t *testing.T, dir, name, old, new string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	require.NoError(t, err)
	require.Contains(t, string(text), old)
	write(t, dir, name, strings.Replace(string(text), old, new, 1))
}

// repository makes a git repository of a folder, with all that is in it as the
// first commit.
func repository(t *testing.T, dir string) {
	t.Helper()
	must(t, dir, "git", "init", "--quiet", "--initial-branch=main")
	must(t, dir, "git", "config", "user.email", "shop@example.com")
	must(t, dir, "git", "config", "user.name", "shop")
	must(t, dir, "git", "config", "commit.gpgsign", "false")
	must(t, dir, "git", "add", "--all")
	must(t, dir, "git", "commit", "--quiet", "--message=first")
}
