package waitforready

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.WaitForReady.Name,
	Doc:      rules.WaitForReady.Summary,
	URL:      rules.WaitForReady.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, entries.Analyzer, obligations.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	needs := pass.ResultOf[obligations.Analyzer].(*obligations.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	dials(pass, met, out)
	for _, n := range needs.Needs {
		option, ok := needs.Patient(n)
		if !ok || n.Origin.State != contexts.NoDeadline || !n.Alone || !out.Wanted(n.Call.Pos()) {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.WaitForReady,
			Confidence: rules.High,
			Severity:   met.Severity(rules.WaitForReady),
			At:         option,
			Message: fmt.Sprintf("%s waits until there is a server, for ever if there is none: its context comes from %s and never gets a deadline; give it one with context.WithTimeout",
				n.Sink, n.Origin.Text),
			Path: []verdict.Step{{Pos: n.Origin.Pos, Text: "a context without a deadline"}},
		})
	}
	return nil, nil
}
