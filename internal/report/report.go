// Package report speaks: it prints what a run found, one printer a file.
//
// It knows formats. It decides nothing: what it is given, it prints, in the
// order given.
package report

import (
	"path/filepath"
	"slices"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/passes/gaps"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Report is all a printer may print.
type Report struct {
	Findings []finding.Finding // sorted
	Hidden   []Hidden          // findings that are not shown, most first
	Packages int               // analysed
	Skipped  []driver.Skipped  // packages left out
	LeftOut  []driver.LeftOut  // parts of other packages left out
	Crashes  []driver.Crash
	Stats    *driver.Stats // nil unless asked for
	Gaps     gaps.Result   // with Stats

	Dir     string       // of the run, absolute: the findings' files are relative to it
	Root    string       // of the repository, absolute; empty: Dir
	Rules   []rules.Rule // that ran
	Version string       // of timeoutlint, such as "v0.1.0"; empty: not known
}

// Hidden is how many findings are not shown for one reason.
type Hidden struct {
	Reason string // "at the start of a program"
	Count  int
}

// fromRoot is the report with its files relative to the root of the repository,
// as the hosts of repositories want them.
func (r Report) fromRoot() Report {
	if r.Root == "" {
		r.Root = r.Dir
	}
	r.Findings = finding.Rebase(r.Findings, r.Dir, r.Root)
	r.Dir = r.Root
	return r
}

// fit are the findings with everything in them that others wrote fit to be
// printed as text; what they say of the code is the same.
func (r Report) fit() []finding.Finding {
	out := slices.Clone(r.Findings)
	for i := range out {
		f := &out[i]
		f.File, f.Message = shown.Text(f.File), shown.Text(f.Message)
		if f.Fix != nil {
			f.Fix = &finding.Fix{Message: shown.Text(f.Fix.Message), Edits: f.Fix.Edits}
		}
		f.Held.Text = shown.Text(f.Held.Text)
		f.Path, f.Held.Way = slices.Clone(f.Path), slices.Clone(f.Held.Way)
		for _, way := range [][]finding.Step{f.Path, f.Held.Way} {
			for j := range way {
				way[j].File, way[j].Text = shown.Text(way[j].File), shown.Text(way[j].Text)
			}
		}
	}
	return out
}

// fingerprints names the findings as a run anywhere in the repository does.
func (r Report) fingerprints() []string { return finding.Fingerprints(r.fromRoot().Findings) }

// absolute is where a file of the report is on this machine.
func (r Report) absolute(file string) string {
	file = filepath.FromSlash(file)
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(r.Dir, file)
}
