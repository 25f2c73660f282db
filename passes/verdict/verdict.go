// Package verdict is how a rule speaks: one Verdict a finding, filtered here
// and nowhere else, so that every door shows the same.
//
// It knows generated files, tests, confidence, notes and directives. It does
// not know what a rule looks for. A rule requires Analyzer and calls Report on
// its result.
package verdict

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/directives"
	"github.com/timeoutlint/timeoutlint/passes/held"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Verdict is one finding of one rule.
type Verdict struct {
	Rule       rules.Rule
	Confidence rules.Confidence
	Severity   rules.Severity // empty: the rule's own
	Length     rules.Length   // of the wait; empty: nothing ends it
	At         analysis.Range // where a reviewer would edit
	About      token.Pos      // the loop that several rules may have something to say about; of those one speaks
	Message    string         // subject first, lower case, no full stop: the wait, the bound, the number, the way out
	Path       []Step         // from the place to the wait, at most six
	Fix        *analysis.SuggestedFix
}

// Step is one place on the way from the finding to the wait.
type Step struct {
	Pos  token.Pos
	Text string
}

// Reporter reports the verdicts of one package.
type Reporter struct {
	settings   *settings.Settings
	directives *directives.Result
	generated  map[string]bool
	helper     map[string]bool // files that only tests use, though they are not named so
	support    bool            // the package serves tests or shows examples
	command    bool            // the package is of a command
	places     *places.Index
	guessed    func(token.Pos) bool // of a call: what is known of it was read at another major version
	fset       *token.FileSet
	turns      turns
	world      func() *held.World
}

// Analyzer makes the package's Reporter.
var Analyzer = &analysis.Analyzer{
	Name:             "verdict",
	Doc:              "decides which findings are shown",
	URL:              "https://github.com/timeoutlint/timeoutlint",
	Requires:         []*analysis.Analyzer{calls.Analyzer, directives.Analyzer, held.Analyzer, places.Analyzer, settings.Analyzer},
	ResultType:       reflect.TypeFor[*Reporter](),
	RunDespiteErrors: true,
	Run: func(pass *analysis.Pass) (any, error) {
		r := &Reporter{
			settings:   pass.ResultOf[settings.Analyzer].(*settings.Settings),
			directives: pass.ResultOf[directives.Analyzer].(*directives.Result),
			generated:  map[string]bool{},
			helper:     map[string]bool{},
			support:    supports(pass),
			command:    pass.ResultOf[calls.Analyzer].(*calls.Result).Command,
			places:     pass.ResultOf[places.Analyzer].(*places.Index),
			guessed:    pass.ResultOf[calls.Analyzer].(*calls.Result).Guessed,
			fset:       pass.Fset,
		}
		functions, _ := pass.ResultOf[held.Analyzer].(*held.Result)
		r.world = sync.OnceValue(func() *held.World { return held.Join([]*held.Result{functions}) })
		for _, f := range pass.Files {
			name := pass.Fset.PositionFor(f.FileStart, false).Filename
			if ast.IsGenerated(f) {
				r.generated[name] = true
			}
			if slices.ContainsFunc(f.Imports, func(imp *ast.ImportSpec) bool { return imp.Path.Value == `"testing"` }) {
				r.helper[name] = true
			}
		}
		return r, nil
	},
}

// Wanted reports whether any finding at pos could be shown. A rule may ask
// before it works hard.
func (r *Reporter) Wanted(pos token.Pos) bool {
	file := r.fset.PositionFor(pos, false).Filename
	return !r.generated[file] && (r.settings.Tests || !r.support && !r.helper[file] && !strings.HasSuffix(file, "_test.go"))
}

// Whole reports whether whoever reads the findings sees the whole program, and a
// rule need not guess who waits.
func (r *Reporter) Whole() bool { return r.settings.Whole }

// supporting are folders of a module that hold tests, their helpers, or
// examples: code that nobody waits for in production.
var supporting = map[string]bool{
	"test": true, "tests": true, "testing": true, "testutil": true, "testutils": true, "testhelpers": true,
	"testdata": true, "e2e": true, "integration": true, "integrationtest": true, "mock": true, "mocks": true,
	"example": true, "examples": true, "_examples": true,
	"fuzz": true, "fuzzer": true, "hack": true, "suites": true,
}

// supports looks at the package's folder within its module.
func supports(pass *analysis.Pass) bool {
	for _, element := range strings.Split(settings.Folder(pass), "/") {
		if supporting[element] || strings.HasSuffix(element, "test") || strings.HasPrefix(element, "test") {
			return true
		}
	}
	return false
}

// At is a place as a message names it: "server.go:41".
func (r *Reporter) At(pos token.Pos) string {
	at := r.fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
}

