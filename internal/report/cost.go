package report

import (
	"fmt"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/driver"
)

// Cost tells in one line what a run cost.
func Cost(s driver.Stats) string {
	ms := func(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
	return fmt.Sprintf("%d packages analysed, %d loaded for facts, %d external, %d skipped; go command %v (%d runs), external %v, check %v, analysis %v, total %v; %d facts, median %d bytes, largest %d bytes %s",
		s.Analyzed, s.Project-s.Analyzed, s.External, s.Skipped, ms(s.List), s.GoCommands, ms(s.Load), ms(s.Check), ms(s.Analyze), ms(s.Wall),
		s.Facts.Count, s.Facts.MedianBytes, s.Facts.LargestBytes, s.Facts.Largest)
}
