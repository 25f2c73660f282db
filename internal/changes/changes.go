// Package changes knows which lines of a working tree are new since a revision.
//
// It knows git: revisions, merge bases, what git diff prints, and files that git
// does not track yet, of which every line is new. It knows nothing of findings.
package changes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"
)

// Lines are the lines that are new, of the Go files of a working tree.
type Lines struct {
	prefix string            // of the directory asked for, below the top of the tree: "", "sub/"
	hunks  map[string][]hunk // by file, below the top
	whole  map[string]bool   // files that are not tracked
}

// hunk is what takes the place of old lines: n lines from start, or, where n is
// 0, nothing behind the line start.
type hunk struct{ start, n int }

// Git is where and how git is run.
type Git struct {
	Dir string
	Env []string
}

// Since lists the lines that are new in the working tree since a revision.
func (g Git) Since(ctx context.Context, revision string) (*Lines, error) {
	prefix, err := g.run(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	commit, err := g.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil && revision == "HEAD" {
		commit, err = g.nothing(ctx)
	}
	if err != nil {
		return nil, unless(err, fmt.Errorf("git knows no revision %q here", revision))
	}
	return g.since(ctx, strings.TrimSuffix(prefix, "\n"), strings.TrimSpace(commit))
}

// Tags lists the tags of the commit that is checked out, and the folder of Dir
// below the top of the working tree, "" or "sub/". Outside of a repository
// there are none.
func (g Git) Tags(ctx context.Context) (tags []string, folder string) {
	prefix, err := g.run(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, ""
	}
	list, err := g.run(ctx, "tag", "--points-at", "HEAD")
	if err != nil {
		return nil, ""
	}
	return strings.Fields(list), strings.TrimSuffix(prefix, "\n")
}

// nothing stands for HEAD in a repository that has no commit yet, where a hook
// asks what is new: the tree without files. Elsewhere it is an error.
func (g Git) nothing(ctx context.Context) (string, error) {
	if _, err := g.run(ctx, "symbolic-ref", "--quiet", "HEAD"); err != nil {
		return "", err
	}
	return g.run(ctx, "hash-object", "-t", "tree", os.DevNull)
}

// SinceMergeBase lists the lines that are new in the working tree since HEAD
// left a branch.
func (g Git) SinceMergeBase(ctx context.Context, branch string) (*Lines, error) {
	if _, err := g.run(ctx, "rev-parse", "--show-prefix"); err != nil {
		return nil, err
	}
	if _, err := g.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", branch+"^{commit}"); err != nil {
		return nil, unless(err, fmt.Errorf("git knows no branch or revision %q here", branch))
	}
	base, err := g.run(ctx, "merge-base", "--end-of-options", branch, "HEAD")
	if err != nil {
		return nil, unless(err, fmt.Errorf("%s and HEAD have no commit in common here; a shallow clone does not reach back to it", branch))
	}
	return g.Since(ctx, strings.TrimSpace(base))
}

func (g Git) since(ctx context.Context, prefix, commit string) (*Lines, error) {
	// From the top of the tree, so that all names are relative to it.
	top, err := g.run(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	g.Dir = strings.TrimSuffix(top, "\n")
	patch, err := g.unfiltered(ctx, "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--text", "--find-renames", "--no-relative",
		"--unified=0", "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules", commit, "--", "*.go")
	if err != nil {
		return nil, err
	}
	untracked, err := g.run(ctx, "ls-files", "--others", "--exclude-standard", "-z", "--", "*.go")
	if err != nil {
		return nil, err
	}
	hunks, err := parse(patch)
	if err != nil {
		return nil, err
	}
	l := &Lines{prefix: prefix, hunks: hunks, whole: map[string]bool{}}
	for name := range strings.SplitSeq(untracked, "\x00") {
		l.whole[name] = true
	}
	return l, nil
}

// Touched reports whether any of the lines from first to last (1-based, both
// included) of a file is new, or lines between them are gone. The file is
// relative to the directory asked for, with slashes.
func (l *Lines) Touched(file string, first, last int) bool {
	name := path.Join(l.prefix, file)
	if l.whole[name] {
		return true
	}
	for _, h := range l.hunks[name] {
		if h.n == 0 && first <= h.start && h.start < last || h.n > 0 && h.start <= last && first < h.start+h.n {
			return true
		}
	}
	return false
}

// parse reads a patch without context.
func parse(patch string) (map[string][]hunk, error) {
	hunks := map[string][]hunk{}
	file, skip := "", 0
	for line := range strings.Lines(patch) {
		switch line = strings.TrimSuffix(line, "\n"); {
		case skip > 0: // what is in a hunk may look like anything
			if !strings.HasPrefix(line, `\`) { // but for: \ No newline at end of file
				skip--
			}
		case strings.HasPrefix(line, "+++ "):
			var err error
			if file, err = named(line[len("+++ "):]); err != nil {
				return nil, fmt.Errorf("git diff printed %q", line)
			}
		case strings.HasPrefix(line, "@@ "):
			gone, h, err := header(line)
			if err != nil {
				return nil, err
			}
			hunks[file] = append(hunks[file], h)
			skip = gone + h.n
		}
	}
	return hunks, nil
}

// named is the file of a "+++ " line. Git ends a name with a space in it with a
// tab, and quotes one that holds anything else than printable ASCII as Go does.
func named(text string) (string, error) {
	text = strings.TrimSuffix(text, "\t")
	if strings.HasPrefix(text, `"`) {
		var err error
		if text, err = strconv.Unquote(text); err != nil {
			return "", err
		}
	}
	return strings.TrimPrefix(text, "b/"), nil
}

// header reads "@@ -7,2 +8 @@ …": two lines gone, one there instead.
func header(line string) (gone int, h hunk, err error) {
	fields := strings.Fields(line)
	if len(fields) < 4 || fields[3] != "@@" {
		return 0, hunk{}, fmt.Errorf("git diff printed %q", line)
	}
	_, gone, errOld := span(fields[1], "-")
	start, n, errNew := span(fields[2], "+")
	if errors.Join(errOld, errNew) != nil {
		return 0, hunk{}, fmt.Errorf("git diff printed %q", line)
	}
	return gone, hunk{start, n}, nil
}

func span(text, sign string) (start, n int, err error) {
	text, ok := strings.CutPrefix(text, sign)
	if !ok {
		return 0, 0, errors.New("no sign")
	}
	first, count, counted := strings.Cut(text, ",")
	if start, err = strconv.Atoi(first); err != nil {
		return 0, 0, err
	}
	if n = 1; counted {
		n, err = strconv.Atoi(count)
	}
	return start, n, err
}
