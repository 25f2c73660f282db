package retrypublish

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/idempotency"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryPublish.Name,
	Doc:      rules.RetryPublish.Summary,
	URL:      rules.RetryPublish.URL(),
	Requires: []*analysis.Analyzer{idempotency.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, again := range pass.ResultOf[idempotency.Analyzer].(*idempotency.Result).Repeats {
		if again.Act.Kind != idempotency.Message || !out.Wanted(again.Pos) {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryPublish,
			Confidence: rules.Medium,
			Severity:   met.Severity(rules.RetryPublish),
			At:         verdict.Position(again.Pos),
			Message: fmt.Sprintf("%s publishes the message again after %s, %s%s: when only the confirmation was lost it is there twice; give it an id made before the first attempt, by which the broker or the consumers know it again",
				again.Act.Call, again.Act.Again.After, again.Act.Again.Times, again.By()),
			Path: again.Path(),
		})
	}
	return nil, nil
}
