package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/inventory"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	timeouts "github.com/timeoutlint/timeoutlint/passes/inventory"
	"github.com/timeoutlint/timeoutlint/passes/shown"
)

// Inventory is what the command budgets may print.
type Inventory struct {
	Rows    []inventory.Row // in the order to print
	Fits    []inventory.Fit // nil unless a latency profile was given
	Skipped []driver.Skipped
}

// Table prints the timeouts as a table and, below it, each measured dependency.
func (inv Inventory) Table(w io.Writer) error {
	inv = shown.Deep(inv)
	out := bufio.NewWriter(w)
	if err := rows(out, inv.Rows); err != nil {
		return err
	}
	if len(inv.Rows) > 0 && len(inv.Fits) > 0 {
		fmt.Fprintln(out)
	}
	if err := inv.Measured(out); err != nil {
		return err
	}
	return out.Flush()
}

// Measured prints each measured dependency with the timeouts that belong to it.
func (inv Inventory) Measured(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, f := range inv.Fits {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := fit(out, f); err != nil {
			return err
		}
	}
	if judged, off := misfits(inv.Fits); judged > 0 {
		fmt.Fprintf(out, "\n%d of %s no longer fit what was measured.\n", off, count(judged, "timeout"))
	}
	return out.Flush()
}

// rows prints the timeouts, and no spaces where there is no function.
func rows(w io.Writer, list []inventory.Row) error {
	if len(list) == 0 {
		return nil
	}
	var text bytes.Buffer
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "PLACE\tSTAGE\tVALUE\tWHAT\tFUNCTION")
	for _, r := range list {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", place(r), r.Stage, Value(r), What(r), r.Function)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// misfits counts the timeouts that were judged, and those that do not fit.
func misfits(fits []inventory.Fit) (judged, off int) {
	for _, f := range fits {
		for _, j := range f.Judgements {
			if j.Verdict != inventory.Unjudged {
				judged++
			}
			if j.Verdict.Misfit() {
				off++
			}
		}
	}
	return judged, off
}

func fit(w io.Writer, f inventory.Fit) error {
	fmt.Fprintf(w, "%s: %s, %s; p50 %s, p95 %s, p99 %s, p99.9 %s\n", f.Name, count(int(min(f.Count, 1<<62)), "attempt"),
		count(int(min(f.Timeouts, 1<<62)), "timeout"), measured(f.P50), measured(f.P95), measured(f.P99), measured(f.P999))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, j := range f.Judgements {
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\n", place(j.Row), j.Row.Stage, Value(j.Row), What(j.Row), j.Text)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(f.Judgements) == 0 {
		fmt.Fprintln(w, "  no timeout in the code belongs to it")
	}
	var worth []string
	if f.Floor > 0 {
		worth = append(worth, "a floor of "+durations.Short(f.Floor))
	}
	if f.Ceiling > 0 {
		worth = append(worth, "a ceiling of "+durations.Short(f.Ceiling))
	}
	if len(worth) > 0 {
		fmt.Fprintf(w, "  worth having: %s\n", strings.Join(worth, " and "))
	}
	for _, note := range f.Notes {
		fmt.Fprintf(w, "  %s\n", note)
	}
	return nil
}

func place(r inventory.Row) string { return fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Column) }

// Value says what the wait is bounded by, and how that came to be where the
// code does not say it.
func Value(r inventory.Row) string {
	text := r.Value.String()
	switch {
	case r.Value.Kind == timeouts.Never:
		text = "none"
	case r.Value.Kind == timeouts.Inherited:
		text = "another's"
	case r.Value.Kind == timeouts.Exact && r.Value.Lo <= 0:
		text += " (at once)"
	}
	switch r.How {
	case timeouts.Default:
		text += " (not set)"
	case timeouts.Preset, timeouts.BuiltIn:
		text += " (" + string(r.How) + ")"
	}
	return text
}

// What is the knob, with the dependencies it belongs to.
func What(r inventory.Row) string {
	text := timeouts.Short(r.What)
	if len(r.Dependencies) > 0 {
		text += " of " + strings.Join(r.Dependencies, ", ")
	}
	return text
}

// measured prints a measured time with three digits.
func measured(d time.Duration) string {
	unit := time.Microsecond
	for d >= 1000*unit {
		unit *= 10
	}
	return durations.Short(d.Round(unit))
}
