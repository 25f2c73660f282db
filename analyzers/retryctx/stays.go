package retryctx

import (
	"fmt"
	"go/token"

	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// stays finds a loop that hears of the end of its context and goes on:
// a break leaves the select, not the loop. One that does nothing else is hotloop's.
func stays(l *retries.Loop, ctx string) (at token.Pos, message string) {
	if l.Cap.Kind != retries.Counter && l.Cap.Kind != retries.Endless || l.Cap.Attempts == 2 {
		return 0, ""
	}
	for _, idle := range l.Idles() {
		if idle.Kind != retries.AfterDone || idle.Whole {
			continue
		}
		more := "the loop makes its other attempts"
		if l.Cap.Kind == retries.Endless {
			more = "the loop goes on for ever"
		}
		if n := l.Cap.Attempts; n > 2 {
			more = fmt.Sprintf("the loop makes up to %d more attempts", n-1)
		}
		return idle.Pos, fmt.Sprintf("this case leaves the select, not the loop: when %s has ended %s with it; return %s.Err()", ctx, more, ctx)
	}
	return 0, ""
}
