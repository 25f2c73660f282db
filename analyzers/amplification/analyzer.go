package amplification

import (
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.Amplification.Name,
	Doc:      rules.Amplification.Summary,
	URL:      rules.Amplification.URL(),
	Requires: []*analysis.Analyzer{budgets.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	severity := pass.ResultOf[calls.Analyzer].(*calls.Result).Severity(rules.Amplification)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, v := range pass.ResultOf[budgets.Analyzer].(*budgets.Result).Verdicts(pass, rules.Amplification, severity) {
		out.Report(pass, v)
	}
	return nil, nil
}
