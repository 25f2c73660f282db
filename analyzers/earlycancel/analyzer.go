package earlycancel

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts/lifetimes"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.EarlyCancel.Name,
	Doc:      rules.EarlyCancel.Summary,
	URL:      rules.EarlyCancel.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, places.Analyzer, program.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	if !settings.Own(pass) || !cancels(pass) {
		return nil, nil
	}
	p, _ := pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
	if p == nil {
		return nil, nil
	}
	find := lifetimes.Finder{Calls: met, Files: pass.Files}
	for _, fn := range p.Funcs {
		if !out.Wanted(fn.Pos()) {
			continue
		}
		for _, end := range find.Of(fn) {
			if end.Kind == lifetimes.Returned && unread(p, fn) {
				continue
			}
			confidence := rules.High
			if end.Row == nil || end.Kind == lifetimes.Reused {
				confidence = rules.Medium
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.EarlyCancel,
				Confidence: confidence,
				At:         verdict.Position(end.Call.Pos()),
				Message:    message(out, end),
				Fix:        fix(pass, end),
				Path: []verdict.Step{
					{Pos: end.Made.Pos(), Text: "the context"},
					{Pos: end.Cancel.Pos(), Text: "ends it"},
				},
			})
		}
	}
	return nil, nil
}

// cancels reports whether the package imports what makes contexts that end.
func cancels(pass *analysis.Pass) bool {
	for _, imp := range pass.Pkg.Imports() {
		if imp.Path() == "context" {
			return true
		}
	}
	return false
}

func message(out *verdict.Reporter, end lifetimes.End) string {
	at := func(pos token.Pos) string { return out.At(pos) }
	call := name(end.Call)
	switch end.Kind {
	case lifetimes.Returned:
		return fmt.Sprintf("%s of %s cannot be used by the caller: the deferred cancel at %s ends the context first; cancel when it has been used up, or use it up here", end.What, call, at(end.Cancel.Pos()))
	case lifetimes.Used:
		return fmt.Sprintf("%s is given a context that was cancelled at %s: it fails at once; give it the one around it", call, at(end.Cancel.Pos()))
	case lifetimes.Waited:
		return fmt.Sprintf("%s is given the context of an errgroup, which ended when Wait returned at %s: it fails at once; give it the context that the group was made from", call, at(end.Cancel.Pos()))
	}
	return fmt.Sprintf("%s gets what is left of the time of %s, which %s was made for at %s; give it the context around it, or one of its own", call, name(end.Cancel), end.Name, at(end.Made.Pos()))
}

func name(call ssa.CallInstruction) string {
	common := call.Common()
	if common.IsInvoke() {
		return knowledge.Short(calls.FullName(common.Method))
	}
	if callee := common.StaticCallee(); callee != nil {
		if fn, ok := callee.Object().(*types.Func); ok {
			return knowledge.Short(calls.FullName(fn))
		}
	}
	return "the call"
}
