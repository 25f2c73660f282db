package detachedctx

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.DetachedCtx.Name,
	Doc:      rules.DetachedCtx.Summary,
	URL:      rules.DetachedCtx.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, obligations.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	needs := pass.ResultOf[obligations.Analyzer].(*obligations.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	severity := met.Severity(rules.DetachedCtx)
	told := map[string]bool{}
	for _, n := range needs.Needs {
		if n.Origin.State != contexts.NoDeadline || !n.Alone || n.Web && n.Row != nil || n.Origin.Field != nil || obligations.Stops(n.Row) || !out.Wanted(n.Call.Pos()) {
			continue
		}
		class, _ := needs.Class(n)
		at := needs.Place(n)
		if class != obligations.Apart || at == nil {
			continue
		}
		key := fmt.Sprint(at.Pos())
		if told[key] {
			continue
		}
		told[key] = true
		v := verdict.Verdict{
			Rule:       rules.DetachedCtx,
			Confidence: rules.Medium,
			Severity:   severity,
			At:         at,
			Message: fmt.Sprintf("%s can wait for ever: its context is detached by %s and has no deadline of its own; put context.WithTimeout around it",
				n.Reach(), n.Origin.Text),
			Path: []verdict.Step{{Pos: at.Pos(), Text: "detached here"}, {Pos: n.Call.Pos(), Text: "waits with it"}},
		}
		if n.Origin.Root == contexts.Detached {
			v.Confidence = rules.High
		}
		out.Report(pass, v)
	}
	return nil, nil
}
