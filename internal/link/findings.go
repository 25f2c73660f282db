package link

import (
	"cmp"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/directives"
	"github.com/timeoutlint/timeoutlint/passes/fields"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/held"
	"github.com/timeoutlint/timeoutlint/passes/uses"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Summary is what the link step reads of one package. It holds no syntax.
type Summary struct {
	Waits  *waits.Result
	Fields *fields.Result
	Flow   *flow.Package
	Alone  *obligations.Alone
	Later  *verdict.Later
	Held   *held.Result
	Uses   *uses.Result // nil where not all of a module is looked at
}

// Finding is something that only the whole module shows, or shows better than
// its packages do.
type Finding struct {
	Rule       rules.Rule
	Confidence rules.Confidence
	Severity   rules.Severity
	Attended   bool   // by a person or a supervisor, as far as the package alone tells
	Package    string // import path
	File       string // absolute
	Line       int
	Column     int
	Shown      Shown
	Function   string // around it, "T.Method" for a method
	Message    string
	Path       []Reached
	Way        int               // how many of the last of Path are the calls that lead to the wait, and the wait; 0: whoever leads there
	Unseen     rules.Consequence // who is held where that is not in sight: what is known of the way
	Bare       bool              // it is a statement that is given no context
	Group      string            // of findings that have one cause; empty: it stands for itself
}

// Reached is one place on the way from a finding to the wait.
type Reached struct {
	File         string // absolute
	Line, Column int
	Text         string
	Shown        Shown
}

// Shown is where //line comments say that a place is.
type Shown struct {
	File string
	Line int
}

// Found is what a whole module shows.
type Found struct {
	Findings []Finding
	Answered []Reached // directives that answer one: they are not unused
	Paced    []Reached // waits for a database that ends its statements by itself
	Limited  []Reached // waits that end by what their client was made with, in any order

	linker *linker
	fits   map[spot]bool // waits, and whether they end before anybody gives up; nil until asked
}

// Findings judges a whole module. Directives are heeded, and files that are
// generated or tests left out; what a user wants to see is for the caller to
// decide.
func Findings(packages []Summary, o Options) Found {
	var trees []*waits.Result
	var sets []*fields.Result
	var later []*verdict.Later
	for _, p := range packages {
		trees = append(trees, p.Waits)
		if p.Fields != nil {
			sets = append(sets, p.Fields)
		}
		if p.Later != nil {
			later = append(later, p.Later)
		}
	}
	for _, p := range packages {
		if p.Flow != nil {
			o.Flow = append(o.Flow, p.Flow)
		}
	}
	l := newLinker(trees, o)
	var out []Finding
	var answered []Reached
	add := func(rule rules.Rule, confidence rules.Confidence, place tree.Place, message string) *Finding {
		file, ok := l.files[place.File]
		attended, shown, by := shown(later, rule, file, place.Line)
		if by != nil {
			answered = append(answered, Reached{File: by.File, Line: by.Line})
		}
		if !ok || !shown {
			return nil
		}
		out = append(out, Finding{Rule: rule, Confidence: confidence, Severity: rule.Severity, Attended: attended, Package: pathOf(later, file), File: file, Line: place.Line, Column: place.Column, Shown: said(later, file, place.Line), Function: around(later, file, place.Line), Message: message})
		return &out[len(out)-1]
	}
	for _, b := range append(l.world.Breaks(l.entries), l.stops()...) {
		if f := add(b.Rule, b.Confidence, b.Place, b.Message); f != nil {
			for _, s := range b.Path {
				if at, ok := l.files[s.Place.File]; ok && len(f.Path) < 6 {
					f.Path = append(f.Path, Reached{at, s.Place.Line, s.Place.Column, s.Text, said(later, at, s.Place.Line)})
				}
			}
		}
	}
	for _, read := range fields.Never(sets, true) {
		add(rules.ZeroConfig, rules.Medium, read.Place, read.Message())
	}
	judgements, limited, paced := judged(l.program, packages, l.entries)
	judgements = append(judgements, libraries(l.wider, judgements, l.entries)...)
	for _, s := range judgements {
		if f := add(s.rule, s.confidence, s.at, s.message); f != nil {
			f.Group, f.Unseen, f.Bare = s.group, s.unseen, s.bare
			for _, step := range s.path {
				if at, ok := l.files[step.Place.File]; ok {
					f.Path = append(f.Path, Reached{at, step.Place.Line, step.Place.Column, step.Text, said(later, at, step.Place.Line)})
				}
			}
			if len(f.Path) == len(s.path) {
				f.Way = s.way
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), strings.Compare(a.Rule.Name, b.Rule.Name))
	})
	found := Found{Findings: out, Answered: answered, linker: l}
	for at := range limited {
		found.Limited = append(found.Limited, Reached{File: l.files[at.File], Line: at.Line})
	}
	for at := range paced {
		found.Paced = append(found.Paced, Reached{File: l.files[at.File], Line: at.Line})
	}
	return found
}

// shown reports whether a finding may be shown at a place, and whether the package
// is of a command; by is the directive that answers it.
func shown(later []*verdict.Later, rule rules.Rule, file string, line int) (attended, ok bool, by *directives.Span) {
	for _, l := range later {
		wanted, ok := l.Files[file]
		if !ok {
			continue
		}
		if !wanted {
			return false, false, nil
		}
		for i := range l.Spans {
			if l.Spans[i].Answers(rule.Name, file, line) {
				return false, false, &l.Spans[i]
			}
		}
		return l.Command, true, nil
	}
	return false, false, nil
}

// said is where a line is to be shown.
func said(later []*verdict.Later, file string, line int) Shown {
	for _, l := range later {
		if _, ok := l.Files[file]; ok {
			file, line = l.Shown(file, line)
			break
		}
	}
	return Shown{file, line}
}

// around is the function that a line is in; empty outside of any.
func around(later []*verdict.Later, file string, line int) string {
	for _, l := range later {
		if _, ok := l.Files[file]; !ok {
			continue
		}
		for _, f := range l.Funcs {
			if f.File == file && f.From <= line && line <= f.To {
				return f.Name
			}
		}
	}
	return ""
}

// pathOf is the import path of the package that has a file.
func pathOf(later []*verdict.Later, file string) string {
	for _, l := range later {
		if _, ok := l.Files[file]; ok {
			return l.Path
		}
	}
	return ""
}
