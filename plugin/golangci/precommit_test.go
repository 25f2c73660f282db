package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hooks is where pre-commit installs ours from, and to.
type hooks struct {
	repo, rev string
	env       []string
}

// newHooks makes a repository of the sources, for pre-commit to clone.
func newHooks(t *testing.T) hooks {
	t.Helper()
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed: apt-get install pre-commit")
	}
	h := hooks{repo: sources(t)}
	repository(t, h.repo)
	h.rev = strings.TrimSpace(must(t, h.repo, "git", "rev-parse", "HEAD"))
	home := t.TempDir()
	t.Cleanup(func() { _ = exec.Command("chmod", "--recursive", "u+w", home).Run() })
	h.env = []string{"PRE_COMMIT_HOME=" + home, "GOFLAGS=-buildvcs=false", "GOWORK=", "NO_COLOR=1"}
	return h
}

// configure writes the configuration of a user of all our hooks.
func (h hooks) configure(t *testing.T, dir string) {
	t.Helper()
	write(t, dir, ".pre-commit-config.yaml", fmt.Sprintf(`
repos:
  - repo: %s
    rev: %s
    hooks:
      - {id: timeoutlint, verbose: true}
      - {id: timeoutlint-config}
      - {id: timeoutlint-full, verbose: true, stages: [manual]}
`, h.repo, h.rev))
}

// full runs the hook that looks at everything.
func (h hooks) full(t *testing.T, dir string) result {
	t.Helper()
	return do(t, dir, h.env, "pre-commit", "run", "--all-files", "--hook-stage=manual", "timeoutlint-full")
}

const clean = `package rates

import (
	"net/http"
	"time"
)

var client = &http.Client{Timeout: 5 * time.Second}

func fetch() (*http.Response, error) { return client.Get("https://bank.example") }
`

const faulty = `package rates

import "net/http"

var other = &http.Client{}

func again() (*http.Response, error) { return other.Get("https://bank.example") }
`

// TestPreCommit commits to a repository with the hooks installed.
func TestPreCommit(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/rates\n\ngo 1.26\n")
	write(t, dir, "old.go", strings.NewReplacer("other", "oldClient", "again", "oldFetch").Replace(faulty))
	repository(t, dir) // the old fault is in the first commit, from before the hooks
	h := newHooks(t)
	h.configure(t, dir)
	r := do(t, dir, h.env, "pre-commit", "install", "--install-hooks")
	require.Zero(t, r.code, r.stdout+r.stderr)

	commit := func(message string) result {
		must(t, dir, "git", "add", "--all")
		return do(t, dir, h.env, "git", "commit", "--quiet", "--message="+message)
	}
	write(t, dir, "rates.go", clean)
	r = commit("nothing wrong, and the old fault does not block it")
	require.Zero(t, r.code, r.stdout+r.stderr)

	write(t, dir, "again.go", faulty)
	r = commit("a fault")
	require.Equal(t, 1, r.code, "the commit goes through: %s", r.stdout+r.stderr)
	require.Contains(t, r.stderr, "again.go:5:14: bareclient: ")
	require.NotContains(t, r.stderr, "old.go")

	write(t, dir, "again.go", strings.Replace(faulty, "&http.Client{}", "&http.Client{Timeout: 1e9}", 1))
	r = commit("mended")
	require.Zero(t, r.code, r.stdout+r.stderr)

	write(t, dir, ".timeoutlint.yml", "rules: {disable: [bareclints]}\n")
	r = commit("a configuration that says nothing")
	require.Equal(t, 1, r.code, r.stdout+r.stderr)
	require.Contains(t, r.stderr, `.timeoutlint.yml:1:19: unknown rule "bareclints"`)
	write(t, dir, ".timeoutlint.yml", "rules: {disable: [durationunit]}\n")
	r = commit("a configuration")
	require.Zero(t, r.code, r.stdout+r.stderr)

	r = h.full(t, dir)
	require.Equal(t, 1, r.code, r.stdout+r.stderr)
	require.Contains(t, r.stdout, "old.go:5:18: bareclient: ")

	// A repository without a commit: everything is new.
	first := t.TempDir()
	write(t, first, "go.mod", "module example.com/rates\n\ngo 1.26\n")
	write(t, first, "again.go", faulty)
	h.configure(t, first)
	must(t, first, "git", "init", "--quiet")
	must(t, first, "git", "add", "--all")
	r = do(t, first, h.env, "pre-commit", "run")
	require.Equal(t, 1, r.code, r.stdout+r.stderr)
	require.Contains(t, r.stdout, "again.go:5:14: bareclient: ")
}
