package retrypost

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/idempotency"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryPost.Name,
	Doc:      rules.RetryPost.Summary,
	URL:      rules.RetryPost.URL(),
	Requires: []*analysis.Analyzer{idempotency.Analyzer, retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, again := range pass.ResultOf[idempotency.Analyzer].(*idempotency.Result).Repeats {
		if again.Act.Kind != idempotency.Post || !out.Wanted(again.Pos) || again.Act.Reads() || emptied(r, again) {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryPost,
			Confidence: rules.Medium,
			Severity:   met.Severity(rules.RetryPost),
			At:         verdict.Position(again.Pos),
			Message: fmt.Sprintf("a %s is sent again after %s, %s%s, without an idempotency key: when only the answer was lost the server does it twice; set an Idempotency-Key made before the first attempt, or repeat only what was certainly not sent",
				again.Act.Method(), again.Act.Again.After, again.Act.Again.Times, again.By()),
			Path: again.Path(),
		})
	}
	return nil, nil
}

// emptied: the second request is made of a reader that the first has emptied, and
// does not leave (retrybody speaks of it).
func emptied(r *retries.Result, again idempotency.Repeat) bool {
	if again.Loop == nil {
		return false
	}
	for _, req := range r.Requests(again.Loop) {
		if req.Sent.Pos() != again.Pos || req.Body == nil || req.Renewed || r.Rewound(again.Loop, req.Body) {
			continue
		}
		if !req.Fresh || again.Loop.Invariant(req.Body) {
			return true
		}
	}
	return false
}
