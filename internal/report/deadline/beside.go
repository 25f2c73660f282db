package deadline

import (
	"fmt"

	"github.com/timeoutlint/timeoutlint/internal/link"
)

// besides says what a file beside the code sets for an entry, but for the time that
// is the entry's budget: that has its line.
func besides(b link.Beside, e link.Entry) string {
	if b.Shown == "" && (e.Use.Kind == link.Bounded && e.Use.Place == b.Place || e.Cancel.Kind == link.Bounded && e.Cancel.Place == b.Place) && b.Attempts < 2 {
		return ""
	}
	what := ""
	switch b.Kind {
	case "try":
		what = " for each try"
	case "idle":
		what = " without a byte"
	case "header":
		what = " without the head of an answer"
	}
	verb := "waits"
	if b.Kind == "stop" {
		verb, what = "is killed", " after it is told to stop"
	}
	line := fmt.Sprintf("%s %s %s%s: %s", b.Who, verb, short(b.D), what, place(b.Place))
	if b.Default {
		line += ", its default"
	}
	if b.Attempts > 1 {
		line += fmt.Sprintf("; it may send a request up to %d times", b.Attempts)
	}
	if b.Shown != "" {
		line += "; not held against the code: " + b.Shown
	}
	return line
}
