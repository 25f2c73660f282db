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
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/fields"
	"github.com/timeoutlint/timeoutlint/passes/flow"
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
		out = append(out, waits.Analyzer, fields.Analyzer, flow.Analyzer, obligations.AloneAnalyzer, verdict.LaterAnalyzer)
	}
	return out
}

// joins reports whether a rule of the run joins packages.
func (s *session) joins() bool {
	return slices.ContainsFunc(s.chosen.analyzers, func(a *analysis.Analyzer) bool {
		r, ok := rules.Lookup(a.Name)
		return ok && (r.Joined() || r.Widened())
	})
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
			case *flow.Package:
				sum.Flow = r
			case *obligations.Alone:
				sum.Alone = r
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
	s.found = nil
	if !s.joins() || !s.whole(result) {
		return all
	}
	began := time.Now()
	defer func() { s.joining = time.Since(began) }()
	all = slices.DeleteFunc(all, func(f finding.Finding) bool { return isJoined(f.Rule) })
	apart := spoken(all)
	found := link.Findings(list, link.Options{Dir: s.dir, Fronts: s.fronts, Remotes: s.remotes, Beside: s.besides(), Libraries: read(result)})
	s.found = &found
	all = slices.DeleteFunc(all, func(f finding.Finding) bool {
		return s.limited(f, found.Limited) || f.Rule == rules.UnboundedCtx.Name && s.limited(f, found.Paced)
	})
	for _, f := range found.Findings {
		if f.Rule.Widened() && told(apart, s.located(f)) || f.Bare && slices.ContainsFunc(all, func(g finding.Finding) bool {
			return g.Rule == f.Rule.Name && g.Package == f.Package && len(g.Path) == 0 // the package has spoken of its statements
		}) {
			continue
		}
		if s.chosen.Run[f.Rule.Name] && f.Confidence.AtLeast(s.settings.Confidence) {
			all = append(all, s.located(f))
		}
	}
	return slices.DeleteFunc(all, func(f finding.Finding) bool { // a directive that answers what only the whole program shows
		return f.Rule == finding.DirectiveRule && slices.ContainsFunc(found.Answered, func(a link.Reached) bool { return s.relative(a.File) == f.File && a.Line == f.Line })
	})
}

// limited reports whether a package has said that a wait never ends which ends by
// what its client was made with, in another package maybe.
func (s *session) limited(f finding.Finding, waits []link.Reached) bool {
	if r, _ := rules.Lookup(f.Rule); r.Group != rules.Context || !r.Widened() || len(waits) == 0 {
		return false
	}
	at := finding.Step{File: f.File, Line: f.Line}
	if len(f.Path) > 0 {
		at = f.Path[len(f.Path)-1]
	}
	return slices.ContainsFunc(waits, func(w link.Reached) bool { return s.relative(w.File) == at.File && w.Line == at.Line })
}

// told reports whether a package has said by itself what the whole program says:
// a rule about clients, contexts or pools has spoken of the place, or of the wait
// where both are the same function's.
func told(spoken map[spot]bool, f finding.Finding) bool {
	return spoken[spot{f.File, f.Line}] || len(f.Path) == 2 && spoken[spot{f.Path[1].File, f.Path[1].Line}]
}

// spot is a line of a file.
type spot struct {
	file string
	line int
}

// spoken are the lines that rules about clients, contexts and pools have spoken of.
func spoken(all []finding.Finding) map[spot]bool {
	out := map[spot]bool{}
	for _, have := range all {
		r, _ := rules.Lookup(have.Rule)
		if r.Group != rules.Client && r.Group != rules.Context && r.Group != rules.Pool {
			continue
		}
		out[spot{have.File, have.Line}] = true
		for _, step := range have.Path {
			out[spot{step.File, step.Line}] = true
		}
	}
	return out
}

// located is a finding of the whole module as one like any other.
func (s *session) located(f link.Finding) finding.Finding {
	real := func(file string, line int, shown link.Shown) finding.Place {
		if shown.File == file && shown.Line == line {
			return finding.Place{}
		}
		return finding.Place{File: s.relative(file), Line: line, EndLine: line}
	}
	out := finding.Finding{File: s.relative(f.Shown.File), Line: f.Shown.Line, Real: real(f.File, f.Line, f.Shown), Column: f.Column, Rule: f.Rule.Name, Message: shown.Text(f.Message),
		Confidence: f.Confidence, Severity: f.Severity, Attended: f.Attended, Package: f.Package, Function: f.Function, Source: line(f.File, f.Line),
		Way: f.Way, Unseen: f.Unseen, Group: f.Group}
	for _, p := range f.Path {
		out.Path = append(out.Path, finding.Step{File: s.relative(p.Shown.File), Line: p.Shown.Line, Column: p.Column, Text: shown.Text(p.Text), Real: real(p.File, p.Line, p.Shown)})
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
