package budgets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// over finds an entry's own waits, which its context does not end, that are
// longer than its answer is waited for.
func (e *Entry) over(runs *Runs) []Break {
	if e.Use.Kind != "bounded" {
		return nil
	}
	o := runs.Least(e.Ends())
	if o.T <= e.Use.Nanos {
		return nil
	}
	sites := e.sites(o.Log)
	var out []Break
	total := int64(0)
	for _, s := range sites {
		total += s.total
		longest := slices.MaxFunc(s.events, func(a, b tree.Event) int { return int(min(max(a.D-b.D, -1), 1)) })
		switch {
		case longest.D > e.Use.Nanos:
			s.place = e.where(longest, s.place)
			out = append(out, e.broken(rules.OverBudget, s, fmt.Sprintf("%s may take %s%s and no context of the request ends it",
				longest.Node.Wait.What, short(longest.D), because(longest)), "give it the request's context, or a limit that fits"))
		case s.total > e.Use.Nanos && s.retried() != nil:
			out = append(out, e.broken(rules.BudgetRetry, s, fmt.Sprintf("%s and no context of the request ends the attempts",
				s.arithmetic()), "give the attempts the request's context, or fewer and shorter ones"))
		}
	}
	if len(out) == 0 && total > e.Use.Nanos {
		first := sites[0]
		first.events = nil
		if e.Function.Line > 0 && len(sites) > 1 {
			first.place = e.Function
		}
		var parts []string
		for _, s := range sites {
			first.events = append(first.events, s.events...)
			parts = append(parts, short(s.total)+" ("+s.what()+")")
		}
		sum := strings.Join(shorten(parts), " + ") + " = " + short(total)
		if len(parts) == 1 {
			sum = sites[0].arithmetic()
		}
		out = append(out, e.broken(rules.BudgetSum, first, sum+", one after the other and none ended by the request's context",
			"give each the request's context: then they share its time"))
	}
	return out
}

// site is one call in an entry's function and the waits of its own behind it.
type site struct {
	place  tree.Place
	call   *tree.Node // nil: the wait itself
	events []tree.Event
	total  int64
	depth  int // of the entry's function in the paths
}

// sites groups an entry's own waits by the calls in its function.
func (e *Entry) sites(log []tree.Event) []site {
	var out []site
	for _, ev := range log {
		if ev.Entry || ev.D == 0 {
			continue
		}
		depth := e.Depth(ev)
		s := site{place: ev.Node.Place, depth: depth}
		if call := ev.Path[depth].Call; call != nil {
			s.place, s.call = call.Place, call
		}
		i := slices.IndexFunc(out, func(x site) bool { return x.place == s.place })
		if i < 0 {
			out = append(out, s)
			i = len(out) - 1
		}
		out[i].events = append(out[i].events, ev)
		out[i].total += ev.D
	}
	return out
}

// where is the place of a wait that is too long for its entry: its own, or, where
// its function serves several callers, the call that asks for it.
func (e *Entry) where(ev tree.Event, call tree.Place) tree.Place {
	depth := e.Depth(ev)
	at := ev.Node.Place
	for i := len(ev.Path) - 1; i > depth; i-- {
		if from := ev.Path[i-1].Call; e.shared(ev.Path[i].Fn) && from != nil && from.Place.Line > 0 {
			at = from.Place
		}
	}
	if at.Line == 0 {
		return call
	}
	return at
}

// Depth is where in a path the entry's own function is, behind all that runs
// around it.
func (e *Entry) Depth(ev tree.Event) int {
	for i, h := range ev.Path {
		if e.Core != nil && h.Fn.Name == e.Core.Name {
			return i
		}
	}
	for i, h := range ev.Path {
		if h.Call != nil && h.Call.Place.Line > 0 && h.Fn.Name != doorName {
			return i
		}
	}
	return len(ev.Path) - 1
}

// retried is the wait that a retry behind the site makes again, and how often.
func (s site) retried() *tree.Event {
	for i, ev := range s.events {
		again := ev.Node.Again
		for _, h := range ev.Path[s.depth:] {
			again = again || h.Call != nil && h.Call.Again
		}
		if again && s.count(ev.Node) > 1 {
			return &s.events[i]
		}
	}
	return nil
}

func (s site) count(n *tree.Node) int {
	count := 0
	for _, ev := range s.events {
		if ev.Node == n {
			count++
		}
	}
	return count
}

