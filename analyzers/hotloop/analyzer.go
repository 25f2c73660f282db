package hotloop

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.HotLoop.Name,
	Doc:      rules.HotLoop.Summary,
	URL:      rules.HotLoop.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	for _, l := range r.Loops {
		if !out.Wanted(l.Pos) {
			continue
		}
		for _, v := range append(idle(l), reopened(r, l)...) {
			v.Rule, v.Severity = rules.HotLoop, met.Severity(rules.HotLoop)
			out.Report(pass, v)
		}
		a, confidence := judge(met, l)
		if a == nil {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.HotLoop,
			Confidence: confidence,
			Severity:   met.Severity(rules.HotLoop),
			At:         verdict.Position(a.Pos()),
			Message: fmt.Sprintf("when %s fails the loop calls it again at once: an error that stays makes it spin at full speed; leave when it is closed or the context has ended, and wait before the next call after any other error",
				a.Name()),
			Path: []verdict.Step{
				{Pos: a.Pos(), Text: "when this fails"},
				{Pos: l.Pos, Text: "the loop comes back to it, with no wait on the way"},
			},
		})
	}
	return nil, nil
}

// judge looks for a call that is the loop's only wait, and fails at once.
func judge(met *calls.Result, l *retries.Loop) (*retries.Attempt, rules.Confidence) {
	switch l.Class {
	case retries.Serve, retries.Supervisor, retries.Retry:
	default:
		return nil, ""
	}
	if l.Form != retries.Looped || l.Cap.Kind == retries.Counter || l.Cap.Kind == retries.Elements || l.Timed() {
		return nil, ""
	}
	for _, a := range l.Calls {
		waits := a.Effect == knowledge.Serves || a.Effect == knowledge.Receives || a.Effect == knowledge.Streams
		switch {
		case a.Waits, l.Target(a), a.Item(), file(a), datagram(a), paced(met, a), crashes(a):
			continue
		case a.Effect != knowledge.Serves && l.Picks():
			continue // a particular error, that passes by itself
		case a.Kind == retries.Known && waits && a.Accepts():
			if l.Returns {
				return a, rules.Medium
			}
			return a, rules.High
		case a.Kind == retries.Shaped && a.Accepts() && l.Class == retries.Serve:
			return a, rules.Medium
		}
	}
	return nil, ""
}

// paced: the library lets time pass before it gives the same error again.
func paced(met *calls.Result, a *retries.Attempt) bool {
	row := met.Row(a.Fn)
	return row != nil && row.Paced
}

// file: reading one fails for good, or at its end.
func file(a *retries.Attempt) bool {
	return a.Fn != nil && a.Fn.Pkg() != nil && a.Fn.Pkg().Path() == "os"
}

// datagram: an error of one is about that one.
func datagram(a *retries.Attempt) bool {
	return a.Fn != nil && a.Fn.Pkg() != nil && a.Fn.Pkg().Path() == "net" && strings.HasPrefix(a.Fn.Name(), "ReadFrom")
}

// crashes: a method of what was to come is called before the error is looked at,
// and it is nil then. That ends the program, and is not a loop's fault.
func crashes(a *retries.Attempt) bool {
	call, ok := a.Call.(*ssa.Call)
	if !ok {
		return false
	}
	for _, ref := range *call.Referrers() {
		first, ok := ref.(*ssa.Extract)
		if !ok || first.Index != 0 {
			continue
		}
		for _, use := range *first.Referrers() {
			method, ok := use.(ssa.CallInstruction)
			if ok && method.Common().IsInvoke() && method.Common().Value == first && method.Block() == call.Block() {
				return true
			}
		}
	}
	return false
}
