package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// source is where projects come from: git clones, and trees checked out of them.
type source struct {
	clones, trees string
	prepare       map[string]preparation // by tree
}

// preparation is what a project from before modules needs to be listed: a
// go.mod of its own making, with what it requires, and its copies of others'
// code under the name that the go command knows.
type preparation struct {
	module   string   // of the go.mod to write; "vendor.mod" takes the file of that name
	vendor   string   // the folder to rename to vendor
	requires []string // path@version
	stubs    []string // module:package, empty ones in place of modules that cannot be had; for blank imports
}

func readPrepare(name string) (map[string]preparation, error) {
	rows, err := tsv.Read(name, "repo", "commit", "module", "vendor", "requires", "stubs")
	if err != nil {
		return nil, err
	}
	out := map[string]preparation{}
	for _, r := range rows {
		out[treeName(r["repo"], r["commit"])] = preparation{dash(r["module"]), dash(r["vendor"]), strings.Fields(dash(r["requires"])), strings.Fields(dash(r["stubs"]))}
	}
	return out, nil
}

func dash(cell string) string {
	if cell == "-" {
		return ""
	}
	return cell
}

func treeName(repo, commit string) string {
	return strings.ReplaceAll(repo, "/", "+") + "@" + commit[:min(12, len(commit))]
}

// below is a text that names no folder of this machine: files of the tree by their
// places in it, and the tree by its name.
func below(tree, text string) string {
	text = strings.ReplaceAll(text, tree+string(filepath.Separator), "")
	return strings.ReplaceAll(text, tree, filepath.Base(tree))
}

// unneeded is what no analysis reads and no package embeds, and a vendored copy
// of the standard library's archive/tar (moby's, once): the go command of today
// refuses to choose, and what imports it could not be compiled.
var unneeded = regexp.MustCompile(`(^|/)(website|node_modules)/|^vendor/archive/`)

// tree returns the folder with the project at the commit, and checks it out
// when it is not there yet.
func (s source) tree(ctx context.Context, repo, commit string) (string, error) {
	name := treeName(repo, commit)
	dir := filepath.Join(s.trees, name)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	git, err := s.clone(repo)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(s.trees, 0o755); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(s.trees, name+".part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	if err := checkout(ctx, git, commit, part); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if err := s.prepare[name].apply(part); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if err := os.Chmod(part, 0o755); err != nil {
		return "", err
	}
	if err := os.Rename(part, dir); err != nil {
		if _, other := os.Stat(dir); other != nil {
			return "", err
		} // else another case was quicker
	}
	return dir, nil
}

// clone is the git directory of a project's clone.
func (s source) clone(repo string) (string, error) {
	base := filepath.Join(s.clones, strings.ReplaceAll(repo, "/", "+"))
	for _, dir := range []string{filepath.Join(base, ".git"), base + ".git", filepath.Join(base, "repo"), base} {
		if _, err := os.Stat(filepath.Join(dir, "HEAD")); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("no clone of %s", repo)
}

// checkout writes the commit's files below dir. Large files may be missing from
// a clone; the rest is written all the same.
func checkout(ctx context.Context, git, commit, dir string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	index := dir + ".index"
	defer os.Remove(index)
	run := func(stdin []byte, args ...string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, "git", args...)
		cmd.WaitDelay = time.Second
		cmd.Env = append(os.Environ(), "GIT_DIR="+git, "GIT_INDEX_FILE="+index)
		cmd.Stdin = bytes.NewReader(stdin)
		return cmd.Output()
	}
	if _, err := run(nil, "read-tree", commit); err != nil {
		return fmt.Errorf("commit %s is not in the clone: %w", commit, err)
	}
	list, err := run(nil, "ls-files", "-z")
	if err != nil {
		return err
	}
	var files []byte
	for name := range bytes.SplitSeq(list, []byte{0}) {
		if len(name) > 0 && !unneeded.Match(name) {
			files = append(append(files, name...), 0)
		}
	}
	_, err = run(files, "checkout-index", "-q", "-z", "--prefix="+dir+"/", "--stdin")
	var exit *exec.ExitError
	if errors.As(err, &exit) && ctx.Err() == nil {
		err = nil // some file was missing; whether that matters shows when the package is loaded
	}
	return err
}

func (p preparation) apply(dir string) error {
	if p.vendor != "" {
		if err := os.Rename(filepath.Join(dir, filepath.FromSlash(p.vendor)), filepath.Join(dir, "vendor")); err != nil {
			return err
		}
	}
	for _, stub := range p.stubs {
		if err := addStub(dir, stub); err != nil {
			return err
		}
	}
	switch p.module {
	case "":
		return nil
	case "vendor.mod":
		return errors.Join(
			os.Rename(filepath.Join(dir, "vendor.mod"), filepath.Join(dir, "go.mod")),
			os.Rename(filepath.Join(dir, "vendor.sum"), filepath.Join(dir, "go.sum")))
	}
	var mod strings.Builder
	fmt.Fprintf(&mod, "module %s\n\ngo 1.13\n", p.module)
	for _, r := range p.requires {
		path, version, ok := strings.Cut(r, "@")
		if !ok {
			return fmt.Errorf("prepare.tsv: %q is not path@version", r)
		}
		fmt.Fprintf(&mod, "\nrequire %s %s\n", path, version)
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod.String()), 0o644)
}

// addStub makes the module of the tree use an empty one in place of another.
func addStub(dir, stub string) error {
	module, pkg, _ := strings.Cut(stub, ":")
	at := "stub-" + strings.ReplaceAll(module, "/", "+")
	folder := filepath.Join(dir, at, filepath.FromSlash(pkg))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	mod, err := os.OpenFile(filepath.Join(dir, "go.mod"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(mod, "\nreplace %s => ./%s\n", module, at)
	return errors.Join(err, mod.Close(),
		os.WriteFile(filepath.Join(dir, at, "go.mod"), []byte("module "+module+"\n"), 0o644),
		os.WriteFile(filepath.Join(folder, "stub.go"), []byte("package stub\n"), 0o644))
}
