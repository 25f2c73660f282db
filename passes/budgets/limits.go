package budgets

import (
	"fmt"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// mostCalls is how many calls of one dependency one request may cause before
// it is called an amplification.
const mostCalls = 9

// calls looks at what an entry makes of one request: too many calls of one
// dependency, and calls that do not say how much time is left.
func (e *Entry) calls() []Break {
	log := e.Clock.Most(e.Run, tree.Forever).Log
	visits := map[string]int64{}
	for _, ev := range log {
		visits[ev.Way()]++
	}
	var out []Break
	for _, ev := range log {
		if ev.Node.Kind != tree.Sink || ev.Node.Wait.Effect == "sleep" {
			continue
		}
		if b, ok := e.amplified(ev, visits); ok {
			out = append(out, b)
		}
		if e.Cancel.Kind == "bounded" && ev.Entry && ev.Node.Wait.What == "http.Client.Do" && !ev.Node.Wait.Tells {
			out = append(out, Break{Rule: rules.BudgetHop, Confidence: rules.Medium, Place: ev.Node.Place, Entry: e.Name, Door: e.Place,
				Message: fmt.Sprintf("%s has %s, and what is left of it ends here: the request says nothing of it, so that the other side works on for an answer that nobody waits for; send it along in a header",
					e.Name, short(e.Cancel.Nanos))})
		}
	}
	return out
}

func (e *Entry) amplified(ev tree.Event, visits map[string]int64) (Break, bool) {
	if ev.Guess {
		return Break{}, false
	}
	levels := levelsOf(ev, visits)
	product, parts := int64(1), []string{}
	var path []Step
	for _, l := range levels {
		product *= l.n
		parts = append(parts, fmt.Sprint(l.n))
		path = append(path, Step{l.place, fmt.Sprintf("tried %d times in %s", l.n, l.who)})
	}
	if product <= mostCalls {
		return Break{}, false
	}
	place := e.Function
	if place.Line == 0 {
		place = e.Place
	}
	return Break{Rule: rules.Amplification, Confidence: rules.Medium, Place: place, Entry: e.Name, Door: e.Place, Path: path,
		Message: fmt.Sprintf("one request of %s can cause %s = %d calls of %s%s, more than %d; retry at one level, or under a retry budget",
			e.Name, strings.Join(parts, " × "), product, ev.Node.Wait.What, at(ev.Node.Place), mostCalls)}, true
}
