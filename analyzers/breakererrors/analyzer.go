package breakererrors

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/breakers"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BreakerErrors.Name,
	Doc:      rules.BreakerErrors.Summary,
	URL:      rules.BreakerErrors.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, s := range breakers.Settings(b) {
		if s.Object.Kind != bounds.MadeHere || s.Object.Bounded("IsSuccessful", "IsExcluded") || !out.Wanted(s.Object.Pos) {
			continue
		}
		for _, run := range breakers.Runs(b, s) {
			f := finder{b: b}
			confidence, from := f.cancels(run.Func, 0)
			if confidence == "" || f.looks {
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule: rules.BreakerErrors, Confidence: confidence, At: verdict.Position(s.Object.Pos),
				Message: message(out, s, run, from),
				Path:    []verdict.Step{{Pos: run.Call.Pos(), Text: "runs under the context of its caller"}},
			})
			break
		}
		if call := middleware(s); call != nil {
			out.Report(pass, verdict.Verdict{
				Rule: rules.BreakerErrors, Confidence: rules.Medium, At: verdict.Position(s.Object.Pos),
				Message: message(out, s, breakers.Run{Call: call}, "the endpoint"),
			})
		}
	}
	return nil, nil
}

// middleware is the call that makes a breaker a middleware of go-kit, which
// runs its endpoint under the context of each request; or nil.
func middleware(s breakers.Setting) ssa.CallInstruction {
	for _, made := range s.Makers {
		for _, ref := range *made.Referrers() {
			if call, ok := ref.(ssa.CallInstruction); ok {
				if obj := breakers.Callee(call); obj != nil && calls.FullName(obj) == "github.com/go-kit/kit/circuitbreaker.Gobreaker" {
					return call
				}
			}
		}
	}
	return nil
}

func message(out *verdict.Reporter, s breakers.Setting, run breakers.Run, from string) string {
	missing, wayOut := "no IsSuccessful (gobreaker has one from v0.5.0 on)", "take it to let context.Canceled and the caller's own mistakes pass"
	if s.Has("IsSuccessful") {
		missing, wayOut = "no IsSuccessful", "set IsSuccessful to let context.Canceled and the caller's own mistakes pass"
	}
	if s.Has("IsExcluded") {
		missing, wayOut = "neither IsSuccessful nor IsExcluded", "set IsExcluded for context.Canceled, and IsSuccessful for answers that are the caller's own mistake"
	}
	trips := "counts as a failure of the dependency, and six in a row open the breaker for everybody"
	if s.Object.Bounded("ReadyToTrip") {
		trips = "counts as a failure of the dependency, and helps to open the breaker for everybody"
	}
	return fmt.Sprintf("gobreaker.Settings has %s, and what Execute runs at %s (%s) ends when its caller gives up: that %s; %s",
		missing, out.At(run.Call.Pos()), from, trips, wayOut)
}
