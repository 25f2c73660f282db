package changes

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// repository is a throw-away one, with git as it is installed.
type repository struct {
	t *testing.T
	Git
}

func newRepository(t *testing.T) repository {
	t.Helper()
	r := repository{t, Git{Dir: t.TempDir(), Env: append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b", "LC_ALL=C")}}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r repository) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.Dir, r.Env
	out, err := cmd.CombinedOutput()
	require.NoError(r.t, err, "%s", out)
}

func (r repository) write(name string, lines ...string) {
	r.t.Helper()
	name = filepath.Join(r.Dir, name)
	require.NoError(r.t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(r.t, os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
}

func (r repository) commit() {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "m")
}

func TestSince(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := newRepository(t)
	r.write("a.go", "one", "two", "three", "four", "five")
	r.write("sub/with space.go", "one", "two")
	r.write("sub/ü.go", "one")
	r.write("old.go", "1", "2", "3", "4", "5", "6", "7", "8")
	r.commit()
	r.git("tag", "base")
	r.write("a.go", "one", "++ b/looks.go", "@@ -1 +1 @@", "four", "five") // instead of two and three
	r.write("sub/with space.go", "one", "two", "new")
	r.write("sub/ü.go", "other")
	r.git("mv", "old.go", "renamed.go")
	r.write("renamed.go", "1", "2", "3", "4", "5", "6", "7", "8", "new")
	r.commit()
	r.write("a.go", "one", "++ b/looks.go", "@@ -1 +1 @@", "five") // four is gone, not committed
	r.write("untracked.go", "one")
	r.write("ignored.go", "one")
	r.write(".gitignore", "ignored.go")

	lines, err := r.Since(ctx, "base")
	require.NoError(t, err)
	for _, c := range []struct {
		file        string
		first, last int
		want        bool
	}{
		{"a.go", 1, 1, false},
		{"a.go", 2, 2, true},
		{"a.go", 3, 3, true},
		{"a.go", 4, 4, false},
		{"a.go", 1, 9, true},
		{"sub/with space.go", 2, 2, false},
		{"sub/with space.go", 3, 3, true},
		{"sub/ü.go", 1, 1, true},
		{"renamed.go", 3, 3, false},
		{"renamed.go", 9, 9, true},
		{"untracked.go", 1, 1, true},
		{"ignored.go", 1, 1, false},
		{"none.go", 1, 1, false},
	} {
		require.Equal(t, c.want, lines.Touched(c.file, c.first, c.last), "%v", c)
	}

	// From a folder below, names are relative to it.
	below := r.Git
	below.Dir = filepath.Join(r.Dir, "sub")
	lines, err = below.Since(ctx, "base")
	require.NoError(t, err)
	require.True(t, lines.Touched("ü.go", 1, 1))
	require.True(t, lines.Touched("../a.go", 2, 2))
	require.False(t, lines.Touched("../a.go", 1, 1))
}

// TestGone: lines that are gone count for what stands around them, not for its
// neighbours.
func TestGone(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.go", "before", "open", "limit", "close", "after")
	r.commit()
	r.write("a.go", "before", "open", "close", "after")
	lines, err := r.Since(context.Background(), "HEAD")
	require.NoError(t, err)
	require.True(t, lines.Touched("a.go", 2, 3))
	require.False(t, lines.Touched("a.go", 1, 2))
	require.False(t, lines.Touched("a.go", 2, 2))
	require.False(t, lines.Touched("a.go", 3, 4))
}

func TestSinceMergeBase(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := newRepository(t)
	r.write("a.go", "one")
	r.write("b.go", "one")
	r.commit()
	r.git("checkout", "-q", "-b", "topic")
	r.write("b.go", "mine")
	r.commit()
	r.git("checkout", "-q", "main")
	r.write("a.go", "theirs")
	r.commit()
	r.git("checkout", "-q", "topic")

	lines, err := r.SinceMergeBase(ctx, "main")
	require.NoError(t, err)
	require.True(t, lines.Touched("b.go", 1, 1))
	require.False(t, lines.Touched("a.go", 1, 1))
	lines, err = r.Since(ctx, "main")
	require.NoError(t, err)
	require.True(t, lines.Touched("a.go", 1, 1), "differs from main")

	r.git("checkout", "-q", "--orphan", "other")
	r.commit()
	_, err = r.SinceMergeBase(ctx, "main")
	require.EqualError(t, err, "main and HEAD have no commit in common here; a shallow clone does not reach back to it")
}

func TestNothingToCompare(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r := newRepository(t)
	_, err := r.Since(ctx, "HEAD~1")
	require.EqualError(t, err, `git knows no revision "HEAD~1" here`)
	r.write("a.go", "one")
	r.commit()
	_, err = r.Since(ctx, "mian")
	require.EqualError(t, err, `git knows no revision "mian" here`)
	_, err = r.Since(ctx, "--output=x")
	require.EqualError(t, err, `git knows no revision "--output=x" here`)
	_, err = r.SinceMergeBase(ctx, "mian")
	require.EqualError(t, err, `git knows no branch or revision "mian" here`)

	r.Dir = t.TempDir()
	_, err = r.Since(ctx, "HEAD")
	require.EqualError(t, err, "not in a git repository")
}

func TestHeader(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"@@ -1 +1", "@@ 1 +1 @@", "@@ -1 +x @@", "@@ -1,y +1 @@"} {
		_, err := parse("+++ b/a.go\n" + line + "\n")
		require.Error(t, err, line)
	}
}

// TestSinceNothing: before the first commit, all that is there is new.
func TestSinceNothing(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.go", "one", "two")
	r.write("b.go", "one")
	r.git("add", "a.go")
	l, err := r.Since(context.Background(), "HEAD")
	require.NoError(t, err)
	require.True(t, l.Touched("a.go", 2, 2))
	require.True(t, l.Touched("b.go", 1, 1))
	_, err = r.Since(context.Background(), "main")
	require.ErrorContains(t, err, `git knows no revision "main" here`)
}
