package retrypost

import (
	"fmt"
	"regexp"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryPost.Name,
	Doc:      rules.RetryPost.Summary,
	URL:      rules.RetryPost.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for l := range r.Retries(out.Wanted) {
		if !ambiguous(l) {
			continue
		}
		for _, req := range r.Requests(l) {
			if req.Method != "POST" && req.Method != "PATCH" || req.Keyed || req.Touched || reads(l, req) || empty(r, l, req) {
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetryPost,
				Confidence: rules.Medium,
				Severity:   met.Severity(rules.RetryPost),
				At:         verdict.Position(req.Place()),
				Message: fmt.Sprintf("a %s is sent again after any error, %s, without an idempotency key: when only the answer was lost the server does it twice; set an Idempotency-Key made before the first attempt, or repeat only what was certainly not sent",
					req.Method, l.Cap.Times()),
				Path: []verdict.Step{{Pos: l.Pos, Text: "repeats it"}},
			})
		}
	}
	return nil, nil
}

// ambiguous reports whether an error that may hide a success goes back: not
// where only a refusal does (429, 503), or where something picks the errors.
func ambiguous(l *retries.Loop) bool {
	if len(l.Filtered) == 0 {
		return true
	}
	failed := false
	for _, a := range l.Calls {
		failed = failed || a.Errors
	}
	return failed && l.Transient() && l.Form != retries.Helped
}

// empty: the second request is made of a reader that the first has emptied, and
// does not leave (retrybody speaks of it).
func empty(r *retries.Result, l *retries.Loop, req retries.Request) bool {
	switch {
	case req.Body == nil || req.Renewed || r.Rewound(l, req.Body):
		return false
	case req.Fresh:
		return l.Invariant(req.Body)
	}
	return true
}

var reading = regexp.MustCompile(`(?i)search|query|list|find|lookup|get|fetch|read|valid|verif|check|token|login|auth|session|graphql|rpc|predict|embed|complet|render|translate|metric|log|trace|span|telemetry|push|write|ingest|upload|export|report|ping|health|heartbeat|register|refresh|sync|status|update|set|put|delete|remove|cancel|stop|sign`)

// reads: the address or the function says that doing it twice is like doing
// it once.
func reads(l *retries.Loop, req retries.Request) bool {
	for fn := l.Fn; fn != nil; fn = fn.Parent() {
		if reading.MatchString(fn.Name()) {
			return true
		}
	}
	return reading.MatchString(req.URL)
}
