package main

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/passes/fields"
	"github.com/timeoutlint/timeoutlint/passes/held"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/passes/uses"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/rules"
)

// collect is what to keep of each package for the steps that join them: who runs
// what, and for the rules that join packages what their functions wait for.
func (s *session) collect() []*analysis.Analyzer {
	out := []*analysis.Analyzer{held.Analyzer}
	if s.joins() {
		out = append(out, waits.Analyzer, fields.Analyzer, verdict.LaterAnalyzer)
	}
	return out
}

// joins reports whether a rule of the run joins packages.
func (s *session) joins() bool {
	return slices.ContainsFunc(s.chosen.analyzers, func(a *analysis.Analyzer) bool { return isJoined(a.Name) })
}

func isJoined(rule string) bool {
	r, _ := rules.Lookup(rule)
	return r.Joined()
}

// surround reads what the configuration says besides the code, for the rules
// that join packages.
func (s *session) surround() (err error) {
	if s.joins() {
		s.fronts, s.remotes, err = surroundings(s.conf)
	}
	return err
}

// whole reports whether every package of a module was looked at. Of fewer, the
// packages speak for themselves: what is behind an interface may be in another.
func (s *session) whole(result driver.Result) bool {
	dir := cmp.Or(s.module, s.dir)
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		return false
	}
	if s.everything() {
		return true
	}
	seen := map[string]bool{}
	for _, p := range result.Packages {
		for _, file := range p.Files {
			seen[filepath.Dir(file)] = true
		}
	}
	for _, p := range result.Skipped {
		for _, file := range p.Files {
			seen[filepath.Dir(file)] = true
		}
	}
	all := true
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if e.IsDir() && path != dir {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if err == nil || name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
				return filepath.SkipDir
			}
		}
		if !e.IsDir() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !seen[filepath.Dir(path)] {
			all = false
			return filepath.SkipAll
		}
		return nil
	})
	return all && err == nil
}

// summaries are what a run kept for the steps that join packages.
func summaries(result driver.Result) []link.Summary {
	var out []link.Summary
	for _, p := range result.Packages {
		var sum link.Summary
		for _, r := range p.Results {
			switch r := r.(type) {
			case *waits.Result:
				sum.Waits = r
			case *fields.Result:
				sum.Fields = r
			case *verdict.Later:
				sum.Later = r
			case *uses.Result:
				sum.Uses = r
			case *held.Result:
				sum.Held = r
			}
		}
		out = append(out, sum)
	}
	return out
}

// joined puts what the whole module shows in the place of what its packages
// have shown of the same rules.
func (s *session) joined(all []finding.Finding, result driver.Result, list []link.Summary) []finding.Finding {
	if !s.joins() || !s.whole(result) {
		return all
	}
	began := time.Now()
	defer func() { s.joining = time.Since(began) }()
	all = slices.DeleteFunc(all, func(f finding.Finding) bool { return isJoined(f.Rule) })
	for _, f := range link.Findings(list, link.Options{Dir: s.dir, Fronts: s.fronts, Remotes: s.remotes}) {
		if s.chosen.Run[f.Rule.Name] && f.Confidence.AtLeast(s.settings.Confidence) {
			all = append(all, s.located(f))
		}
	}
	return all
}

// located is a finding of the whole module as one like any other.
func (s *session) located(f link.Finding) finding.Finding {
	rel := func(file string) string {
		if r, err := filepath.Rel(s.dir, file); err == nil {
			file = r
		}
		return filepath.ToSlash(file)
	}
	real := func(file string, line int, shown link.Shown) finding.Place {
		if shown.File == file && shown.Line == line {
			return finding.Place{}
		}
		return finding.Place{File: rel(file), Line: line, EndLine: line}
	}
	out := finding.Finding{File: rel(f.Shown.File), Line: f.Shown.Line, Real: real(f.File, f.Line, f.Shown), Column: f.Column, Rule: f.Rule.Name, Message: shown.Text(f.Message),
		Confidence: f.Confidence, Severity: f.Severity, Attended: f.Attended, Package: f.Package, Function: f.Function, Source: line(f.File, f.Line)}
	for _, p := range f.Path {
		out.Path = append(out.Path, finding.Step{File: rel(p.Shown.File), Line: p.Shown.Line, Column: p.Column, Text: shown.Text(p.Text), Real: real(p.File, p.Line, p.Shown)})
	}
	return out
}

// line is one line of a file, or nothing.
func line(file string, n int) string {
	text, err := regular.Read(file, regular.Source)
	if err != nil {
		return ""
	}
	lines := bytes.Split(text, []byte("\n"))
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimSuffix(string(lines[n-1]), "\r")
}
