package budgethop

import (
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BudgetHop.Name,
	Doc:      rules.BudgetHop.Summary,
	URL:      rules.BudgetHop.URL(),
	Requires: []*analysis.Analyzer{budgets.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	severity := pass.ResultOf[calls.Analyzer].(*calls.Result).Severity(rules.BudgetHop)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, v := range pass.ResultOf[budgets.Analyzer].(*budgets.Result).Verdicts(pass, rules.BudgetHop, severity) {
		out.Report(pass, v)
	}
	return nil, nil
}
