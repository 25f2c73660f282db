package retrybreaker

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryBreaker.Name,
	Doc:      rules.RetryBreaker.Summary,
	URL:      rules.RetryBreaker.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for l := range pass.ResultOf[retries.Analyzer].(*retries.Result).Retries(out.Wanted) {
		if len(l.Filtered) > 0 {
			continue
		}
		for _, a := range l.Calls {
			if !guarded(a) {
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetryBreaker,
				Confidence: rules.Medium,
				Severity:   met.Severity(rules.RetryBreaker),
				At:         verdict.Position(a.Pos()),
				Message: fmt.Sprintf("%s is repeated after every error, %s, also when the breaker is open and refuses: the attempts are used up in microseconds and the breaker's pause is for nothing; stop at the breaker's own errors, or put the retry inside the breaker",
					a.Name(), l.Cap.Times()),
				Path: []verdict.Step{{Pos: l.Pos, Text: "repeats it"}},
			})
		}
	}
	return nil, nil
}

var breaker = regexp.MustCompile(`(?i)breaker|hystrix`)

// guarded: a call through a circuit breaker.
func guarded(a *retries.Attempt) bool {
	if a.Fn == nil || a.Fn.Pkg() == nil || a.Fn.Signature().Recv() == nil && !strings.Contains(a.Fn.Pkg().Path(), "hystrix") {
		return false
	}
	switch a.Fn.Name() {
	case "Execute", "Do", "DoC", "Call", "CallContext", "Run":
		return breaker.MatchString(a.Fn.Pkg().Path()) || breaker.MatchString(a.Fn.FullName())
	}
	return false
}
