package budgets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// unenforced finds a server whose answers die at WriteTimeout while the handler
// waits on, because nothing ends its request's context.
func (e *Entry) unenforced(log []tree.Event) []Break {
	if e.Server == nil || e.Server.Write.Kind != "bounded" || e.Cancel.Kind != "none" || slices.ContainsFunc(log, streams) {
		return nil
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
		return []Break{b}
	}
	return nil
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
	far   bool // in the service that answers
}

// repeated looks at every function for itself: retries of what retries, and
// deadlines that never come.
func (w *World) repeated() []Break {
	var out []Break
	clock := w.Clock()
	for _, p := range w.Packages {
		for _, f := range p.Funcs {
			again, times := repeats(f)
			again = again || w.lends(f)
			if !again && times == 0 {
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
		again = again || n.Again || n.Wait != nil && n.Wait.Far != nil
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

// lentTo is the function that a call gives another one to; nil: it gives none, or that
// is not known.
func (w *World) lentTo(n *tree.Node) *tree.Func {
	if n.Kind != tree.Call || !slices.ContainsFunc(n.Args, func(a tree.Arg) bool { return a.Fn != nil }) {
		return nil
	}
	if len(n.Names) == 1 && w.funcs[n.Names[0]] != nil {
		return w.funcs[n.Names[0]]
	}
	return n.Inline
}

// lends: the function gives one of its own, or of its literals', to one that repeats it.
func (w *World) lends(f *tree.Func) bool {
	found := false
	tree.Walk(f.Body, func(n *tree.Node) {
		if found {
			return
		}
		if to := w.lentTo(n); to != nil {
			tree.Walk(to.Body, func(n *tree.Node) { found = found || n.Again && n.Fn != nil && n.Fn.IsPar })
		}
	})
	for _, l := range f.Lits {
		found = found || w.lends(l)
	}
	return found
}

// nested are the retries of the function whose calls retry themselves.
func nested(f *tree.Func, log []tree.Event) []Break {
	visits := visited(log)
	best := map[tree.Place]Break{}
	most := map[tree.Place]int64{}
	for _, ev := range log {
		if ev.Node.Kind != tree.Sink || ev.Node.Wait.Effect == "sleep" || ev.Guess {
			continue
		}
		levels := levelsOf(ev, visits)
		if len(levels) < 2 || levels[0].far || !own(f, levels[0].node) {
			continue
		}
		at := levels[0].place
		if b, product := inside(levels, ev, at); product >= fewest && product > most[at] {
			best[at], most[at] = b, product
		}
	}
	var out []Break
	for _, b := range best {
		out = append(out, b)
	}
	return out
}

// fewest is how many calls retries inside retries must come to, to be worth a
// word.
const fewest = 4

// inside says of a call that its retries are inside of others.
func inside(levels []level, ev tree.Event, at tree.Place) (b Break, product int64) {
	times, product := multiplied(levels)
	b = Break{Rule: rules.RetryNested, Confidence: rules.Medium, Place: at}
	var names []string
	for _, l := range levels {
		names = append(names, fmt.Sprintf("%s tries %d times", l.who, l.n))
		if l.place != at {
			b.Path = append(b.Path, Step{l.place, fmt.Sprintf("tried %d times in %s", l.n, l.who)})
		}
	}
	b.Path = append(b.Path, Step{ev.Node.Place, ev.Node.Wait.What})
	b.Message = fmt.Sprintf("%s calls of %s when it fails, retries inside a retry: %s; retry at one level only, the one that knows what is worth repeating",
		times, reached(levels, ev), strings.Join(names, ", "))
	return b, product
}

// multiplied is the arithmetic of levels: 3 × 3 = 9.
func multiplied(levels []level) (arithmetic string, product int64) {
	product = 1
	var parts []string
	for _, l := range levels {
		if product *= l.n; product > mostCounted {
			product = mostCounted
		}
		parts = append(parts, fmt.Sprint(l.n))
	}
	return fmt.Sprintf("%s = %d", strings.Join(parts, " × "), product), product
}

// mostCounted is where counting ends.
const mostCounted = 1e12

// reached is what is called in the end: in the service that answers, if its
// calls are among those that are counted.
func reached(levels []level, ev tree.Event) string {
	if far := ev.Node.Wait.Far; far != nil && levels[len(levels)-1].far {
		call, _ := far.Most()
		return call.What
	}
	return ev.Node.Wait.What
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

// visits is how often each way was gone.
type visits struct {
	ways  *tree.Ways
	times map[int]int64
}

func visited(log []tree.Event) *visits {
	v := &visits{tree.NewWays(), map[int]int64{}}
	for _, ev := range log {
		v.times[v.ways.Of(ev)]++
	}
	return v
}

// levelsOf is the retries on the way to a call, outermost first.
func levelsOf(ev tree.Event, visits *visits) []level {
	var out []level
	before := int64(1)
	count := func(now int64, n *tree.Node, who string, caller *tree.Hop) {
		if n.Again && before > 0 && now/before > 1 {
			at := n.Place
			if n.Round.Line > 0 {
				at = n.Round
			}
			if n.Fn != nil && n.Fn.IsPar && caller != nil && caller.Call != nil && caller.Call.Place.Line > 0 { // a helper repeats what its caller gives it
				at, n, who = caller.Call.Place, caller.Call, fmt.Sprintf("%s, by %s,", caller.Fn.Short, who)
			}
			out = append(out, level{n: now / before, place: at, node: n, who: who})
		}
		if now > 0 {
			before = now
		}
	}
	way := 0
	for i, h := range ev.Path {
		if h.Call != nil {
			way = visits.ways.Step(way, h.Call, ev.Path[i+1].Fn)
			var caller *tree.Hop
			if i > 0 {
				caller = &ev.Path[i-1]
			}
			count(visits.times[way], h.Call, h.Fn.Short, caller)
		}
	}
	count(visits.times[visits.ways.Step(way, ev.Node, ev.To)], ev.Node, ev.Path[len(ev.Path)-1].Fn.Short, nil)
	if t := ev.Node.Wait.Tries; t != nil {
		if v := t.Eval(nil); v.Known && v.Lo > 1 {
			out = append(out, level{n: v.Lo, place: ev.Node.Place, node: ev.Node, who: ev.Node.Wait.TriesFrom})
		}
	}
	far := ev.Node.Wait.Far
	if far == nil {
		return out
	}
	if far.Front > 1 {
		out = append(out, level{n: far.Front, place: far.Place, node: ev.Node, who: "what is on the way to " + far.Service + at(far.Place)})
	}
	call, _ := far.Most()
	for _, l := range call.Levels {
		out = append(out, level{n: l.N, place: ev.Node.Place, node: ev.Node, who: l.Who, far: true})
	}
	return out
}
