package poolwait

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts/holders"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/durations"
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
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, entries.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	on := pass.ResultOf[entries.Analyzer].(*entries.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	if obligations.Light(pass.Pkg) {
		return nil, nil
	}
	told := map[token.Pos]bool{}
	for _, c := range met.Calls {
		recv := c.Fn.Signature().Recv()
		if recv == nil || calls.Named(recv.Type()) != "database/sql.DB" || c.Row.Does != knowledge.Queries || !c.Row.Unbounded() {
			continue
		}
		call, ok := b.Call(c)
		if !ok || !out.Wanted(c.Pos()) {
			continue
		}
		if kind := on.Of(call); kind == entries.StartUp || kind == entries.Stopping {
			continue
		}
		limit, n, ok := limited(b, call.Common().Args[0])
		if !ok || told[limit.Pos()] {
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

// limited is the SetMaxOpenConns of the pool that a query uses, if the pool is
// made in sight and the limit is a number.
func limited(b *bounds.Result, db ssa.Value) (ssa.CallInstruction, int64, bool) {
	makers, ok := holders.Makers(b.Program, db)
	if !ok {
		return nil, 0, false
	}
	for _, made := range makers {
		for _, ref := range *made.Referrers() {
			v, ok := ref.(ssa.Value)
			if !ok || v.Referrers() == nil || calls.Named(v.Type()) != "database/sql.DB" {
				continue
			}
			for _, use := range *v.Referrers() {
				call, ok := use.(ssa.CallInstruction)
				if !ok || call.Common().StaticCallee() == nil || call.Common().StaticCallee().Name() != "SetMaxOpenConns" {
					continue
				}
				n, exact := durations.Of(call.Common().Args[1], nil).Exact()
				return call, n, exact && n > 0
			}
		}
	}
	return nil, 0, false
}
