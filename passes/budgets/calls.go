package budgets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// unenforced finds servers whose answers die at WriteTimeout while a handler
// waits on, because nothing ends its request's context.
func (w *World) unenforced(list []Entry) []Break {
	var out []Break
	for i := range list {
		e := &list[i]
		if e.Server == nil || e.Server.Write.Kind != "bounded" || e.Cancel.Kind != "none" {
			continue
		}
		log := e.Clock.Most(e.Run, tree.Forever).Log
		if slices.ContainsFunc(log, streams) {
			continue
		}
		for _, ev := range log {
			if ev.Node.Kind != tree.Sink || !ev.Entry || ev.Node.Wait.Effect == "sleep" {
				continue
			}
			how, ok := outlasts(ev, e.Server.Write.Nanos)
			if !ok {
				continue
			}
			d := short(e.Server.Write.Nanos)
			b := Break{Rule: rules.Unenforced, Confidence: rules.Medium, Place: e.Server.Write.Place, Entry: e.Name, Door: e.Place,
				Message: fmt.Sprintf("the answer is cut off after %s, but nothing ends the request's context then: %s goes on waiting in %s%s%s; wrap the handler in http.TimeoutHandler, or give its context a deadline, of less than %s",
					d, e.Name, ev.Node.Wait.What, at(ev.Node.Place), how, d)}
			for _, h := range ev.Path {
				if h.Call != nil && h.Call.Place.Line > 0 {
					b.Path = append(b.Path, Step{h.Call.Place, "through " + h.Fn.Short})
				}
			}
			out = append(out, b)
			break
		}
	}
	return out
}

// streams: a function on the way takes its own time to answer.
func streams(ev tree.Event) bool {
	return slices.ContainsFunc(ev.Path, func(h tree.Hop) bool { return h.Fn.Streams })
}

// outlasts: nothing but the request's context ends the wait, or only after the
// answer is cut off; or it is made once a round, and nothing limits the rounds.
func outlasts(ev tree.Event, write int64) (how string, ok bool) {
	limit := int64(tree.Forever)
	for _, e := range []*tree.Expr{ev.Node.Wait.Cap, until(ev.By)} {
		if e == nil {
			continue
		}
		v := e.Eval(nil)
		if !v.Known {
			return "", false
		}
		limit = min(limit, v.Lo)
	}
	switch {
	case limit > write:
		return "", true
	case ev.Guess && limit >= write/10:
		return ", up to " + short(limit) + " in each round", true
	}
	return "", false
}

func until(deadline *tree.Node) *tree.Expr {
	if deadline == nil {
		return nil
	}
	return deadline.Num
}

// level is one retry on the way to a call.
type level struct {
	n     int64
	place tree.Place // of the loop
	node  *tree.Node // what it repeats
	who   string
}

// repeated looks at every function for itself: retries of what retries, and
// deadlines that never come.
func (w *World) repeated() []Break {
	var out []Break
	clock := w.Clock()
	for _, p := range w.Packages {
		for _, f := range p.Funcs {
			again, times := repeats(f)
			if !again && times < 2 {
				continue
			}
			log := clock.Most(&tree.FuncVal{Name: f.Name}, tree.Forever).Log
			if again {
				out = append(out, nested(f, log)...)
			}
			out = append(out, dead(f, log)...)
		}
	}
	return out
}

// repeats: a retry makes a call of the function, or of a literal in it, again;
// and how many deadlines it sets.
func repeats(f *tree.Func) (again bool, deadlines int) {
	tree.Walk(f.Body, func(n *tree.Node) {
		again = again || n.Again
		if n.Kind == tree.Deadline {
			deadlines++
		}
	})
	for _, l := range f.Lits {
		a, d := repeats(l)
		again, deadlines = again || a, deadlines+d
	}
	return again, deadlines
}

// dead are the deadlines that a shorter one in the same function hides.
func dead(f *tree.Func, log []tree.Event) []Break {
	var out []Break
	for _, ev := range log {
		if ev.Node.Kind != tree.Deadline || !own(f, ev.Node) || !own(f, ev.By) {
			continue
		}
		v := ev.Node.Num.Eval(nil)
		if !v.Known {
			continue
		}
		out = append(out, Break{Rule: rules.DeadTimeout, Confidence: rules.High, Place: ev.Node.Place,
			Message: fmt.Sprintf("%s never fires: the context that it is given ends after %s%s; leave it out, or make it shorter",
				short(v.Lo), short(ev.D), at(ev.By.Place)),
			Path: []Step{{ev.By.Place, "ends first"}}})
	}
	return out
}

// nested are the retries of the function whose calls retry themselves.
func nested(f *tree.Func, log []tree.Event) []Break {
	visits := map[string]int64{}
	for _, ev := range log {
		visits[ev.Way()]++
	}
	best := map[tree.Place]Break{}
	most := map[tree.Place]int64{}
	for _, ev := range log {
		if ev.Node.Kind != tree.Sink || ev.Node.Wait.Effect == "sleep" || ev.Guess {
			continue
		}
		levels := levelsOf(ev, visits)
		if len(levels) < 2 || !own(f, levels[0].node) {
			continue
		}
		product, parts := int64(1), make([]string, len(levels))
		for i, l := range levels {
			product *= l.n
			parts[i] = fmt.Sprint(l.n)
		}
		at := levels[0].place
		if product < 4 || product <= most[at] {
			continue
		}
		b := Break{Rule: rules.RetryNested, Confidence: rules.Medium, Place: at}
		var names []string
		for _, l := range levels {
			names = append(names, fmt.Sprintf("%s tries %d times", l.who, l.n))
			if l.place != at {
				b.Path = append(b.Path, Step{l.place, fmt.Sprintf("tried %d times in %s", l.n, l.who)})
			}
		}
		b.Path = append(b.Path, Step{ev.Node.Place, ev.Node.Wait.What})
		b.Message = fmt.Sprintf("%s = %d calls of %s when it fails, retries inside a retry: %s; retry at one level only, the one that knows what is worth repeating",
			strings.Join(parts, " × "), product, ev.Node.Wait.What, strings.Join(names, ", "))
		best[at], most[at] = b, product
	}
	var out []Break
	for _, b := range best {
		out = append(out, b)
	}
	return out
}

// own: the call is in the function itself, so that it is reported once.
func own(f *tree.Func, call *tree.Node) bool {
	found := false
	var look func(f *tree.Func)
	look = func(f *tree.Func) {
		tree.Walk(f.Body, func(n *tree.Node) { found = found || n == call })
		for _, l := range f.Lits {
			look(l)
		}
	}
	look(f)
	return found
}

// levelsOf is the retries on the way to a call, outermost first.
func levelsOf(ev tree.Event, visits map[string]int64) []level {
	var out []level
	before := int64(1)
	count := func(now int64, n *tree.Node, who string) {
		if n.Again && before > 0 && now/before > 1 {
			at := n.Place
			if n.Round.Line > 0 {
				at = n.Round
			}
			out = append(out, level{now / before, at, n, who})
		}
		if now > 0 {
			before = now
		}
	}
	for i, h := range ev.Path {
		if h.Call != nil {
			count(visits[ev.Upto(i)], h.Call, h.Fn.Short)
		}
	}
	count(visits[ev.Way()], ev.Node, ev.Path[len(ev.Path)-1].Fn.Short)
	if t := ev.Node.Wait.Tries; t != nil {
		if v := t.Eval(nil); v.Known && v.Lo > 1 {
			out = append(out, level{v.Lo, ev.Node.Place, ev.Node, ev.Node.Wait.TriesFrom})
		}
	}
	return out
}
