package changes

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// hostile is a repository that makes git run a program.
type hostile struct {
	name string
	// set makes it so; runs is a command line that leaves a mark, for a shell.
	set func(r repository, runs string)
	// dir is where timeoutlint is told to run, below the top.
	dir string
	// plain is what a person would run there, which does leave the mark.
	plain []string
}

var hostiles = []hostile{
	{"core.fsmonitor", func(r repository, runs string) { r.config("core.fsmonitor", runs) }, "", []string{"diff", "HEAD"}},
	{"core.fsmonitor in an included file that is tracked", func(r repository, runs string) {
		r.write("included", "[core]", "\tfsmonitor = \""+runs+"\"")
		r.config("include.path", "../included")
	}, "", []string{"diff", "HEAD"}},
	{"a hook in .git/hooks", func(r repository, runs string) { r.hook(".git/hooks/post-index-change", runs) }, "", []string{"status"}},
	{"core.hooksPath", func(r repository, runs string) {
		r.hook("hooks/post-index-change", runs)
		r.config("core.hooksPath", "hooks")
	}, "", []string{"status"}},
	{"a clean filter", func(r repository, runs string) { r.filter("evil", "clean", runs) }, "", []string{"diff", "HEAD"}},
	{"a process filter", func(r repository, runs string) { r.filter("evil", "process", runs) }, "", []string{"diff", "HEAD"}},
	{"a required filter whose name has an equals sign and dots", func(r repository, runs string) {
		r.filter("a=b.c", "clean", runs)
		r.config("filter.a=b.c.required", "true")
	}, "", []string{"diff", "HEAD"}},
	{"diff.external", func(r repository, runs string) { r.config("diff.external", runs) }, "", []string{"diff", "HEAD"}},
	{"a diff driver", func(r repository, runs string) {
		r.write(".gitattributes", "*.go diff=evil")
		r.config("diff.evil.command", runs)
	}, "", []string{"diff", "HEAD"}},
	{"a textconv", func(r repository, runs string) {
		r.write(".gitattributes", "*.go diff=evil")
		r.config("diff.evil.textconv", runs)
	}, "", []string{"diff", "HEAD"}},
	{"a missing object to fetch", func(r repository, runs string) {
		r.config("remote.origin.url", "ext::"+runs)
		r.config("remote.origin.promisor", "true")
		r.config("remote.origin.partialclonefilter", "blob:none")
		r.config("protocol.ext.allow", "always")
		r.config("core.repositoryformatversion", "1")
		r.config("extensions.partialClone", "origin")
		require.NoError(r.t, filepath.WalkDir(filepath.Join(r.Dir, ".git", "objects"), func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				if out, err := r.command("cat-file", "-t", filepath.Base(filepath.Dir(name))+filepath.Base(name)).Output(); err == nil && string(out) == "blob\n" {
					return os.Remove(name)
				}
			}
			return err
		}))
	}, "", []string{"diff", "HEAD"}},
	{"a tracked folder that looks like a bare repository", func(r repository, runs string) {
		r.write("sub/HEAD", "ref: refs/heads/main")
		r.write("sub/config", "[core]", "\trepositoryformatversion = 0", "\tbare = false", "\tworktree = ..", "\tfsmonitor = \""+runs+"\"")
		r.write("sub/refs/heads/.keep")
		r.write("sub/objects/.keep")
	}, "sub", []string{"status"}},
	{"a submodule with a configuration of its own", func(r repository, runs string) {
		inner := repository{r.t, Git{Dir: filepath.Join(r.Dir, "inner"), Env: r.Env}}
		require.NoError(r.t, os.MkdirAll(inner.Dir, 0o755))
		inner.git("init", "-q", "-b", "main")
		inner.write("b.go", "one")
		inner.commit()
		r.git("-c", "advice.addEmbeddedRepo=false", "add", "inner")
		r.git("commit", "-q", "-m", "m")
		inner.config("core.fsmonitor", runs)
		inner.write("b.go", "two")
	}, "", []string{"diff", "HEAD"}},
}

func (r repository) config(key, value string) {
	r.t.Helper()
	r.git("config", key, value)
}

func (r repository) hook(name, runs string) {
	r.t.Helper()
	r.write(name, "#!/bin/sh", runs)
	require.NoError(r.t, os.Chmod(filepath.Join(r.Dir, name), 0o755))
}