// Report shows the verdict unless settings, a directive, the place or the table of
// consequence forbid it.
func (r *Reporter) Report(pass *analysis.Pass, v Verdict) {
	switch {
	case !v.At.Pos().IsValid() || !r.Wanted(v.At.Pos()):
		return
	case r.directives.Ignores(v.Rule, v.At.Pos(), r.settings.Nolint): // first: it is used, whatever else would hide the finding
		r.turns.speaks(v.Rule, v.About)
		return
	}
	if v.Confidence == rules.High && (r.guessed(v.At.Pos()) || slices.ContainsFunc(v.Path, func(s Step) bool { return r.guessed(s.Pos) })) {
		v.Confidence = rules.Medium
	}
	if !v.Confidence.AtLeast(r.settings.Confidence) {
		return
	}
	attended := r.command || r.endsProgram(pass, v.At.Pos())
	severity := cmp.Or(v.Severity, v.Rule.Severity)
	if !r.settings.Whole {
		var tell bool
		if severity, tell = r.judge(v, severity, attended); !tell {
			return
		}
	}
	lowered := severity == rules.Note && v.Rule.Severity != rules.Note && !r.settings.Notes
	if !lowered && v.Rule.Row.Of(rules.Request).Shows(v.Length, r.asked(v.Rule)) && !r.turns.speaks(v.Rule, v.About) {
		return // what is not shown takes nobody's turn
	}
	d := analysis.Diagnostic{
		Pos:      v.At.Pos(),
		End:      v.At.End(),
		Category: Category(v.Confidence, severity, v.Length, attended),
		Message:  shown.Text(v.Message),
		URL:      v.Rule.URL(),
	}
	if v.Fix != nil {
		fix := *v.Fix
		fix.Message = shown.Text(fix.Message)
		d.SuggestedFixes = []analysis.SuggestedFix{fix}
	}
	if r.settings.Related {
		for _, s := range v.Path {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: s.Pos, Message: shown.Text(s.Text)})
		}
	}
	pass.Report(d)
}

// judge is the severity of a finding as far as this package tells who is held, and
// whether it is shown.
func (r *Reporter) judge(v Verdict, severity rules.Severity, attended bool) (rules.Severity, bool) {
	kind := rules.Interactive
	if !attended {
		places := []held.Place{r.place(v.At.Pos())}
		for _, s := range v.Path {
			places = append(places, r.place(s.Pos))
		}
		kind = r.world().At(v.Rule, places...).Kind
	}
	return Judge(Case{v.Rule, severity, kind, v.Length}, r.settings, r.asked(v.Rule))
}

// asked: somebody wants to hear of the rule more than of others.
func (r *Reporter) asked(rule rules.Rule) bool {
	return !r.settings.ByTable || slices.Contains(r.settings.Asked, rule.Name)
}

func (r *Reporter) place(pos token.Pos) held.Place {
	at := r.fset.PositionFor(pos, false)
	return held.Place{File: at.Filename, Line: at.Line, Column: at.Column}
}

// Case is what the table of consequence decides by.
type Case struct {
	Rule     rules.Rule
	Severity rules.Severity // of the finding, by its rule
	Kind     rules.Consequence
	Length   rules.Length
}

// Judge is the severity of a finding, and whether it is shown: by the table, and by
// what the settings say in its place.
func Judge(c Case, s *settings.Settings, asked bool) (rules.Severity, bool) {
	if said, ok := s.Consequence[c.Kind]; ok {
		return said, said != rules.Note || s.Notes
	}
	cell := c.Rule.Row.Of(c.Kind)
	lowered := cell == rules.Noted || c.Severity == rules.Note && c.Rule.Severity != rules.Note
	switch {
	case lowered:
		return rules.Note, s.Notes
	case !cell.Shows(c.Length, asked):
		return rules.Note, s.Notes
	}
	return c.Severity, true
}

// Category is how confidence, severity and length travel in a diagnostic, and
// whether the package alone makes it look as if a person or a supervisor attends to
// what waits.
func Category(c rules.Confidence, s rules.Severity, l rules.Length, attended bool) string {
	parts := []string{string(c), string(s), string(l), ""}
	if attended {
		parts[3] = "attended"
	}
	return strings.TrimRight(strings.Join(parts, "/"), "/")
}

// ParseCategory takes a diagnostic's category apart again.
func ParseCategory(category string) (c rules.Confidence, s rules.Severity, l rules.Length, attended bool) {
	parts := append(strings.Split(category, "/"), "", "", "")
	return rules.Confidence(parts[0]), rules.Severity(parts[1]), rules.Length(parts[2]), parts[3] != ""
}

// Position is an analysis.Range of no length.
type Position token.Pos

// Pos is the position itself.
func (p Position) Pos() token.Pos { return token.Pos(p) }

// End is the position itself.
func (p Position) End() token.Pos { return token.Pos(p) }
