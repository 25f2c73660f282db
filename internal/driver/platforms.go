package driver

import (
	"cmp"
	"context"
	"fmt"
	"go/types"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// runPlatforms runs once for each platform and joins what was found.
func runPlatforms(ctx context.Context, opts Options) (Result, error) {
	var all []Result
	for _, platform := range opts.Platforms {
		system, machine, ok := strings.Cut(platform, "/")
		if !ok || system == "" || machine == "" {
			return Result{}, fmt.Errorf("platform %q is not of the form linux/amd64", platform)
		}
		if types.SizesFor("gc", machine) == nil {
			return Result{}, fmt.Errorf("platform %s: there is no such processor", platform)
		}
		one := opts
		one.Platforms = nil
		if one.Env == nil {
			one.Env = os.Environ()
		}
		one.Env = append(slices.Clip(one.Env), "GOOS="+system, "GOARCH="+machine)
		one.Key += " " + platform
		one.Settings = settingsFor(opts.Settings)
		res, err := Run(ctx, one)
		if err != nil {
			return Result{}, fmt.Errorf("for %s: %w", platform, err)
		}
		for i := range res.Skipped {
			res.Skipped[i].Reason += " (on " + platform + ")"
		}
		for i := range res.LeftOut {
			res.LeftOut[i].Reason += " (on " + platform + ")"
		}
		all = append(all, res)
	}
	return Join(all...), nil
}

// settingsFor are the same settings, for another build: versions are its own.
func settingsFor(s *settings.Settings) *settings.Settings {
	if s == nil {
		return settings.Default()
	}
	return &settings.Settings{Confidence: s.Confidence, Notes: s.Notes, Tests: s.Tests, Related: s.Related, Nolint: s.Nolint,
		Whole: s.Whole, ByTable: s.ByTable, Asked: s.Asked, Consequence: s.Consequence, Knowledge: s.Knowledge, House: s.House}
}

// Join makes one result of several: of the same code on several platforms, or
// of several modules. What was found more than once is there once. A directive
// is unused if it is in every result that has its file. Of collected results
// the first counts.
func Join(results ...Result) Result {
	var out Result
	at := map[string]int{}
	for _, res := range results {
		for _, p := range res.Packages {
			i, ok := at[p.Path]
			if !ok {
				i = len(out.Packages)
				at[p.Path] = i
				out.Packages = append(out.Packages, Package{Path: p.Path, Results: p.Results})
			}
			into := &out.Packages[i]
			into.Diagnostics = union(into.Diagnostics, p.Diagnostics)
			into.Files = union(into.Files, p.Files)
			for _, d := range p.Directives {
				if d.Wrong != "" || unusedEverywhere(d, results) {
					into.Directives = union(into.Directives, []Directive{d})
				}
			}
		}
		out.Skipped = union(out.Skipped, res.Skipped)
		out.LeftOut = union(out.LeftOut, res.LeftOut)
		out.Crashes = union(out.Crashes, res.Crashes)
		out.Notices = union(out.Notices, res.Notices)
		out.Asides = union(out.Asides, res.Asides)
		out.Stats.add(res.Stats)
	}
	for i := range out.Packages {
		sortDiagnostics(out.Packages[i].Diagnostics)
		slices.Sort(out.Packages[i].Files)
		slices.SortStableFunc(out.Packages[i].Directives, func(a, b Directive) int {
			return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
		})
	}
	out.sort()
	return out
}

func union[T any](into, list []T) []T {
	for _, v := range list {
		if !slices.ContainsFunc(into, func(old T) bool { return reflect.DeepEqual(old, v) }) {
			into = append(into, v)
		}
	}
	return into
}

// unusedEverywhere reports whether every result that read the directive's file
// calls it unused.
func unusedEverywhere(d Directive, results []Result) bool {
	for _, res := range results {
		read, said := false, false
		for _, p := range res.Packages {
			read = read || slices.Contains(p.Files, cmp.Or(d.Real.File, d.Pos.Filename))
			said = said || slices.ContainsFunc(p.Directives, func(other Directive) bool { return other.Pos == d.Pos && other.Wrong == "" })
		}
		if read && !said {
			return false
		}
	}
	return true
}

// add sums what can be summed; of sizes the largest counts.
func (s *Stats) add(t Stats) {
	s.GoCommands += t.GoCommands
	s.Listed += t.Listed
	s.Empty += t.Empty
	s.External += t.External
	s.Imported += t.Imported
	s.Project += t.Project
	s.Analyzed += t.Analyzed
	s.Reused += t.Reused
	s.Bodies += t.Bodies
	s.Skipped += t.Skipped
	s.LeftOut += t.LeftOut
	s.WholeRun = t.WholeRun
	s.List += t.List
	s.Load += t.Load
	s.Check += t.Check
	s.Analyze += t.Analyze
	s.Wall += t.Wall
	s.Allocated = max(s.Allocated, t.Allocated)
	s.Facts.Count += t.Facts.Count
	s.Facts.MedianBytes = max(s.Facts.MedianBytes, t.Facts.MedianBytes)
	if t.Facts.LargestBytes > s.Facts.LargestBytes {
		s.Facts.LargestBytes, s.Facts.Largest = t.Facts.LargestBytes, t.Facts.Largest
	}
}
