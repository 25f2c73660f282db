package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/report"
	"github.com/timeoutlint/timeoutlint/passes/held"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// judged says of each finding who is held by it, and by the table of consequence
// what becomes of it.
func (s *session) judged(result driver.Result, list []link.Summary) finding.Link {
	return func(all []finding.Finding) []finding.Finding {
		if len(all) == 0 {
			return all
		}
		world := s.holders(list)
		fates, gin, whole := s.fates(result, list)
		if s.lines != nil {
			fates.Idle = nil // what is new and runs nowhere yet is about to
		}
		world.Fates = fates
		for i := range all {
			f := &all[i]
			rule, ok := rules.Lookup(f.Rule)
			if !ok {
				continue
			}
			places := s.places(f)
			var h held.Held
			if f.Way > 0 {
				h = world.Along(places[len(places)-f.Way:]...)
			} else {
				h = world.At(rule, places...)
			}
			if f.Unseen != "" && h.Kind == rules.Unseen {
				h.Kind = f.Unseen
			}
			if f.Attended && !whole {
				h = held.Held{Kind: rules.Interactive, Who: filepath.Base(f.Package)}
			}
			f.Held = s.heldBy(h)
			if f.Length == "" && (rule.Row == rules.Wait || rule.Row == rules.Stage || rule.Row == rules.Door) {
				f.Length = rules.Forever
			}
			severity, tell := verdict.Judge(verdict.Case{Rule: rule, Severity: f.Severity, Kind: h.Kind, Length: f.Length}, s.settings, s.chosen.Asked[f.Rule])
			switch {
			case gin && rule == rules.DeafCtx:
				f.Severity, f.Quiet = rules.Note, "answered by gin's ContextWithFallback"
			case !tell:
				_, f.OnRequest = verdict.Judge(verdict.Case{Rule: rule, Severity: f.Severity, Kind: h.Kind, Length: f.Length}, s.settings, true)
				f.Severity, f.Quiet = rules.Note, quiet(rule, f.Severity, h.Kind)
			case rule == rules.CtxVariant && s.found != nil && s.found.Fits(places[0].File, f.Place().Line):
				f.Severity, f.Quiet = rules.Note, "that end in time by themselves"
			default:
				f.Severity = severity
			}
		}
		return finding.Folded(all)
	}
}

// holders knows who is held at a place: by all that the program shows, where it was
// looked at as a whole.
func (s *session) holders(list []link.Summary) *held.World {
	if s.found != nil {
		return s.found.Held(list)
	}
	return link.Held(list, link.Options{Dir: s.dir, Fronts: s.fronts, Remotes: s.remotes})
}

// places are where a finding is and what its path leads to, by absolute name.
func (s *session) places(f *finding.Finding) []held.Place {
	full := func(file string) string {
		file = filepath.FromSlash(file)
		if filepath.IsAbs(file) {
			return file
		}
		return filepath.Join(s.dir, file)
	}
	at := f.Place()
	out := []held.Place{{File: full(at.File), Line: at.Line, Column: f.Column}}
	for _, p := range f.Path {
		at := p.Place()
		out = append(out, held.Place{File: full(at.File), Line: at.Line, Column: p.Column})
	}
	return out
}

func (s *session) heldBy(h held.Held) finding.Held {
	out := finding.Held{By: h.Kind, Who: shown.Text(h.Who), More: h.More, Lock: shown.Text(h.Lock), Text: shown.Text(h.String())}
	for _, step := range h.Way {
		file := step.File
		if rel, err := filepath.Rel(s.dir, file); err == nil {
			file = rel
		}
		out.Way = append(out.Way, finding.Step{File: filepath.ToSlash(file), Line: step.Line, Column: step.Column, Text: shown.Text(step.Text)})
	}
	return out
}

// quiet is why a finding is not shown, as the last line of a run counts it.
func quiet(rule rules.Rule, severity rules.Severity, kind rules.Consequence) string {
	switch kind {
	case rules.Idle:
		return "in what nothing runs"
	case rules.Interactive:
		return "in commands at which somebody waits"
	case rules.StartUp:
		return "at the start of a program"
	case rules.Unseen:
		return "that hold nobody in sight"
	}
	if severity == rules.Note && rule.Severity != rules.Note {
		return "on this machine alone, or for operators"
	}
	if rule.Row == rules.Advice {
		return "advice"
	}
	return "that hold nobody for long"
}

// loud keeps the findings that are shown, and counts the others.
func (s *session) loud(list []finding.Finding) []finding.Finding {
	s.hidden = map[string]int{}
	return slices.DeleteFunc(list, func(f finding.Finding) bool {
		if f.Quiet == "" || s.settings.Notes {
			return false
		}
		s.hidden[f.Quiet]++
		return true
	})
}

// hiddenOf adds up what several sessions do not show, most first.
func hiddenOf(parts []*session) (out []report.Hidden) {
	count := map[string]int{}
	for _, part := range parts {
		for why, n := range part.hidden {
			count[why] += n
		}
	}
	for why, n := range count {
		out = append(out, report.Hidden{Reason: why, Count: n})
	}
	slices.SortFunc(out, func(a, b report.Hidden) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Reason, b.Reason))
	})
	return out
}

// sayHidden is the last line of a run in which something is not shown; empty: all
// is.
func sayHidden(hidden []report.Hidden) string {
	total := 0
	var parts []string
	for _, h := range hidden {
		total += h.Count
		parts = append(parts, fmt.Sprintf("%d %s", h.Count, h.Reason))
	}
	switch total {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("1 note is hidden: %s (-notes shows it)", parts[0])
	}
	return fmt.Sprintf("%d notes are hidden: %s (-notes shows them)", total, strings.Join(parts, ", "))
}