// arithmetic is how a site's waits add up: 5 × 2s + 750ms of pauses = 10.75s.
func (s site) arithmetic() string {
	var parts []string
	pauses := int64(0)
	seen := map[*tree.Node]bool{}
	for _, ev := range s.events {
		if ev.Node.Wait.Effect == "sleep" && !ev.Node.Wait.GivesUp && len(s.events) > 1 {
			pauses += ev.D
			continue
		}
		if seen[ev.Node] {
			continue
		}
		seen[ev.Node] = true
		n, sum, same := 0, int64(0), true
		for _, x := range s.events {
			if x.Node == ev.Node {
				n, sum, same = n+1, sum+x.D, same && x.D == ev.D
			}
		}
		switch {
		case n == 1:
			parts = append(parts, short(ev.D))
		case same:
			parts = append(parts, fmt.Sprintf("%d × %s", n, short(ev.D)))
		default:
			parts = append(parts, fmt.Sprintf("%s in %d calls", short(sum), n))
		}
		parts[len(parts)-1] += " (" + ev.Node.Wait.What + because(ev) + ")"
	}
	if pauses > 0 {
		parts = append(parts, short(pauses)+" of pauses")
	}
	return strings.Join(shorten(parts), " + ") + " = " + short(s.total)
}

// what is the longest wait behind a site, as a message names it.
func (s site) what() string {
	longest := slices.MaxFunc(s.events, func(a, b tree.Event) int { return int(min(max(a.D-b.D, -1), 1)) })
	if s.call != nil {
		if hops := longest.Path[s.depth:]; len(hops) > 1 {
			return hops[1].Fn.Short
		}
	}
	return longest.Node.Wait.What
}

func (e *Entry) broken(rule rules.Rule, s site, what, instead string) Break {
	b := Break{Rule: rule, Confidence: rules.High, Place: s.place, Entry: e.Name, Door: e.Place}
	if e.Server != nil && e.Use == e.Server.Write || e.unsure {
		b.Confidence = rules.Medium
	}
	b.Message = fmt.Sprintf("%s, but %s; %s", what, e.patience(), instead)
	last := s.events[0]
	for _, h := range last.Path[s.depth:] {
		if h.Call != nil && h.Call.Place.Line > 0 && h.Call.Place != s.place {
			b.Path = append(b.Path, Step{h.Call.Place, "through " + h.Fn.Short})
		}
	}
	if last.Node.Place != s.place {
		b.Path = append(b.Path, Step{last.Node.Place, "waits in " + last.Node.Wait.What})
	}
	if at := last.Node.Wait.From.Place; at.Line > 0 {
		b.Path = append(b.Path, Step{at, "its limit is set here"})
	}
	if e.Use.Place.Line > 0 {
		b.Path = append(b.Path, Step{e.Use.Place, "the budget of " + e.Name})
	}
	return b
}

// patience is how long an entry's answer is waited for, as a message says it.
func (e *Entry) patience() string {
	return fmt.Sprintf("%s stops waiting after %s%s", e.Name, short(e.Use.Nanos), at(e.Use.Place))
}

func because(ev tree.Event) string {
	from := ev.Node.Wait.From
	if from.Kind != "bounded" || from.From == "" || from.From == "its argument" {
		if ev.By != nil && ev.By.Why != "" {
			return " (" + ev.By.Why + where(ev.By.Place) + ")"
		}
		return ""
	}
	return " (" + from.From + where(from.Place) + ")"
}

func at(p tree.Place) string {
	if p.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s:%d)", filepath.Base(p.File), p.Line)
}

// short prints a time, in more detail the shorter it is.
func short(nanos int64) string {
	d := time.Duration(nanos)
	switch {
	case d > time.Minute:
		d = d.Round(time.Second)
	case d > time.Second:
		d = d.Round(time.Millisecond)
	case d > time.Millisecond:
		d = d.Round(time.Microsecond)
	}
	return durations.Short(d)
}

// shorten keeps a sum readable.
func shorten(parts []string) []string {
	if len(parts) <= 5 {
		return parts
	}
	return append(parts[:4:4], fmt.Sprintf("%d more", len(parts)-4))
}

func where(p tree.Place) string {
	if p.Line == 0 {
		return ""
	}
	return fmt.Sprintf(", %s:%d", filepath.Base(p.File), p.Line)
}
