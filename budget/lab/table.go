package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/timeoutlint/timeoutlint/budget/lab/bench"
)

// published are the figures of the publication, which had the closed loop; a
// negative figure was not given.
var published = map[string]struct{ calls, ok, failed, timeouts, processed, maxInFlight, left int }{
	"A": {-1, 513, -1, 0, -1, 6, -1},
	"B": {690, 0, -1, -1, 573, 213, 117},
	"C": {-1, 362, 53, -1, -1, 91, -1},
	"D": {-1, 519, -1, 0, -1, 6, -1},
}

// writeTable prints one line a variant; below it, if compare is set, what was
// published.
func writeTable(w io.Writer, variants []bench.Variant, results []bench.Result, compare bool) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...any) {
		for _, c := range cells {
			if c == -1 {
				c = ""
			}
			fmt.Fprintf(tw, "%v\t", c)
		}
		fmt.Fprintln(tw)
	}
	row("", "calls", "ok", "failed", "timeouts", "worked", "dropped", "queue max", "left")
	for i, v := range variants {
		r := results[i]
		row(v.Name, r.Calls, r.OK, r.Failed, r.Timeouts, r.Processed, r.Dropped, r.MaxInFlight, r.Unfinished)
		if p, ok := published[v.Name]; ok && compare {
			row("published", p.calls, p.ok, p.failed, p.timeouts, p.processed, "", p.maxInFlight, p.left)
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	var legend strings.Builder
	for _, v := range variants {
		fmt.Fprintf(&legend, "%s  %s\n", v.Name, v.What)
	}
	_, err := fmt.Fprintf(w, "\n%s", legend.String())
	return err
}
