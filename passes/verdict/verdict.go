// Package verdict is how a rule speaks: one Verdict a finding, filtered here
// and nowhere else, so that every door shows the same.
//
// It knows generated files, tests, confidence, notes and directives. It does
// not know what a rule looks for. A rule requires Analyzer and calls Report on
// its result.
package verdict

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/directives"
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
	fset       *token.FileSet
	turns      turns
}

// Analyzer makes the package's Reporter.
var Analyzer = &analysis.Analyzer{
	Name:             "verdict",
	Doc:              "decides which findings are shown",
	URL:              "https://github.com/timeoutlint/timeoutlint",
	Requires:         []*analysis.Analyzer{calls.Analyzer, directives.Analyzer, places.Analyzer, settings.Analyzer},
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
			fset:       pass.Fset,
		}
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

// Report shows the verdict unless settings, a directive or the place forbid it.
func (r *Reporter) Report(pass *analysis.Pass, v Verdict) {
	severity := v.Severity
	if severity == "" {
		severity = v.Rule.Severity
	}
	attended := r.command || r.endsProgram(pass, v.At.Pos())
	if attended && !r.settings.Whole {
		severity = rules.Note
	}
	lowered := severity == rules.Note && v.Rule.Severity != rules.Note
	switch {
	case !v.At.Pos().IsValid() || !r.Wanted(v.At.Pos()):
		return
	case r.directives.Ignores(v.Rule, v.At.Pos(), r.settings.Nolint): // first: it is used, whatever else would hide the finding
		r.turns.speaks(v.Rule, v.About)
		return
	case !v.Confidence.AtLeast(r.settings.Confidence):
		return
	case lowered && !r.settings.Notes && !r.settings.Whole:
		return
	case !r.turns.speaks(v.Rule, v.About):
		return
	}
	d := analysis.Diagnostic{
		Pos:      v.At.Pos(),
		End:      v.At.End(),
		Category: Category(v.Confidence, severity, attended),
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

// Category is how confidence and severity travel in a diagnostic, and whether the
// package alone makes it look as if a person or a supervisor attends to what waits.
func Category(c rules.Confidence, s rules.Severity, attended bool) string {
	if attended {
		return string(c) + "/" + string(s) + "/attended"
	}
	return string(c) + "/" + string(s)
}

// ParseCategory takes a diagnostic's category apart again.
func ParseCategory(category string) (c rules.Confidence, s rules.Severity, attended bool) {
	confidence, rest, _ := strings.Cut(category, "/")
	severity, by, _ := strings.Cut(rest, "/")
	return rules.Confidence(confidence), rules.Severity(severity), by != ""
}

// Position is an analysis.Range of no length.
type Position token.Pos

// Pos is the position itself.
func (p Position) Pos() token.Pos { return token.Pos(p) }

// End is the position itself.
func (p Position) End() token.Pos { return token.Pos(p) }
