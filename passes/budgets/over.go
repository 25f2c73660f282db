package budgets

import (
	"cmp"
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
	o := runs.Own(e.Ends())
	if o.T <= e.Use.Nanos {
		return nil
	}
	sites := e.sites(o.Log)
	var out []Break
	total := int64(0)
	for _, s := range sites {
		total += s.total
		longest := s.longest()
		switch round := s.retried(); {
		case longest.D > e.Use.Nanos:
			out = append(out, e.broken(rules.OverBudget, s, e.world.spot(longest, s.depth), fmt.Sprintf("%s may take %s%s and no context of the request ends it",
				longest.Node.Wait.What, short(longest.D), because(longest)), "give it the request's context, or a limit that fits"))
		case s.total > e.Use.Nanos && round != nil:
			out = append(out, e.broken(rules.BudgetRetry, s, beside(round.place, s.place), fmt.Sprintf("%s and no context of the request ends the attempts",
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
		out = append(out, e.broken(rules.BudgetSum, first, first.place, sum+", one after the other and none ended by the request's context",
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
		if ev.Entry || ev.D == 0 || e.holds != nil && !e.holds(ev) {
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

// longest is the longest wait of a site.
func (s site) longest() tree.Event {
	return slices.MaxFunc(s.events, func(a, b tree.Event) int { return int(min(max(a.D-b.D, -1), 1)) })
}

// round is a retry and where it is.
type round struct{ place tree.Place }

// retried is the outermost retry behind the site that makes a wait again; nil: there
// is none.
func (s site) retried() *round {
	for _, ev := range s.events {
		if s.count(ev.Node) < 2 {
			continue
		}
		for i, h := range ev.Path[s.depth:] {
			switch call := h.Call; {
			case call == nil || !call.Again:
			case call.Fn != nil && call.Fn.IsPar && i > 0: // a helper: how often is for its caller to say
				return &round{ev.Path[s.depth+i-1].Call.Place}
			default:
				return &round{cmp.Or(call.Round, call.Place)}
			}
		}
		if ev.Node.Again || ev.Node.Wait.Effect == "sleep" { // what sleeps each time goes round
			return &round{cmp.Or(ev.Node.Round, ev.Node.Place)}
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
	switch {
	case pauses > 0 && len(parts) == 0:
		parts = append(parts, fmt.Sprintf("%d pauses", len(s.events)))
	case pauses > 0:
		parts = append(parts, short(pauses)+" of pauses")
	}
	return strings.Join(shorten(parts), " + ") + " = " + short(s.total)
}

// what is the longest wait behind a site, as a message names it.
func (s site) what() string {
	longest := s.longest()
	if s.call != nil {
		if hops := longest.Path[s.depth:]; len(hops) > 1 {
			return hops[1].Fn.Short
		}
	}
	return longest.Node.Wait.What
}

// broken is a break of the entry at a place; a package that does not have that says
// it where the entry's function leads there.
func (e *Entry) broken(rule rules.Rule, s site, place tree.Place, what, instead string) Break {
	b := Break{Rule: rule, Confidence: rules.High, Place: place, Near: s.place, Entry: e.Name, Door: e.Place}
	if e.Server != nil && e.Use == e.Server.Write || e.unsure || e.beside() || strings.Contains(because(s.longest()), Unless) {
		b.Confidence = rules.Medium
	}
	b.Message = fmt.Sprintf("%s, but %s; %s", what, e.patience(), instead)
	last := s.longest()
	for _, h := range last.Path[s.depth:] {
		if h.Call != nil && h.Call.Place.Line > 0 && h.Call.Place != place {
			b.Path = append(b.Path, Step{h.Call.Place, "through " + h.Fn.Short})
		}
	}
	if last.Node.Place != place {
		b.Path = append(b.Path, Step{last.Node.Place, "waits in " + last.Node.Wait.What})
	}
	if at := last.Limit().Place; at.Line > 0 {
		b.Path = append(b.Path, Step{at, "its limit is set here"})
	}
	if e.Use.Place.Line > 0 {
		b.Path = append(b.Path, Step{e.Use.Place, "the budget of " + e.Name})
	}
	return b
}

// patience is how long an entry's answer is waited for, as a message says it.
func (e *Entry) patience() string {
	if e.beside() {
		return fmt.Sprintf("%s stops waiting for %s after %s%s (%s)", e.Front.Who, e.Name, short(e.Use.Nanos), e.Front.How, e.Front.Where)
	}
	return fmt.Sprintf("%s stops waiting after %s%s", e.Name, short(e.Use.Nanos), at(e.Use.Place))
}

func because(ev tree.Event) string {
	from := ev.Limit()
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
