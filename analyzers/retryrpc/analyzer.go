package retryrpc

import (
	"fmt"
	"regexp"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/tries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryRPC.Name,
	Doc:      rules.RetryRPC.Summary,
	URL:      rules.RetryRPC.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, tries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for l, a := range pass.ResultOf[retries.Analyzer].(*retries.Result).Blind(out.Wanted) {
		if !a.RPC() || !acts.MatchString(a.Fn.Name()) || l.Keyed(a) {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryRPC,
			Confidence: rules.Medium,
			Severity:   met.Severity(rules.RetryRPC),
			At:         verdict.Position(a.Pos()),
			Message: fmt.Sprintf("%s is called again after any error, %s, and its request has no id: when only the answer was lost the server does it twice; give the request an id made before the first attempt, or repeat only what was certainly not done",
				a.Name(), l.Cap.Times()),
			Path: []verdict.Step{{Pos: l.Pos, Text: "repeats it"}},
		})
	}
	policies(pass, out)
	return nil, nil
}

// acts: the name of a method that does something each time it is called.
var acts = regexp.MustCompile(`^(Create|Add|Insert|Append|Send|Charge|Pay|Transfer|Refund|Capture|Increment|Decrement|Enqueue|Publish|Submit|Place|Withdraw|Deposit|Issue|Post)([A-Z].*)?$`)
