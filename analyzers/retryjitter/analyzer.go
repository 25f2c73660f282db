package retryjitter

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryJitter.Name,
	Doc:      rules.RetryJitter.Summary,
	URL:      rules.RetryJitter.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, entries.Analyzer, places.Analyzer, retries.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	on := pass.ResultOf[entries.Analyzer].(*entries.Result)
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	for _, l := range r.Loops {
		if !out.Wanted(l.Pos) {
			continue
		}
		a, confidence := judge(met, r, l, on)
		if a == nil {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryJitter,
			Confidence: confidence,
			Severity:   met.Severity(rules.RetryJitter),
			At:         verdict.Position(place(l)),
			Message:    message(r, l, a),
			Path:       []verdict.Step{{Pos: a.Pos(), Text: "is made again after this wait"}},
			Fix:        fix(pass, l),
		})
	}
	return nil, nil
}

// judge wants a call that leaves the process, or a function that callers give, a
// delay that is known through and through, and no chance in it.
func judge(met *calls.Result, r *retries.Result, l *retries.Loop, on *entries.Result) (*retries.Attempt, rules.Confidence) {
	looped := l.Form == retries.Looped && l.Wait.Instr != nil
	if l.Class != retries.Retry || !looped && l.Row == nil || !l.Wait.Some || l.Wait.Random != retries.Fixed {
		return nil, ""
	}
	if l.Cap.Kind == retries.Counter && l.Cap.Attempts > 0 && l.Cap.Attempts <= 2 {
		return nil, ""
	}
	for _, a := range l.Calls {
		_, param := a.Call.Common().Value.(*ssa.Parameter)
		given := param && a.Kind == retries.Value && l.Wait.Steps && (ast.IsExported(l.Fn.Name()) || handed(r, l))
		if remote, sure := a.Remote(); !given && (!remote || !sure) || a.Effect == knowledge.Streams || a.Accepts() {
			continue
		}
		switch kind := on.For(l.In()); {
		case !l.Wait.Steps, few(l), kind == entries.StartUp, kind == entries.Stopping, met.Command:
			return a, rules.Low // a few of a few: no crowd
		case l.Picks(), spreads(met, a):
			return a, rules.Low // one error that is no load; a client that repeats with jitter below
		}
		return a, rules.Medium
	}
	return nil, ""
}

// handed: a call in this package hands the function of the loop something that
// leaves the process.
func handed(r *retries.Result, l *retries.Loop) bool {
	for _, h := range r.Loops {
		if h.Form != retries.Helped || h.Helper == nil || h.Helper != l.Fn.Object() {
			continue
		}
		for _, a := range h.Calls {
			if remote, sure := a.Remote(); remote && sure {
				return true
			}
		}
	}
	return false
}

// spreads: the library repeats the call by itself, and with jitter.
func spreads(met *calls.Result, a *retries.Attempt) bool {
	if a.Fn == nil || a.Fn.Pkg() == nil {
		return false
	}
	for _, lib := range met.Table().Library(a.Fn.Pkg().Path()) {
		for i := range lib.Retries {
			if r := lib.Retries[i]; r.Jitter == knowledge.Yes && r.Default != "0" && r.Default != "off" {
				return true
			}
		}
	}
	return false
}

// few: three attempts and no more.
func few(l *retries.Loop) bool {
	return l.Cap.Kind == retries.Counter && l.Cap.Attempts > 0 && l.Cap.Attempts <= 3
}

func message(r *retries.Result, l *retries.Loop, a *retries.Attempt) string {
	delay := "the same for every client"
	if d := l.Wait.Every(); d != "" {
		delay = d + " for every client"
	}
	again := a.Name() + " is made"
	if p, ok := a.Call.Common().Value.(*ssa.Parameter); ok && a.Kind == retries.Value {
		again = p.Name() + " is called"
	}
	way := "wait a random part of it (rand.N)"
	if l.Row != nil {
		way = "let " + l.By() + " spread it"
		if spread := r.Spreads(l); spread != "" {
			way += " with " + spread
		}
	}
	return fmt.Sprintf("the wait before %s again is %s: a thousand clients that fail together send a thousand requests in the same moment, each round again; %s", again, delay, way)
}
