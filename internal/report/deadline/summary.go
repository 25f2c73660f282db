package deadline

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/link"
	timeouts "github.com/timeoutlint/timeoutlint/passes/inventory"
)

// figures are what a report comes to, in numbers.
type figures struct {
	Entries, Budgeted int // the entries whose budget is known
	Dependencies      int
	Broken            int      // entries whose budget does not hold
	Rules, Others     []string // what breaks budgets, and what else was found, and how often: "overbudget 2"
	Most              link.Call
	MostEntry         string // that makes the most calls to one dependency
	Timeouts          int
	Never, Unknown    int // of the timeouts
	Unseen            int // kinds of things that could not be seen
}

func (r Report) figures() figures {
	f := figures{Entries: len(r.Tree.Entries), Dependencies: len(r.Tree.Dependencies), Timeouts: len(r.Inventory.Rows), Unseen: len(r.Tree.Unknown)}
	broken, others := map[string]int{}, map[string]int{}
	for _, e := range r.Tree.Entries {
		if _, ok := e.Budget(); ok {
			f.Budgeted++
		}
		if !holds(e) {
			f.Broken++
		}
		for _, b := range e.Breaks {
			if breaks(b) {
				broken[b.Rule]++
			} else {
				others[b.Rule]++
			}
		}
		for _, c := range e.Calls {
			if !pause(c) && most(c.Total) > most(f.Most.Total) {
				f.Most, f.MostEntry = c, e.Name
			}
		}
	}
	f.Rules, f.Others = tally(broken), tally(others)
	for _, row := range r.Inventory.Rows {
		switch row.Value.Kind {
		case timeouts.Never:
			f.Never++
		case timeouts.Unknown:
			f.Unknown++
		}
	}
	return f
}

// tally lists rules with how often they were broken.
func tally(count map[string]int) []string {
	var out []string
	for rule, n := range count {
		out = append(out, fmt.Sprintf("%s %d", rule, n))
	}
	slices.Sort(out)
	return out
}

// Busiest says the most calls that one run makes to one dependency; empty where
// none makes more than one.
func (f figures) Busiest() string {
	if f.MostEntry == "" || once(f.Most.Total) {
		return ""
	}
	return calls(f.Most.Total) + " to " + f.Most.Dependency + " for one run"
}

// most is a count as a number to compare by; without end is the most, unknown
// the least.
func most(c link.Count) int {
	switch {
	case c.Endless:
		return math.MaxInt
	case !c.Known:
		return min(c.Lo, 1) // who knows
	}
	return c.Hi
}

// summary prints what the report comes to.
func (t *text) summary(r Report, quiet int) {
	f := r.figures()
	line := plural(f.Entries, "entry")
	if f.Entries > 0 {
		line += fmt.Sprintf(", %d with a budget", f.Budgeted)
	}
	if quiet > 0 {
		line += fmt.Sprintf(", %d that %s nothing", quiet, verb(quiet, "call"))
	}
	t.fold("", line+"; "+plural(f.Dependencies, "dependency")+".", nil)
	if f.Broken > 0 {
		t.fold("", fmt.Sprintf("%s whose budget does not hold: %s.", plural(f.Broken, "entry"), strings.Join(f.Rules, ", ")), t.bad)
	}
	if len(f.Others) > 0 {
		t.fold("", "Also found: "+strings.Join(f.Others, ", ")+".", nil)
	}
	if f.MostEntry != "" && !once(f.Most.Total) {
		t.fold("", fmt.Sprintf("The most for one run: %s to %s (%s).", calls(f.Most.Total), f.Most.Dependency, f.MostEntry), nil)
	}
	if f.Timeouts > 0 {
		t.fold("", fmt.Sprintf("%s: %d never end, %d are unknown (-list timeouts).", plural(f.Timeouts, "timeout"), f.Never, f.Unknown), nil)
	}
	for i, u := range r.Tree.Unknown {
		if i == 3 {
			t.note("", fmt.Sprintf("and %d more kinds; -json has them all", len(r.Tree.Unknown)-i))
			break
		}
		t.note("", fmt.Sprintf("not seen, %s: %s", plural(u.Count, "time"), u.What))
	}
}
