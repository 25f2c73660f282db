package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/rules"
)

// TestSameBytes runs every rule three times, over the shop and over the
// fixtures of rules that follow contexts through packages, with the packages in
// another order each time: the report is the same, byte for byte.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	fixtures, err := filepath.Abs(filepath.Join(root, "testdata"))
	require.NoError(t, err)
	for _, where := range []struct {
		name, dir string
		patterns  []string
		env       []string
	}{
		{"shop", filepath.Join(root, "examples", "shop"), []string{"./..."}, nil},
		{"fixtures", fixtures, []string{"unboundedctx/...", "detachedctx/...", "droppedctx/...", "contexts/..."},
			[]string{"GO111MODULE=off", "GOPATH=" + fixtures, "GOFLAGS=", "GOWORK=off"}},
	} {
		t.Run(where.name, func(t *testing.T) {
			env := append(os.Environ(), where.env...)
			first := reportOf(t, where.dir, env, where.patterns)
			require.Contains(t, first, `"rule": "unboundedctx"`)
			listed := packagesOf(t, where.dir, env, where.patterns)
			slices.Reverse(listed)
			require.Equal(t, first, reportOf(t, where.dir, env, listed))
			rand.New(rand.NewPCG(1, 2)).Shuffle(len(listed), func(i, j int) { listed[i], listed[j] = listed[j], listed[i] })
			require.Equal(t, first, reportOf(t, where.dir, env, listed))
		})
	}
}

func reportOf(t *testing.T, dir string, env, patterns []string) string {
	t.Helper()
	var off []string
	for _, r := range rules.Built() {
		if !r.Default() {
			off = append(off, r.Name)
		}
	}
	var stdout, stderr bytes.Buffer
	a := app{analyzers: analyzers.All(), stdout: &stdout, stderr: &stderr, env: env}
	args := append([]string{"-C", dir, "-json", "-notes", "-confidence=low", "-enable", strings.Join(off, ",")}, patterns...)
	require.Equal(t, exitFindings, a.run(args), "%s", stderr.String())
	return stdout.String()
}

func packagesOf(t *testing.T, dir string, env, patterns []string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, patterns...)...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.Output()
	require.NoError(t, err)
	return strings.Fields(string(out))
}
