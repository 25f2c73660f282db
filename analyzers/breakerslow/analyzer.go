package breakerslow

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/breakers"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BreakerSlow.Name,
	Doc:      rules.BreakerSlow.Summary,
	URL:      rules.BreakerSlow.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, obligations.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	needs := pass.ResultOf[obligations.Analyzer].(*obligations.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	told := map[ssa.CallInstruction]bool{}
	for _, setting := range breakers.Settings(b) {
		for _, r := range breakers.Runs(b, setting) {
			wait, at, ok := unbounded(b, met, needs, r.Func)
			if !ok || told[r.Call] || !out.Wanted(r.Call.Pos()) {
				continue
			}
			told[r.Call] = true
			out.Report(pass, verdict.Verdict{
				Rule:       rules.BreakerSlow,
				Confidence: rules.Medium,
				At:         verdict.Position(r.Call.Pos()),
				Message:    fmt.Sprintf("the breaker never sees that its dependency is slow: %s at %s can wait for ever, and what hangs is not counted; give the call a deadline", wait, out.At(at.Pos())),
				Path:       []verdict.Step{{Pos: at.Pos(), Text: "waits without a bound"}},
			})
		}
	}
	return nil, nil
}

// unbounded is a call in the function that a breaker runs that nothing ends.
func unbounded(b *bounds.Result, met *calls.Result, needs *obligations.Result, fn *ssa.Function) (string, ssa.CallInstruction, bool) {
	for _, n := range needs.Needs {
		if n.Call.Parent() == fn && n.Alone && n.Origin.State == contexts.NoDeadline {
			return n.Sink, n.Call, true
		}
	}
	for _, c := range met.Calls {
		call, ok := b.Call(c)
		if !ok || call.Parent() != fn {
			continue
		}
		switch c.Row.Does {
		case knowledge.Requests, knowledge.Queries, knowledge.Dials:
			if b.Ends(call, c.Row).State == bounds.Never {
				return knowledge.Short(c.Row.Name), call, true
			}
		}
	}
	return "", nil, false
}
