package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/passes/gaps"
)

// Cost tells in one line what a run cost.
func Cost(s driver.Stats) string {
	ms := func(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
	leftOut := ""
	if s.LeftOut > 0 {
		leftOut = fmt.Sprintf(", %d parts of others left out", s.LeftOut)
	}
	if s.WholeRun {
		return fmt.Sprintf("nothing has changed%s; go command %d runs, total %v", leftOut, s.GoCommands, ms(s.Wall))
	}
	return fmt.Sprintf("%d packages analysed, %d loaded for facts, %d known, %d skipped%s, %d taken apart; outside: %d from source, %d read; go command %v (%d runs), outside %v, check %v, analysis %v, total %v; %d MB allocated; %d facts, median %d bytes, largest %d bytes %s",
		s.Analyzed, s.Project-s.Analyzed-s.Reused, s.Reused, s.Skipped, leftOut, s.Bodies, s.External, s.Imported,
		ms(s.List), s.GoCommands, ms(s.Load), ms(s.Check), ms(s.Analyze), ms(s.Wall), s.Allocated/1e6,
		s.Facts.Count, s.Facts.MedianBytes, s.Facts.LargestBytes, s.Facts.Largest)
}

// Gaps tells how many waits nothing is known of, and why: a line each.
func Gaps(g gaps.Result) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%d waits: %d with a bound, %d without, %d unknown", g.Bounded+g.Unbounded+g.Unknown, g.Bounded, g.Unbounded, g.Unknown)
	for _, r := range g.Reasons {
		fmt.Fprintf(&out, "\n%7d %s", r.Count, r.Why)
	}
	return out.String()
}