func (r repository) filter(name, kind, runs string) {
	r.t.Helper()
	r.write(".git/info/attributes", "*.go filter="+name)
	r.config("filter."+name+"."+kind, runs)
}

func (r repository) command(args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.Dir, r.Env
	return cmd
}

// contents is a checksum of every file, the repository's own among them.
func (r repository) contents() map[string]string {
	r.t.Helper()
	out := map[string]string{}
	require.NoError(r.t, filepath.WalkDir(r.Dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var text []byte
			text, err = os.ReadFile(name)
			out[name] = fmt.Sprintf("%x", sha256.Sum256(text))
		}
		return err
	}))
	return out
}

// TestTrustGit: a repository can make git run programs, and does when a person
// asks it; asked by us it runs none, and nothing in it is written.
func TestTrustGit(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	for _, h := range hostiles {
		t.Run(h.name, func(t *testing.T) {
			r := newRepository(t)
			r.Env = append(r.Env, "HOME="+t.TempDir())
			r.write("a.go", "one", "two")
			r.write("b.go", "as it was")
			r.commit()
			r.git("tag", "base")
			mark := filepath.Join(t.TempDir(), "ran")
			h.set(r, "touch "+mark)
			r.write("a.go", "one", "three")
			later := time.Now().Add(time.Hour) // the index does not know the files any more, of which one is as it was
			for _, name := range []string{"a.go", "b.go"} {
				require.NoError(t, os.Chtimes(filepath.Join(r.Dir, name), later, later))
			}

			ours := r.Git
			ours.Dir = filepath.Join(r.Dir, h.dir)
			before := r.contents()
			lines, err := ours.Since(context.Background(), "HEAD")
			if err == nil {
				require.True(t, lines.Touched("a.go", 2, 2))
				require.False(t, lines.Touched("a.go", 1, 1))
			}
			_, _ = ours.SinceMergeBase(context.Background(), "base")
			_, _ = ours.Tags(context.Background())
			require.NoFileExists(t, mark, "a program ran")
			require.Equal(t, before, r.contents(), "something was written")

			plain := r.command(h.plain...)
			plain.Dir = ours.Dir
			_ = plain.Run()
			require.FileExists(t, mark, "this repository makes git run nothing: the test shows nothing")
		})
	}
	trust.Hold(t, trust.Row{
		Part:   trust.Runs,
		Tried:  "a repository whose configuration, hooks, attributes or folders make git run a program",
		Inputs: fmt.Sprintf("%d repositories, each with `-new-from-rev`, `-new-from-merge-base` and the tags of `budgets -write`; plain git runs the program in each", len(hostiles)),
		Result: "no program ran and no file changed",
	})
}

// TestTrustNames: names that git quotes are names all the same.
func TestTrustNames(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("such names cannot be given to files")
	}
	r := newRepository(t)
	names := []string{"a b.go", " .go", "a\tb.go", "a\nb.go", "a\"b.go", `a\b.go`, "ü.go", "\u202ea.go", "a\x1b[31m.go", "a\xffb.go", "b/a.go", "sp ace/\"x\"/a.go", "+++ b.go", "--.go"}
	for _, name := range names {
		r.write(name, "one", "two")
	}
	r.commit()
	for _, name := range names {
		r.write(name, "one", "three")
	}
	lines, err := r.Since(context.Background(), "HEAD")
	require.NoError(t, err)
	for _, name := range names {
		require.True(t, lines.Touched(name, 2, 2), "%q", name)
		require.False(t, lines.Touched(name, 1, 1), "%q", name)
	}
	// From the folder of a name that is quoted.
	below := r.Git
	below.Dir = filepath.Join(r.Dir, filepath.FromSlash(`sp ace/"x"`))
	lines, err = below.Since(context.Background(), "HEAD")
	require.NoError(t, err)
	require.True(t, lines.Touched("a.go", 2, 2))
	trust.Hold(t, trust.Row{
		Part:   trust.Inputs,
		Tried:  "file names that git quotes",
		Inputs: fmt.Sprintf("%d names with spaces, tabs, line ends, quotes, backslashes, control characters and bytes that are no UTF-8", len(names)),
		Result: "what is new in each is known",
	})
}
