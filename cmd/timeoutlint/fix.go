package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/fix"
	"github.com/timeoutlint/timeoutlint/internal/replace"
	"github.com/timeoutlint/timeoutlint/passes/shown"
)

// fix applies the fixes of the findings, or shows what they would change, and
// returns the findings that are left.
func (s *session) fix(ctx context.Context, findings []finding.Finding, result driver.Result) ([]finding.Finding, error) {
	outside := map[string]bool{}
	res, err := fix.All(ctx, s.dir, fix.State{Findings: s.fixable(findings, outside), Skipped: result.Skipped},
		func(ctx context.Context, overlay map[string][]byte) (fix.State, error) {
			result, err := s.analyse(ctx, overlay)
			return fix.State{Findings: s.fixable(s.findings(result), outside), Skipped: result.Skipped}, err
		})
	for _, file := range slices.Sorted(maps.Keys(outside)) {
		s.say("%s: its fixes are left out: it leads out of %s", file, config.Root(s.dir))
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("interrupted: nothing was changed")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: nothing was changed", err)
	}
	for _, d := range res.Dropped {
		s.say("%s:%d:%d: the fix for %s is left out, it does not compile: %s", d.Finding.File, d.Finding.Line, d.Finding.Column, d.Finding.Rule, d.Reason)
	}
	if n := len(res.Waiting); n > 0 {
		s.say("%s other fixes: run again", number(n, "fix overlaps", "fixes overlap"))
	}
	if len(findings) == 0 {
		return findings, nil
	}
	if s.flags.diff {
		s.say("%s in %s; nothing was changed", number(len(res.Fixed), "finding can be fixed", "findings can be fixed"), number(len(res.Files), "file", "files"))
		return findings, s.differences(res.Files)
	}
	if err := s.write(ctx, res.Files); err != nil {
		return nil, err
	}
	s.say("fixed %s in %s", number(len(res.Fixed), "finding", "findings"), number(len(res.Files), "file", "files"))
	if s.lines == nil {
		return res.Left.Findings, nil
	}
	// The fixes have moved lines: what is new is counted again.
	if err := s.compare(ctx); err != nil {
		return nil, err
	}
	again, err := s.analyse(ctx, nil)
	return s.findings(again), err
}

// fixable takes the fixes from the findings that would have to write outside of
// the checkout, as one in a file that is a link, and notes the files.
func (s *session) fixable(list []finding.Finding, outside map[string]bool) []finding.Finding {
	tree, known := config.Root(s.dir), map[string]bool{}
	out := slices.Clone(list)
	for i, f := range out {
		if f.Fix == nil {
			continue
		}
		for _, e := range f.Fix.Edits {
			elsewhere, seen := known[e.File]
			if !seen {
				elsewhere = replace.Outside(tree, from(s.dir, e.File))
				known[e.File] = elsewhere
			}
			if elsewhere {
				outside[e.File], out[i].Fix = true, nil
			}
		}
	}
	return out
}

// write replaces the files. What has changed in the meantime is found before
// the first one is touched; an interruption comes between two files.
func (s *session) write(ctx context.Context, files []fix.File) error {
	for _, f := range files {
		if err := replace.Still(f.Name, f.Old); err != nil {
			return fmt.Errorf("%s: %w: nothing was changed", s.relative(f.Name), err)
		}
	}
	for i, f := range files {
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted: %d of %s written", i, number(len(files), "file", "files"))
		}
		if err := replace.File(f.Name, f.Old, f.New); err != nil {
			return fmt.Errorf("%s: %w: %d of %s written", s.relative(f.Name), err, i, number(len(files), "file", "files"))
		}
	}
	return nil
}

// differences prints what changes as a patch that git and patch -p1 can apply
// in the directory of the run. A file whose lines would speak to a terminal or to a
// CI system there is named instead: they cannot be escaped and be a patch.
func (s *session) differences(files []fix.File) error {
	for _, f := range files {
		name := s.relative(f.Name)
		patch := diff.Diff(patched("a/"+name), f.Old, patched("b/"+name), f.New)
		if slices.ContainsFunc(strings.Split(string(patch), "\n"), shown.Speaks) {
			s.say("%s: its fixes are not shown: a line there would speak to the terminal, or to the CI system, that prints it; -fix writes them", name)
			continue
		}
		if _, err := s.stdout.Write(patch); err != nil {
			return err
		}
	}
	return nil
}

// patched is a name in a patch. What could end its line or speak to a terminal is
// quoted as git does it, so that git and patch can read it.
func patched(name string) string {
	if shown.Text(name) == name {
		return name
	}
	var out strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			out.WriteString(`\` + string(c))
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&out, `\%03o`, c)
		default:
			out.WriteByte(c)
		}
	}
	return `"` + out.String() + `"`
}

// from is the file of a finding of a run in a directory.
func from(dir, file string) string {
	name := filepath.FromSlash(file)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// relative is a file's name as findings have it.
func (s *session) relative(name string) string {
	if rel, err := filepath.Rel(s.dir, name); err == nil {
		name = rel
	}
	return filepath.ToSlash(name)
}

// number is a count in words.
func number(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
