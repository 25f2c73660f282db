// Package budgets finds where the waits and calls of a function do not fit what
// its callers allow: longer than the answer is waited for, or more often than
// anybody meant.
//
// It runs the trees of passes/waits from the entries of passes/entries. It
// knows the functions of one package with what facts say of others; internal/
// link uses it over a whole module. It compares what the code certainly
// permits, so that what is not known can hide a break but never make one.
package budgets

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Break is one place where a budget does not hold.
type Break struct {
	Rule       rules.Rule
	Confidence rules.Confidence
	Place      tree.Place // where a reviewer would edit
	Message    string
	Path       []Step
	Near       tree.Place // on the way to Place, where a package that does not have that says it
	Entry      string     // the entry whose budget it is, if one's
	Door       tree.Place // of that entry's registration
}

// Step is one place on the way from a break to the wait.
type Step struct {
	Place tree.Place
	Text  string
}

// Result is the breaks that can be seen in one package.
type Result struct{ Breaks []Break }

// Analyzer finds the breaks of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "budgets",
	Doc:        "where waits and calls do not fit what callers allow",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{waits.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run: func(pass *analysis.Pass) (any, error) {
		p := pass.ResultOf[waits.Analyzer].(*waits.Result)
		if len(p.Funcs) == 0 {
			return &Result{}, nil
		}
		w := New([]*waits.Result{p}, false)
		return &Result{Breaks: w.Breaks(w.Entries())}, nil
	},
}

// Breaks judges the entries and every function of the world.
func (w *World) Breaks(list []Entry) []Break {
	once := Once{}
	var out []Break
	for i := range list {
		out = append(out, once.Of(list[i].Breaks(list[i].Runs()))...)
	}
	out = append(out, once.Of(w.promises())...)
	out = append(out, once.Of(w.connecting())...)
	return append(out, once.Of(w.repeated())...)
}

// Breaks judges one entry.
func (e *Entry) Breaks(runs *Runs) []Break {
	log := runs.Most(tree.Forever).Log
	out := append(e.over(runs), e.surrounded(runs)...)
	out = append(out, e.world.kept(runs.Kept(e.Ends()), e.Depth)...)
	out = append(out, e.calls(log)...)
	out = append(out, e.late()...)
	return append(out, e.unenforced(log)...)
}

// Once keeps one break of a rule a line, the first.
type Once map[struct {
	rule, file string
	line       int
}]bool

// Of leaves the breaks that are new.
func (o Once) Of(list []Break) []Break {
	var out []Break
	for _, b := range list {
		k := struct {
			rule, file string
			line       int
		}{b.Rule.Name, b.Place.File, b.Place.Line}
		if b.Place.Line > 0 && !o[k] {
			o[k] = true
			out = append(out, b)
		}
	}
	return out
}
