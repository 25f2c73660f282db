package deadline

import (
	"fmt"
	"math"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/storm"
	"github.com/timeoutlint/timeoutlint/internal/whatif"
)

// question is what was asked.
func question(a whatif.Answer) string {
	if a.Down {
		return fmt.Sprintf("If %s accepts nothing for %s", a.Dependency, short(a.World.Trouble))
	}
	return fmt.Sprintf("If %s takes %s for %s", a.Dependency, short(a.Slow), short(a.World.Trouble))
}

// assumed is what was taken for granted.
func assumed(w storm.World) string {
	demand := fmt.Sprintf("%s of each entry, one request at a time with %s between", plural(w.Clients, "client"), short(w.Pause))
	if w.Rate > 0 {
		demand = fmt.Sprintf("%g requests a second to each entry", w.Rate)
	}
	queue := "any number of others wait"
	if w.Queue > 0 {
		queue = fmt.Sprintf("%d others wait", w.Queue)
	}
	return fmt.Sprintf("%s; a dependency that answers %s at once in %s each while %s; timers %s late; watched for %s",
		demand, plural(w.Workers, "call"), short(w.Fast), queue, short(w.Overshoot), short(w.Length))
}

// oneRun says what one run comes to.
func oneRun(o whatif.Outcome) string {
	sent := plural(o.Once.Calls, "call")
	switch {
	case !o.Once.Ended && o.Once.Calls > 1:
		return sent + " in the first hour, and no end"
	case !o.Once.Ended:
		return sent + " that waits for ever"
	case !o.Once.OK:
		return fmt.Sprintf("%s, gives up after %s", sent, short(o.Once.Took))
	}
	return fmt.Sprintf("%s, answers after %s", sent, short(o.Once.Took))
}

// crowd says what all the assumed callers come to.
func crowd(o whatif.Outcome) string {
	return fmt.Sprintf("all: %s (%d without the trouble), %d answered (%d), %d given up, %d jobs done for nobody, at most %d at once",
		plural(o.Crowd.Calls, "call"), o.Calm.Calls, o.Crowd.OK, o.Calm.OK, o.Crowd.Failed, o.Crowd.Wasted, o.Crowd.Max)
}

// recovery says whether, and when, it is over.
func recovery(o whatif.Outcome, w storm.World) string {
	switch {
	case o.Calmed:
		return fmt.Sprintf("as before %s after the trouble", short(o.After.Round(time.Millisecond)))
	case o.Crowd.OK == lastInTrouble(o, w):
		return fmt.Sprintf("not over after %s: nothing is answered any more, %d jobs behind", short(w.Length-w.Trouble), o.Crowd.Left)
	}
	return fmt.Sprintf("not over after %s: %d jobs behind", short(w.Length-w.Trouble), o.Crowd.Left)
}

// lastInTrouble is how many operations had been answered when it ended.
func lastInTrouble(o whatif.Outcome, w storm.World) int {
	for _, p := range o.Crowd.Series {
		if p.At >= w.Trouble {
			return p.OK
		}
	}
	return 0
}

// formula is the storm in closed form; empty where nothing piles up.
func formula(o whatif.Outcome, w storm.World) string {
	f := o.Forecast
	if math.Round(f.Backlog) <= float64(max(w.Clients, 1)) {
		return ""
	}
	text := fmt.Sprintf("formula: %.0f calls a second against %.0f served; %.0f behind after %s", f.Load, f.Slow, f.Backlog, short(w.Trouble))
	if !f.Drains {
		return text + fmt.Sprintf("; %.0f a second served afterwards: it never drains", f.Fast)
	}
	return text + fmt.Sprintf("; %.0f a second served afterwards: gone after another %s", f.Fast, short(f.After.Round(100*time.Millisecond)))
}

// whatIf prints an answer.
func (t *text) whatIf(a whatif.Answer) {
	t.fold("", question(a)+":", t.name)
	t.note("  ", "Assumed: "+assumed(a.World)+".")
	for _, o := range a.Entries {
		right := string(o.Verdict)
		if o.Budget.Kind == link.Bounded {
			right = join("  ", "budget "+short(o.Budget.D), right)
		}
		t.row("  ", o.Entry, "", right)
		colour := t.dim
		if o.Verdict == whatif.Breaks || o.Verdict == whatif.Hangs {
			colour = t.bad
		}
		t.fold("    ", "one: "+oneRun(o)+because("", usual(o)), colour)
		t.note("    ", crowd(o)+"; "+recovery(o, a.World))
		t.note("    ", formula(o, a.World))
		for _, u := range o.Unseen {
			t.note("    ", "taken for none: the "+u)
		}
	}
	if a.Others > 0 {
		t.note("  ", plural(a.Others, "entry")+" that do not call it.")
	}
	fmt.Fprintln(t.out)
}

// usual is what one run takes while all is well.
func usual(o whatif.Outcome) string {
	return fmt.Sprintf("otherwise %s, %s", plural(o.Usual.Calls, "call"), short(o.Usual.Took))
}
