package retrycap

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryCap.Name,
	Doc:      rules.RetryCap.Summary,
	URL:      rules.RetryCap.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, l := range pass.ResultOf[retries.Analyzer].(*retries.Result).Loops {
		if !out.Wanted(l.Pos) || l.Class != retries.Retry || l.Form == retries.Helped || l.Cap.Kind != retries.Endless {
			continue
		}
		a, sure := remote(l)
		if a == nil {
			continue
		}
		confidence, severity := judge(l, sure), met.Severity(rules.RetryCap)
		if confidence == "" {
			continue
		}
		if !l.Cap.Stuck && (l.Ctx.Daemon || l.Ctx.Listens || l.Ctx.Perhaps || l.Ctx.Stops) {
			severity = rules.Note
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryCap,
			Confidence: confidence,
			Severity:   severity,
			At:         verdict.Position(l.Pos),
			Message:    message(l, a),
			Path:       []verdict.Step{{Pos: a.Pos(), Text: "is made again for as long as it fails"}},
		})
	}
	return nil, nil
}

// remote is a repeated call that leaves the process.
func remote(l *retries.Loop) (*retries.Attempt, bool) {
	for _, a := range l.Calls {
		if remote, sure := a.Remote(); remote && !a.Accepts() {
			return a, sure
		}
	}
	return nil, false
}

// judge: somebody waits for the function, or it hands its number on unchanged.
// A loop that does not even wait is retrybackoff's, and one that ignores a
// context in scope is retryctx's or deafsleep's.
func judge(l *retries.Loop, sure bool) rules.Confidence {
	switch {
	case l.Cap.Stuck:
		return rules.High
	case !l.Wait.Some:
		return "" // retrybackoff's
	case l.Ctx.Param != nil && !l.Ctx.Listens && !l.Ctx.Perhaps:
		return ""
	case !awaited(l.Fn) || !l.Transient():
		return rules.Low
	case sure && l.Form == retries.Looped:
		return rules.High
	}
	return rules.Medium
}

// awaited reports whether a function tells its caller that it failed, which
// this loop never does.
func awaited(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	if res.Len() == 0 {
		return false
	}
	return types.Identical(res.At(res.Len()-1).Type(), types.Universe.Lookup("error").Type())
}

func message(l *retries.Loop, a *retries.Attempt) string {
	if l.Cap.Stuck {
		return fmt.Sprintf("%s calls itself again with the number of attempts it was given: it never runs out while %s fails; hand on one less", l.Fn.Name(), a.Name())
	}
	every := ""
	if d := l.Wait.Every(); d != "" {
		every = fmt.Sprintf(", every %s", d)
	}
	return fmt.Sprintf("%s is repeated until it works%s, with no limit of attempts or time and nothing that stops it: while the other side is away, the caller of %s waits; count the attempts or give them a deadline", a.Name(), every, l.Fn.Name())
}
