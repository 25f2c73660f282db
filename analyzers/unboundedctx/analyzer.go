package unboundedctx

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/drivers"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.UnboundedCtx.Name,
	Doc:      rules.UnboundedCtx.Summary,
	URL:      rules.UnboundedCtx.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, drivers.Analyzer, entries.Analyzer, obligations.Analyzer, program.Analyzer, scopes.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	needs := pass.ResultOf[obligations.Analyzer].(*obligations.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	on := pass.ResultOf[entries.Analyzer].(*entries.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	if plain(pass, met, on, out); len(needs.Needs) == 0 {
		return nil, nil
	}
	p, _ := pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
	told := map[token.Pos]bool{}
	for grade := plainly; grade <= quietly; grade++ { // the one report for a context is not to be a note if it need not
		for _, n := range needs.Needs {
			if obligations.Stops(n.Row) {
				continue // shutdownwait's
			}
			if n.Origin.Root == contexts.Nil || !n.Alone || !out.Wanted(n.Call.Pos()) || others(p, n) || short(n) || graded(pass, on, n) != grade {
				continue
			}
			if n.Origin.State == contexts.Request {
				if route, ok := bare(on, n); ok && !told[n.Call.Pos()] {
					told[n.Call.Pos()] = true
					request(pass, out, needs, n, route)
				}
				continue
			}
			if at := place(needs, n, told); at != nil {
				v := finding(pass, p, n, on.Of(n.Call), at)
				switch v.Severity = met.Severity(rules.UnboundedCtx); {
				case grade == quietly && !out.Whole():
					v.Severity = rules.Note
				case grade == apart:
					v.Confidence = rules.Low
				}
				out.Report(pass, v)
			}
		}
	}
	return nil, nil
}

// place is where a need is reported; nil if it is another rule's, or told.
func place(needs *obligations.Result, n obligations.Need, told map[token.Pos]bool) analysis.Range {
	if n.Origin.State != contexts.NoDeadline {
		return nil
	}
	if class, _ := needs.Class(n); class != obligations.Loose {
		return nil
	}
	if _, ok := needs.Patient(n); ok {
		return nil // waitforready's
	}
	at := needs.Place(n)
	key := n.Origin.Pos // one report for each context that is made
	if n.Origin.Field != nil {
		key = n.Origin.Field.Pos()
	}
	if at == nil || told[at.Pos()] || told[key] {
		return nil
	}
	told[at.Pos()], told[key] = true, true
	return at
}

func finding(pass *analysis.Pass, p *program.Package, n obligations.Need, kind entries.Kind, at analysis.Range) verdict.Verdict {
	v := verdict.Verdict{
		Rule:       rules.UnboundedCtx,
		Confidence: rules.Medium,
		At:         at,
		Message:    message(pass, n, kind),
		Path:       []verdict.Step{{Pos: at.Pos(), Text: "a context without a deadline"}, {Pos: n.Call.Pos(), Text: "waits with it"}},
	}
	if kind > entries.Stopping && n.Row != nil && n.Origin.Field == nil {
		v.Confidence = rules.High
	}
	if n.Row != nil && (n.Row.Does == knowledge.Writes || strings.Contains(n.Row.Name, ".BeginTx")) {
		v.Confidence = rules.Low // a write waits only for a peer that has long stopped reading; statements wait, and not the start of a transaction
	}
	return v
}

func request(pass *analysis.Pass, out *verdict.Reporter, needs *obligations.Result, n obligations.Need, route token.Pos) {
	out.Report(pass, verdict.Verdict{
		Rule:       rules.UnboundedCtx,
		Confidence: rules.Medium,
		At:         needs.Place(n),
		Message: fmt.Sprintf("%s can wait for as long as the client does: its context is the request's, and neither the route (%s) nor its server sets a deadline; give it one with context.WithTimeout",
			n.Reach(), out.At(route)),
		Path: []verdict.Step{{Pos: route, Text: "the route has no deadline"}, {Pos: n.Call.Pos(), Text: "waits with the request's context"}},
	})
}

func message(pass *analysis.Pass, n obligations.Need, kind entries.Kind) string {
	root := n.Origin.Text
	if n.Origin.Field != nil {
		at := pass.Fset.Position(n.Origin.Pos)
		root = fmt.Sprintf("%s at %s:%d, kept in %s,", root, filepath.Base(at.Filename), at.Line, n.Origin.Field.Name())
	}
	where := ""
	if kind > entries.Stopping {
		where = " in a " + kind.String()
	}
	return fmt.Sprintf("%s can wait for ever%s: its context comes from %s and never gets a deadline; give it one with context.WithTimeout", n.Reach(), where, root)
}
