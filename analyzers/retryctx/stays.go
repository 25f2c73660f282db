package retryctx

import (
	"fmt"
	"go/token"

	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// stays finds a counted loop that hears of the end of its context and goes on:
// a break leaves the select, not the loop. One without a count is hotloop's.
func stays(l *retries.Loop, ctx string) (at token.Pos, message string) {
	if l.Cap.Kind != retries.Counter || l.Cap.Attempts == 2 {
		return 0, ""
	}
	for _, idle := range l.Idles() {
		if idle.Kind != retries.AfterDone {
			continue
		}
		more := "the loop makes its other attempts"
		if n := l.Cap.Attempts; n > 2 {
			more = fmt.Sprintf("the loop makes up to %d more attempts", n-1)
		}
		return idle.Pos, fmt.Sprintf("this case leaves the select, not the loop: when %s has ended %s with it; return %s.Err()", ctx, more, ctx)
	}
	return 0, ""
}
