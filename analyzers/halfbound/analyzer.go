package halfbound

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.HalfBound.Name,
	Doc:      rules.HalfBound.Summary,
	URL:      rules.HalfBound.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	report := func(at analysis.Range, message string, path ...verdict.Step) {
		out.Report(pass, verdict.Verdict{Rule: rules.HalfBound, Confidence: rules.Medium, Severity: met.Severity(rules.HalfBound), At: at, Message: message, Path: path})
	}
	for _, o := range b.Objects {
		if used, set, ok := early(o); ok {
			report(verdict.Position(used.Call.Pos()),
				fmt.Sprintf("%s waits on the connection before its deadline is set at %s: a server that accepts and says nothing holds it for ever; set the deadline first",
					knowledge.Short(calls.FullName(used.Fn)), out.At(set.Pos())), verdict.Step{Pos: set.Pos(), Text: "the deadline"})
		}
		for _, field := range limits[o.Type] {
			set, use, ok := skipped(b, o, field)
			if !ok {
				continue
			}
			report(verdict.Position(o.Pos),
				fmt.Sprintf("%s gets its %s at %s on one path only: the call at %s is reached without it too; set it before the branch",
					knowledge.Short(o.Type), field, out.At(set.Pos()), out.At(use.Pos())),
				verdict.Step{Pos: set.Pos(), Text: "bounded here"}, verdict.Step{Pos: use.Pos(), Text: "reached by the other path too"})
		}
	}
	for _, c := range met.Calls {
		call, ok := b.Call(c)
		if !ok || c.Row.CtxArg() < 0 || c.Row.Does.Lifecycle() {
			continue
		}
		ctx := bounds.Argument(call, c.Row.CtxArg())
		if ctx == nil {
			continue
		}
		if o := contexts.Of(b.Program, ctx); o.State == contexts.Mixed && chosenBlindly(ctx) {
			report(c, fmt.Sprintf("%s is bounded on one path only: on the other its context (%s) has no deadline; make the deadline before the branch",
				knowledge.Short(c.Row.Name), o.Text), verdict.Step{Pos: o.Pos, Text: "no deadline on this path"})
		}
		if later := afterwards(b, call, c.Row); later != nil {
			report(c, fmt.Sprintf("%s waits without a deadline, which is made only afterwards (%s): make it before the first call that blocks",
				knowledge.Short(c.Row.Name), out.At(later.Pos())), verdict.Step{Pos: later.Pos(), Text: "the deadline"})
		}
	}
	return nil, nil
}

// limits are the fields whose absence leaves the whole wait unbounded.
var limits = map[string][]string{
	"net/http.Client": {"Timeout"},
	"net.Dialer":      {"Timeout"},
}

// skipped looks for a limit that is set in a branch which the use does not
// need to pass, where the branch has nothing to do with time.
func skipped(b *bounds.Result, o *bounds.Object, field string) (set, use ssa.Instruction, ok bool) {
	if o.Kind != bounds.MadeHere || o.In == nil {
		return nil, nil, false
	}
	var writes []ssa.Instruction
	for _, w := range o.Writes(field) {
		if w.Instr.Parent() != o.In || bounds.AboutTime(bounds.Choice(w.Instr)) {
			return nil, nil, false
		}
		writes = append(writes, w.Instr)
	}
	if len(writes) == 0 {
		return nil, nil, false
	}
	for _, u := range o.Uses {
		if u.Row == nil || u.Call.Parent() != o.In || u.Arg != knowledge.Receiver || b.Ends(u.Call, without(u.Row, field)).State != bounds.Never {
			continue
		}
		if bounds.Avoids(o.Origin, u.Call, writes) {
			return writes[0], u.Call, true
		}
	}
	return nil, nil, false
}

// without is the row as it stands where the limit is not set.
func without(row *knowledge.Call, field string) *knowledge.Call {
	out := *row
	out.Bound = nil
	for _, bound := range row.Bound {
		if bound.Kind() != "field" {
			out.Bound = append(out.Bound, bound)
		}
	}
	return &out
}

// chosenBlindly reports whether the branch that bounds a context does not ask
// for a time.
func chosenBlindly(ctx ssa.Value) bool {
	phi, ok := ctx.(*ssa.Phi)
	if !ok {
		return false
	}
	for _, edge := range phi.Edges {
		if extract, ok := edge.(*ssa.Extract); ok {
			if made, ok := extract.Tuple.(*ssa.Call); ok {
				cond := bounds.Choice(made)
				return cond != nil && !bounds.AboutTime(cond)
			}
		}
	}
	return false
}
