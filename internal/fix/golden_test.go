package fix_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/fix"
	"github.com/timeoutlint/timeoutlint/internal/fixtures"
	"github.com/timeoutlint/timeoutlint/internal/house"
)

// TestFixtures applies every fix of every fixture that has a golden file, all
// rules at once as the command does: the result compiles, each rule has fixed
// something where its golden file is, and what was fixed is found no more.
func TestFixtures(t *testing.T) {
	t.Parallel()
	root, err := house.Root(".")
	require.NoError(t, err)
	src := fixtures.Source(root)
	golden, packages := goldens(t, src)

	run := func(ctx context.Context, overlay map[string][]byte) (fix.State, error) {
		res, err := driver.Run(ctx, driver.Options{
			Dir:       src,
			Patterns:  packages,
			Env:       append(os.Environ(), "GOPATH="+filepath.Dir(src), "GO111MODULE=off", "GOWORK=off", "GOFLAGS="),
			Overlay:   overlay,
			Analyzers: analyzers.All(),
		})
		s := fix.State{Skipped: res.Skipped}
		for _, p := range res.Packages {
			for _, d := range p.Diagnostics {
				s.Findings = append(s.Findings, finding.From(src, d))
			}
		}
		s.Findings = finding.Chain(s.Findings, finding.Sorted, finding.Distinct)
		return s, err
	}
	before, err := run(context.Background(), nil)
	require.NoError(t, err)
	require.Empty(t, before.Skipped)
	res, err := fix.All(context.Background(), src, before, run)
	require.NoError(t, err)
	require.Empty(t, res.Dropped, "a fix does not compile")
	require.Empty(t, res.Waiting)

	type place struct{ rule, file, function string }
	left := map[place]int{}
	count := func(list []finding.Finding, by int) {
		for _, f := range list {
			left[place{f.Rule, f.File, f.Function}] += by
		}
	}
	count(before.Findings, 1)
	count(res.Fixed, -1)
	count(res.Left.Findings, -1)
	mended := map[place]bool{} // a fix may show what another rule has to say; its own rule is to have no more
	for _, f := range res.Fixed {
		mended[place{f.Rule, f.File, f.Function}] = true
	}
	for p, n := range left {
		if n < 0 && mended[p] {
			t.Errorf("%s: %d findings of %s in %s are still there after their fix", p.file, -n, p.rule, p.function)
		}
	}
	fixed := map[place]bool{}
	for _, f := range res.Fixed {
		fixed[place{rule: f.Rule, file: f.File}] = true
	}
	for _, file := range golden {
		rule, _, _ := strings.Cut(file, "/")
		if !fixed[place{rule: rule, file: file}] {
			t.Errorf("%s has a golden file and %s fixed nothing in it", file, rule)
		}
	}
}

// goldens lists the sources with a golden file, and their packages.
func goldens(t *testing.T, src string) (files, packages []string) {
	t.Helper()
	seen := map[string]bool{}
	require.NoError(t, filepath.WalkDir(src, func(name string, _ fs.DirEntry, err error) error {
		file, ok := strings.CutSuffix(name, ".golden")
		if err != nil || !ok {
			return err
		}
		rel, err := filepath.Rel(src, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		files = append(files, rel)
		if dir, _, _ := strings.Cut(rel, rel[strings.LastIndexByte(rel, '/'):]); !seen[dir] {
			seen[dir] = true
			packages = append(packages, dir)
		}
		return nil
	}))
	return files, packages
}
