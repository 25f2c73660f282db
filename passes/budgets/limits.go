package budgets

import (
	"fmt"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// mostCalls is how many calls of one dependency one request may cause before
// it is called an amplification.
const mostCalls = 9

// calls looks at what an entry makes of one request: too many calls of one
// dependency, and calls that do not say how much time is left.
func (e *Entry) calls(log []tree.Event) []Break {
	visits := visited(log)
	var out []Break
	if b, ok := e.behind(log, visits); ok {
		out = append(out, b)
	}
	for _, ev := range log {
		if ev.Node.Kind != tree.Sink || ev.Node.Wait.Effect == "sleep" {
			continue
		}
		if b, ok := e.far(ev); ok {
			out = append(out, b)
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

func (e *Entry) amplified(ev tree.Event, visits *visits) (Break, bool) {
	if ev.Guess {
		return Break{}, false
	}
	levels := append(e.front(), levelsOf(ev, visits)...)
	times, product := multiplied(levels)
	if product <= mostCalls || levels[0].far {
		return Break{}, false
	}
	var path []Step
	for _, l := range levels {
		path = append(path, Step{l.place, fmt.Sprintf("tried %d times in %s", l.n, l.who)})
	}
	place := e.Function
	if place.Line == 0 {
		place = e.Place
	}
	return Break{Rule: rules.Amplification, Confidence: rules.Medium, Place: place, Entry: e.Name, Door: e.Place, Path: path,
		Message: fmt.Sprintf("one request of %s can cause %s calls of %s%s, more than %d; retry at one level, or under a retry budget",
			e.Name, times, reached(levels, ev), at(ev.Node.Place), mostCalls)}, true
}

// front is the retries of what is in front of the entry.
func (e *Entry) front() []level {
	if e.Front.Attempts < 2 {
		return nil
	}
	return []level{{n: e.Front.Attempts, place: e.Front.Place, who: "what is in front of " + e.Name + at(e.Front.Place)}}
}

// behind says of an entry that is retried from in front that it, or what it
// calls, retries too: once, of what multiplies most.
func (e *Entry) behind(log []tree.Event, visits *visits) (worst Break, found bool) {
	front, most := e.front(), int64(0)
	if front == nil {
		return Break{}, false
	}
	for _, ev := range log {
		if ev.Node.Kind != tree.Sink || ev.Node.Wait.Effect == "sleep" || ev.Guess {
			continue
		}
		levels := levelsOf(ev, visits)
		if len(levels) == 0 {
			continue
		}
		if b, product := inside(append(front[:1:1], levels...), ev, e.Place); product >= fewest && product > most {
			b.Entry, b.Door = e.Name, e.Place
			worst, most, found = b, product, true
		}
	}
	return worst, found
}
