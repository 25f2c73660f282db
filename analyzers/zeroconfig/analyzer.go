package zeroconfig

import (
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/fields"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.ZeroConfig.Name,
	Doc:      rules.ZeroConfig.Summary,
	URL:      rules.ZeroConfig.URL(),
	Requires: []*analysis.Analyzer{fields.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	severity := pass.ResultOf[calls.Analyzer].(*calls.Result).Severity(rules.ZeroConfig)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	own := pass.ResultOf[fields.Analyzer].(*fields.Result)
	for _, read := range fields.Never([]*fields.Result{own}, false) {
		out.Report(pass, verdict.Verdict{
			Rule:       rules.ZeroConfig,
			Confidence: rules.Medium,
			Severity:   severity,
			At:         verdict.Position(budgets.Pos(pass, read.Place)),
			Message:    read.Message(),
		})
	}
	return nil, nil
}
