package retryrpc

import (
	"fmt"
	"regexp"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/idempotency"
	"github.com/timeoutlint/timeoutlint/passes/tries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryRPC.Name,
	Doc:      rules.RetryRPC.Summary,
	URL:      rules.RetryRPC.URL(),
	Requires: []*analysis.Analyzer{idempotency.Analyzer, tries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, again := range pass.ResultOf[idempotency.Analyzer].(*idempotency.Result).Repeats {
		if !out.Wanted(again.Pos) {
			continue
		}
		var text string
		switch a := again.Act; {
		case a.Kind == idempotency.Remote && acts.MatchString(a.Harm):
			text = fmt.Sprintf("%s is called again after %s, %s%s, and its request has no id: when only the answer was lost the server does it twice; give the request an id made before the first attempt, or repeat only what was certainly not done",
				a.Call, a.Again.After, a.Again.Times, again.By())
		case a.Kind == idempotency.Object:
			text = fmt.Sprintf("%s is called again after %s, %s%s, each time under another name: when only the answer was lost the object is there twice; make the name before the first attempt, so that the second is refused as existing",
				a.Call, a.Again.After, a.Again.Times, again.By())
		default:
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryRPC,
			Confidence: rules.Medium,
			Severity:   met.Severity(rules.RetryRPC),
			At:         verdict.Position(again.Pos),
			Message:    text,
			Path:       again.Path(),
		})
	}
	policies(pass, out)
	return nil, nil
}

// acts: the name of a method that does something each time it is called.
var acts = regexp.MustCompile(`^(Create|Add|Insert|Append|Send|Charge|Pay|Transfer|Refund|Capture|Increment|Decrement|Enqueue|Publish|Submit|Place|Withdraw|Deposit|Issue|Post)([A-Z].*)?$`)
