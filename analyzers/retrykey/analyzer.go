package retrykey

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/idempotency"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryKey.Name,
	Doc:      rules.RetryKey.Summary,
	URL:      rules.RetryKey.URL(),
	Requires: []*analysis.Analyzer{idempotency.Analyzer, calls.Analyzer, places.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, key := range pass.ResultOf[idempotency.Analyzer].(*idempotency.Result).Renewed {
		if !out.Wanted(key.Made) {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryKey,
			Confidence: rules.High,
			Severity:   met.Severity(rules.RetryKey),
			At:         verdict.Position(key.Made),
			Message: fmt.Sprintf("%s is made anew for every attempt (%s), %s: to the server each one is another request, and a lost answer is done twice; make it once, before the first attempt",
				key.Key.Name, key.Key.From.Fresh, key.Loop.Cap.Times()),
			Path: []verdict.Step{{Pos: key.Loop.Pos, Text: "is the first of the attempts"}},
			Fix:  fix(pass, key.Loop, key.Made),
		})
	}
	return nil, nil
}
