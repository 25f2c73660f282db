// Package finding is what a run has to tell its user: one Finding a problem,
// and the chain of small steps that puts a list of them in shape.
//
// It knows files relative to a directory, rules as names, severities and
// confidences. It does not know how findings are made (driver) or printed
// (report).
package finding

import (
	"crypto/sha256"
	"go/token"
	"path/filepath"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Finding is one problem at one place.
type Finding struct {
	File       string // relative to the directory of the run where it lies below it, with slashes
	Line       int
	Column     int // 1-based, in bytes
	EndLine    int // 0 where the end is not known
	EndColumn  int
	Rule       string
	Message    string
	Confidence rules.Confidence
	Severity   rules.Severity
	Attended   bool              // by a person or a supervisor, as far as the package alone tells
	Length     rules.Length      // of the wait; empty: nothing ends it
	Held       Held              // who is held by it
	Quiet      string            // why it is not shown without being asked for; empty: it is
	OnRequest  bool              // it is shown where its rule is asked for
	Package    string            // import path of the package
	Path       []Step            // from the place to the wait
	Way        int               // how many of the last of Path are the only way to the wait that is meant; 0: any is
	Unseen     rules.Consequence // who is held where that is not in sight: what is known of the way
	Group      string            // of findings that have one cause and are told as one; empty: it stands for itself
	Fix        *Fix              // nil where there is none
	Function   string            // around it, "T.Method" for a method, or the package's variable
	Source     string            // the line as it is
	Real       Place             // where it is, if a //line comment says that it is at File and Line
}

// Place is lines of a file, which is named as in a Finding.
type Place struct {
	File          string
	Line, EndLine int
}

// Place is where the finding is in fact. What is found goes by that: what is
// excluded, new or known. File and Line are for people.
func (f Finding) Place() Place {
	if f.Real.File != "" {
		return f.Real
	}
	return Place{f.File, f.Line, max(f.Line, f.EndLine)}
}

// Step is one place on the way from a finding to the wait.
type Step struct {
	File   string
	Line   int
	Column int
	Text   string
	Real   Place // as of a Finding
}

// Place is where the step is in fact.
func (s Step) Place() Place {
	if s.Real.File != "" {
		return s.Real
	}
	return Place{s.File, s.Line, s.Line}
}

// Held is who is held by what a finding is about. The zero value says that nobody
// has looked.
type Held struct {
	By   rules.Consequence
	Who  string // "GET /orders", "orders.Service.Run"
	More int    // others of the kind besides
	Lock string // that is held meanwhile; empty: none
	Text string // all of it as a message ends: "holds GET /orders and 2 more"; empty: nothing is to be said
	Way  []Step // from an entry to the place, shortest first
}

// Fix is one way to change the code.
type Fix struct {
	Message string
	Edits   []Edit
}

// Edit replaces the bytes Start to End of a file, which is still as it was
// analysed if Of is the hash of its content.
type Edit struct {
	File       string
	Start, End int
	NewText    string
	Of         [sha256.Size]byte
}

// DirectiveRule is the name under which a wrong or unused directive is
// reported. It is no rule of the catalogue: it cannot be switched off, only
// answered.
const DirectiveRule = "directive"

// DirectiveURL is the page about directives.
const DirectiveURL = "https://github.com/timeoutlint/timeoutlint/blob/main/docs/suppressions.md"

// From makes a finding of what the driver brings; dir is the directory of the
// run, absolute.
func From(dir string, d driver.Diagnostic) Finding {
	confidence, severity, length, attended := verdict.ParseCategory(d.Category)
	f := Finding{
		File:       relative(dir, d.Pos),
		Line:       d.Pos.Line,
		Column:     d.Pos.Column,
		Rule:       d.Analyzer,
		Message:    d.Message,
		Confidence: confidence,
		Severity:   severity,
		Length:     length,
		Attended:   attended,
		Function:   d.Function,
		Source:     d.Source,
		Real:       real(dir, d.Real),
	}
	if d.End.IsValid() {
		f.EndLine, f.EndColumn = d.End.Line, d.End.Column
	}
	for _, rel := range d.Related {
		f.Path = append(f.Path, Step{relative(dir, rel.Pos), rel.Pos.Line, rel.Pos.Column, rel.Message, real(dir, rel.Real)})
	}
	if len(d.Fixes) > 0 {
		first := d.Fixes[0]
		f.Fix = &Fix{Message: first.Message}
		for _, e := range first.Edits {
			f.Fix.Edits = append(f.Fix.Edits, Edit{relative(dir, e.Pos), e.Pos.Offset, e.End.Offset, string(e.NewText), e.Of})
		}
	}
	return f
}

// OfDirective makes a finding about a directive; message says what is wrong.
func OfDirective(dir string, d driver.Directive, message string) Finding {
	severity := rules.Warning
	if d.Mild {
		severity = rules.Note
	}
	return Finding{
		File:       relative(dir, d.Pos),
		Line:       d.Pos.Line,
		Column:     d.Pos.Column,
		EndLine:    d.Pos.Line,
		EndColumn:  d.Pos.Column + len(d.Text),
		Rule:       DirectiveRule,
		Message:    shown.Text(message),
		Confidence: rules.High,
		Severity:   severity,
		Source:     d.Source,
		Real:       real(dir, d.Real),
	}
}

func real(dir string, p driver.Place) Place {
	if p.File == "" {
		return Place{}
	}
	return Place{relative(dir, token.Position{Filename: p.File}), p.Line, p.EndLine}
}

func relative(dir string, at token.Position) string {
	rel, err := filepath.Rel(dir, at.Filename)
	if err != nil {
		return filepath.ToSlash(at.Filename)
	}
	return filepath.ToSlash(rel)
}
