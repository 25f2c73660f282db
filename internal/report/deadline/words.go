package deadline

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/rules"
)

// short prints a duration in the digits that matter.
func short(d time.Duration) string {
	switch {
	case d >= time.Second:
		d = d.Round(time.Millisecond)
	case d >= time.Millisecond:
		d = d.Round(time.Microsecond)
	}
	return durations.Short(d)
}

// place is where something is written; empty for nowhere.
func place(p link.Place) string {
	if p.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// bound says a limit in a word or two; empty where the question does not arise.
func bound(b link.Bound) string {
	switch b.Kind {
	case link.Bounded:
		return short(b.D)
	case link.Unbounded:
		return "none"
	case link.Unseen:
		return "unknown"
	case link.Inherited:
		return "the context's"
	}
	return ""
}

// stage is one of the three bounds of a call, with its name.
type stage struct {
	Name  string
	Bound link.Bound
}

// stages are the bounds of a call for which the question arises.
func stages(c link.Call) []stage {
	if pause(c) {
		return nil
	}
	all := []stage{{"connect", c.Connect}, {"response", c.Response}, {"pool", c.Pool}}
	return slices.DeleteFunc(all, func(s stage) bool { return s.Bound.Kind == "" })
}

// bounds says all bounds of a call in one line.
func bounds(c link.Call) string {
	var parts []string
	for _, s := range stages(c) {
		parts = append(parts, s.Name+" "+bound(s.Bound))
	}
	return strings.Join(parts, ", ")
}

// wait says how long something may take at most.
func wait(w link.Wait) string {
	switch {
	case w.Unbounded:
		return "for ever"
	case len(w.Unknown) > 0 && w.Lo > 0:
		return "≥ " + short(w.Lo)
	case len(w.Unknown) > 0:
		return "unknown"
	case w.Hi == 0:
		return "0"
	case w.Lo >= w.Hi:
		return short(w.Lo)
	case w.Lo == 0:
		return short(w.Hi)
	}
	return short(w.Lo) + "…" + short(w.Hi)
}

// zero says that nothing is waited for, and that this is certain.
func zero(w link.Wait) bool { return !w.Unbounded && len(w.Unknown) == 0 && w.Hi == 0 }

// number says a count: 3, 1…3, ∞ for one that nothing limits, n for one that
// could not be seen.
func number(c link.Count) string {
	switch {
	case c.Endless:
		return "∞"
	case !c.Known:
		return "n"
	case c.Lo < c.Hi:
		return fmt.Sprintf("%d…%d", c.Lo, c.Hi)
	}
	return fmt.Sprint(max(c.Hi, 1))
}

// upTo is a count as the most that there can be: a success, or an error, may end
// it before.
func upTo(c link.Count) string {
	if c.Known && c.Lo == c.Hi && c.Hi > 1 {
		return "up to " + number(c)
	}
	return number(c)
}

// once says that something happens one time.
func once(c link.Count) bool { return c.Known && c.Hi <= 1 }

// times is a count as a factor: ×3; empty for once.
func times(c link.Count) string {
	if once(c) {
		return ""
	}
	return "×" + number(c)
}

// holds says whether an entry's budget holds. Some rules say other things of
// its calls: that they multiply, or take no deadline along.
func holds(e link.Entry) bool { return !slices.ContainsFunc(e.Breaks, breaks) }

func breaks(b link.Break) bool {
	switch b.Rule {
	case rules.OverBudget.Name, rules.BudgetSum.Name, rules.BudgetRetry.Name, rules.Unenforced.Name:
		return true
	}
	return false
}

// pause says that a call is no call: the program waits of its own accord, or
// for another part of itself.
func pause(c link.Call) bool { return c.Dependency == "" }

// called is what a call is for.
func called(c link.Call) string {
	switch {
	case c.GivesUp:
		return "wait"
	case pause(c):
		return "pause"
	}
	return c.Dependency
}

// onTheWay says what repeats a call before it arrives.
func onTheWay(c link.Call) string {
	if c.Front == nil {
		return ""
	}
	return fmt.Sprintf("×%d on the way (%s)", c.Front.Attempts, place(c.Front.Place))
}

// amount says how many calls, or pauses, there are.
func amount(c link.Call) string {
	if !pause(c) {
		return calls(c.Total)
	}
	if once(c.Total) {
		return "1 " + called(c)
	}
	return upTo(c.Total) + " " + called(c) + "s"
}

// others says that this is one of several ways of an entry to one place, whose
// calls add up.
func others(c link.Call) string {
	if c.Ways <= 1 {
		return ""
	}
	return fmt.Sprintf("one of %d ways to it", c.Ways)
}

// behind says that an implementation on the way is one of several that it may be.
func behind(c link.Call) string {
	most := 0
	for _, s := range c.Path {
		most = max(most, s.Among)
	}
	if most <= 1 {
		return ""
	}
	return fmt.Sprintf("by one of %d implementations", most)
}

// routes says that an entry's function is registered more than once, without how
// often: others may be registered out of sight.
func routes(e link.Entry) string {
	if e.Routes <= 1 {
		return ""
	}
	return "one of several routes to it"
}

// calls says how many calls that is.
func calls(c link.Count) string {
	if once(c) {
		return "1 call"
	}
	return upTo(c) + " calls"
}

// repeats says whether a call may be made twice.
func repeats(c link.Call) string {
	if pause(c) {
		return ""
	}
	switch c.Idempotent {
	case link.Yes:
		return because("idempotent", c.Why)
	case link.No:
		return because("not idempotent", c.Why)
	}
	return ""
}

func because(what, why string) string {
	if why == "" {
		return what
	}
	return what + " (" + why + ")"
}

// how says whose end is a call's end.
func how(c link.Call) string {
	switch {
	case c.Clipped:
		return "clipped"
	case c.Unseen:
		return "unknown"
	}
	return "own"
}

// budgetOf says an entry's budget and what enforces it.
func budgetOf(e link.Entry) string {
	if b, ok := e.Budget(); ok {
		return short(b.D)
	}
	if e.Use.Kind == link.Unbounded && e.Cancel.Kind == link.Unbounded {
		return "none"
	}
	return "unknown"
}

// origin says where a bound comes from.
func origin(b link.Bound) string {
	text := b.From
	if at := place(b.Place); at != "" {
		text = strings.TrimSpace(text + ", " + at)
	}
	return strings.TrimPrefix(text, ", ")
}

// promises are the lines that say where an entry's budget comes from.
func promises(e link.Entry) []string {
	var lines []string
	same := e.Use.Kind == link.Bounded && e.Use.D == e.Cancel.D && e.Use.From == e.Cancel.From
	if e.Use.Kind == link.Bounded && !same {
		lines = append(lines, fmt.Sprintf("nobody waits for it after %s: %s", short(e.Use.D), origin(e.Use)))
	}
	if e.Front != nil {
		lines = append(lines, fmt.Sprintf("what is in front sends a request up to %d times: %s", e.Front.Attempts, place(e.Front.Place)))
	}
	for _, b := range e.Beside {
		if line := besides(b, e); line != "" {
			lines = append(lines, line)
		}
	}
	switch e.Cancel.Kind {
	case link.Bounded:
		lines = append(lines, fmt.Sprintf("its context ends after %s: %s", short(e.Cancel.D), origin(e.Cancel)))
	case link.Unbounded:
		lines = append(lines, "its context has no deadline")
	case link.Unseen:
		lines = append(lines, because("what ends its context could not be seen", e.Cancel.From))
	}
	return lines
}

// sum is the arithmetic of an entry's worst wait.
func sum(e link.Entry) string {
	if zero(e.Governed) || e.Worst.Unbounded || len(e.Worst.Unknown) > 0 && e.Worst.Lo == 0 {
		return wait(e.Worst)
	}
	if zero(e.Own) && e.Cancel.Kind != link.Bounded {
		return wait(e.Worst)
	}
	governed := wait(e.Governed)
	switch {
	case e.Cancel.Kind == link.Bounded && e.Governed.Unbounded:
		governed = short(e.Cancel.D)
	case e.Cancel.Kind == link.Bounded:
		governed = fmt.Sprintf("min(%s, %s)", short(e.Cancel.D), governed)
	}
	if zero(e.Own) && e.Governed.Unbounded {
		return wait(e.Worst)
	}
	if zero(e.Own) {
		return fmt.Sprintf("%s = %s", governed, wait(e.Worst))
	}
	if part, ok := used(e); ok { // its own waits use up what the others would have
		governed = fmt.Sprintf("%s of %s", short(part), governed)
	}
	return fmt.Sprintf("%s own + %s = %s", wait(e.Own), governed, wait(e.Worst))
}

// used is how much of its context's time an entry's worst wait has in it, where that
// is less than all that it could be.
func used(e link.Entry) (time.Duration, bool) {
	exact := func(w link.Wait) bool { return w.Lo == w.Hi && !w.Unbounded && len(w.Unknown) == 0 }
	if e.Cancel.Kind != link.Bounded || !exact(e.Own) || !exact(e.Worst) || !exact(e.Governed) && !e.Governed.Unbounded {
		return 0, false
	}
	most := e.Cancel.D
	if !e.Governed.Unbounded {
		most = min(most, e.Governed.Hi)
	}
	part := e.Worst.Hi - e.Own.Hi
	return part, part >= 0 && part < most
}

// verb is what so many things do.
func verb(n int, what string) string {
	if n == 1 {
		return what + "s"
	}
	return what
}

// plural is a number of things.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "y") {
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(what, "y"))
	}
	return fmt.Sprintf("%d %ss", n, what)
}
