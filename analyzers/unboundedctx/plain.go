package unboundedctx

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/drivers"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// plain reports queries that take no context at all where there is none in
// scope either, run for requests or again and again, with a driver that has no
// limit of its own: once a package, at the first.
func plain(pass *analysis.Pass, met *calls.Result, on *entries.Result, out *verdict.Reporter) {
	if !pass.ResultOf[drivers.Analyzer].(*drivers.Result).Endless() || pools(pass) {
		return
	}
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	var first calls.Call
	kind, more := entries.Unknown, 0
	for _, c := range met.Calls {
		recv := c.Fn.Signature().Recv()
		if recv == nil || c.Row.Does != knowledge.Queries || !c.Row.Unbounded() || c.Row.Instead == "" || !out.Wanted(c.Pos()) {
			continue
		}
		switch calls.Named(recv.Type()) {
		case "database/sql.DB", "github.com/jmoiron/sqlx.DB":
		default:
			continue
		}
		call, ok := b.Call(c)
		if !ok {
			continue
		}
		k := on.Of(call)
		if _, scoped := scopes.At(pass, c.Expr); scoped || k <= entries.Stopping {
			continue // ctxvariant's, or nobody's
		}
		if first.Expr == nil {
			first, kind = c, k
		} else {
			more++
		}
	}
	if first.Expr == nil {
		return
	}
	others := ""
	if more > 0 {
		others = fmt.Sprintf("; %d more here do the same", more)
	}
	out.Report(pass, verdict.Verdict{
		Rule: rules.UnboundedCtx, Confidence: rules.Medium, At: first.Expr,
		Message: fmt.Sprintf("%s can wait for ever in a %s: it takes no context, and the driver has no limit of its own; use %s with a deadline%s",
			knowledge.Short(first.Row.Name), kind, first.Row.Instead, others),
	})
}

// pools reports whether the package limits its connections: what waits for one
// is poolwait's to report.
func pools(pass *analysis.Pass) bool {
	for id := range pass.TypesInfo.Uses {
		if id.Name == "SetMaxOpenConns" {
			return true
		}
	}
	return false
}
