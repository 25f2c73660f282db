package retrypublish

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryPublish.Name,
	Doc:      rules.RetryPublish.Summary,
	URL:      rules.RetryPublish.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for l, a := range r.Blind(out.Wanted) {
		if !r.Confirmed(a) || l.Keyed(a) {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryPublish,
			Confidence: rules.Medium,
			Severity:   met.Severity(rules.RetryPublish),
			At:         verdict.Position(a.Pos()),
			Message: fmt.Sprintf("%s publishes the message again after any error, %s: when only the confirmation was lost it is there twice; give it an id made before the first attempt, by which the broker or the consumers know it again",
				a.Name(), l.Cap.Times()),
			Path: []verdict.Step{{Pos: l.Pos, Text: "repeats it"}},
		})
	}
	return nil, nil
}
