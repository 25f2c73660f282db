package retryshared

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryShared.Name,
	Doc:      rules.RetryShared.Summary,
	URL:      rules.RetryShared.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for l := range r.Retries(out.Wanted) {
		if !l.Repeats("context.DeadlineExceeded") {
			continue
		}
		for _, a := range l.Calls {
			made, after := r.SharedTimeout(l, a)
			if made == nil {
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetryShared,
				Confidence: rules.High,
				Severity:   met.Severity(rules.RetryShared),
				At:         verdict.Position(made.Pos()),
				Message: fmt.Sprintf("one timeout%s is shared by all attempts of %s, and the loop repeats it after context.DeadlineExceeded: once the time is up every further attempt fails at once; make a context for each attempt inside the loop, and keep one with the time of all of them outside",
					after, a.Name()),
				Path: []verdict.Step{{Pos: l.Pos, Text: "repeats after the deadline has passed"}, {Pos: a.Pos(), Text: "is given the context that has ended"}},
			})
			break
		}
	}
	for _, c := range r.Covered() {
		if !out.Wanted(c.Client.Pos()) {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryShared,
			Confidence: confidence(c.Loop),
			Severity:   met.Severity(rules.RetryShared),
			At:         verdict.Position(c.Client.Pos()),
			Message:    covered(out, c),
			Path:       []verdict.Step{{Pos: c.Loop.Pos, Text: "sends the request again"}, {Pos: c.Attempt.Pos(), Text: "has no time of its own"}},
		})
	}
	return nil, nil
}

// confidence: a transport that stops when the time is up makes it the time of all
// attempts, as may be meant; one that goes on makes the others for nothing.
func confidence(l *retries.Loop) rules.Confidence {
	if l.Ctx.Listens || l.Ctx.Perhaps {
		return rules.Low
	}
	return rules.Medium
}

func covered(out *verdict.Reporter, c retries.Covered) string {
	limit, attempts := "Client.Timeout", "all attempts"
	if c.Timeout > 0 {
		limit = fmt.Sprintf("Client.Timeout of %s", durations.Short(c.Timeout))
	}
	if n := c.Loop.Cap.Attempts; n > 1 {
		attempts = fmt.Sprintf("all %d attempts", n)
	}
	return fmt.Sprintf("%s is for %s that RoundTrip makes (%s) and the waits between them together: the first one that hangs uses it up, and there is no second; give each attempt a timeout of its own inside RoundTrip", limit, attempts, out.At(c.Loop.Pos))
}
