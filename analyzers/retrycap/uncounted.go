package retrycap

import (
	"fmt"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// uncounted speaks of a limit that some failures pass by.
func uncounted(met *calls.Result, l *retries.Loop, a *retries.Attempt, sure bool) verdict.Verdict {
	v := verdict.Verdict{Rule: rules.RetryCap, Confidence: rules.Low, Severity: met.Severity(rules.RetryCap), At: verdict.Position(l.Pos), About: l.Pos,
		Path: []verdict.Step{{Pos: a.Pos(), Text: "is made again without being counted"}}}
	if sure {
		v.Confidence = rules.Medium
	}
	limit := "the limit of attempts"
	if n := l.Cap.Attempts; n > 0 {
		limit = fmt.Sprintf("the limit of %d attempts", n)
	}
	v.Message = fmt.Sprintf("some failures of %s go back to it without being counted: while those come, %s is never reached; count every attempt, or give all of them a deadline", a.Name(), limit)
	return v
}
