package driver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// TestTrustGoWrites: what the go command writes into a checkout while it lists
// packages is said, by the run that made it do so and no other.
func TestTrustGoWrites(t *testing.T) {
	t.Parallel()
	d := newDepends(t)
	run := func(env ...string) []string {
		t.Helper()
		opts := d.opts
		opts.Env = append(opts.Env, env...)
		res, err := driver.Run(t.Context(), opts)
		require.NoError(t, err)
		require.Empty(t, res.Skipped)
		return res.Notices
	}
	sums := filepath.Join(d.dir, "app", "go.sum")
	text, err := os.ReadFile(sums)
	require.NoError(t, err)
	require.Empty(t, run(), "nothing is written")

	require.NoError(t, os.Remove(sums))
	require.Equal(t, []string{"the go command has made " + sums}, run("GOFLAGS=-mod=mod -modcacherw"))
	require.Empty(t, run("GOFLAGS=-mod=mod -modcacherw"))
	require.NoError(t, os.WriteFile(sums, []byte(strings.SplitAfter(string(text), "\n")[0]), 0o600))
	require.Equal(t, []string{"the go command has changed " + sums}, run("GOFLAGS=-mod=mod -modcacherw"))

	require.NoError(t, os.Remove(sums))
	work := filepath.Join(d.dir, "go.work")
	require.NoError(t, os.WriteFile(work, []byte("go 1.26\n\nuse ./app\n"), 0o600))
	for _, how := range []string{"GOWORK=", "GOWORK=" + work} {
		require.Equal(t, []string{"the go command has made " + work + ".sum"}, run(how))
		require.Empty(t, run(how))
		require.NoError(t, os.Remove(work+".sum"))
	}
	trust.Hold(t, trust.Row{
		Part:   trust.Runs,
		Tried:  "checksums that the go command misses while it lists packages, and writes itself",
		Inputs: "4 runs: in a workspace, found and named, and with `-mod=mod`; and 4 that write nothing",
		Result: "the run that made it write says which file was made or changed",
	})
}
