package poolwait

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts/holders"
	"github.com/timeoutlint/timeoutlint/passes/drivers"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.PoolWait.Name,
	Doc:      rules.PoolWait.Summary,
	URL:      rules.PoolWait.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, drivers.Analyzer, entries.Analyzer, scopes.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	on := pass.ResultOf[entries.Analyzer].(*entries.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	light := pass.ResultOf[drivers.Analyzer].(*drivers.Result).Light()
	told := map[token.Pos]bool{}
	for _, c := range met.Calls {
		recv := c.Fn.Signature().Recv()
		if recv == nil || calls.Named(recv.Type()) != "database/sql.DB" || c.Row.Does != knowledge.Queries || !c.Row.Unbounded() || light {
			continue
		}
		call, ok := b.Call(c)
		if !ok || !out.Wanted(c.Pos()) {
			continue
		}
		if kind := on.Of(call); kind == entries.StartUp || kind == entries.Stopping {
			continue
		}
		pool := holders.PoolOf(b.Program, call.Common().Args[0])
		limit, n := pool.Limit, pool.Most
		if n == 0 || told[limit.Pos()] {
			continue
		}
		if _, ok := scopes.At(pass, c.Expr); ok {
			continue // ctxvariant's
		}
		told[limit.Pos()] = true
		out.Report(pass, verdict.Verdict{
			Rule:       rules.PoolWait,
			Confidence: rules.Medium,
			Severity:   met.Severity(rules.PoolWait),
			At:         c,
			Message: fmt.Sprintf("%s waits for one of %d connections (%s) with nothing to end the wait: while others hold them it waits for ever; use %s with a deadline",
				knowledge.Short(c.Row.Name), n, out.At(limit.Pos()), c.Row.Instead),
			Path: []verdict.Step{{Pos: limit.Pos(), Text: "the limit"}},
		})
	}
	return nil, nil
}
