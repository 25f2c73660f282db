package link

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// mostWays is how many ways to one wait are drawn of an entry: functions that
// call the next one twice have as many as there are subsets of them.
const mostWays = 100

// calls are the waits behind an entry, one for each way to each. Beyond mostWays
// they are counted: in Call.Ways, and among what is not seen.
func (l *linker) calls(e *budgets.Entry, least, most tree.Outcome) []Call {
	counts := newCounter(least, most)
	var out []Call
	seen := map[int]bool{} // the same code on several alternatives is one line
	type site struct {
		what  string
		place Place
	}
	ways := map[site]int{}
	for _, ev := range most.Log {
		if ev.Node.Kind != tree.Sink {
			continue
		}
		k := counts.way(ev)
		if seen[k] {
			continue
		}
		seen[k] = true
		at := site{ev.Node.Wait.What, l.place(ev.Node.Place)}
		if ways[at]++; ways[at] <= mostWays {
			out = append(out, l.call(e, ev, counts, k))
		} else if ways[at] == mostWays+1 {
			l.unknown[fmt.Sprintf("more than %d ways to one wait", mostWays)]++
		}
	}
	for i, c := range out {
		if n := ways[site{c.What, c.Place}]; n > 1 {
			out[i].Ways = n
		}
	}
	return out
}

func (l *linker) call(e *budgets.Entry, ev tree.Event, counts *counter, way int) Call {
	w := ev.Node.Wait
	c := Call{
		What: w.What, Place: l.place(ev.Node.Place), Clipped: ev.Entry, Unseen: ev.Unseen,
		Connect: l.bound(w.Connect), Pool: l.bound(w.Pool), Response: l.response(ev, counts.high[way]),
		Idempotent: Answer(cmp.Or(w.Idempotent, string(Maybe))), Why: w.Reason, Parallel: ev.Group, Optional: ev.Optional, GivesUp: w.GivesUp,
	}
	if (c.Pool.Kind == Unbounded || c.Pool.Kind == Unseen) && w.Ctx != nil { // limited or not, it ends with the context
		switch {
		case ev.Entry:
			c.Pool = Bound{Kind: Inherited, From: "the entry's context"}
		case ev.Unseen:
			c.Pool = Bound{Kind: Unseen, From: "its context"}
		case ev.By != nil && c.Response.Kind == Bounded:
			c.Pool = Bound{Kind: Bounded, D: c.Response.D, From: c.Response.From, Place: c.Response.Place}
		}
	}
	if (c.Connect.Kind == Unbounded || c.Connect.Kind == Unseen) && c.Response.Kind == Bounded { // it counts from the beginning
		c.Connect = c.Response
	}
	walk, total, endless := counts.walk(), 1, false
	count := func(fn *tree.Func, n *tree.Node, to *tree.Func) Count {
		times, known, never := walk.next(fn, n, to, ev.Guess)
		switch {
		case never: // a retry whose rounds nothing limits
			endless = true
			return Count{Lo: 1, Endless: true}
		case !known:
			return Count{Lo: 1}
		}
		total = product(total, times)
		return Count{Lo: times, Hi: times, Known: true}
	}
	loops := false
	start := e.Depth(ev)
	for i, h := range ev.Path {
		if h.Call == nil {
			continue
		}
		if i < start { // around the entry's function
			walk.at = walk.step(walk.at, h.Call, ev.Path[i+1].Fn)
			continue
		}
		n := count(h.Fn, h.Call, ev.Path[i+1].Fn)
		c.MayRepeat = c.MayRepeat || counts.mayRepeat(h.Fn, h.Call)
		loops = loops || !n.Known
		c.Path = append(c.Path, Step{Function: h.Fn.Short, Place: l.place(h.Call.Place), Attempts: n, Retry: h.Call.Again, Among: h.Among})
	}
	last := ev.Path[len(ev.Path)-1]
	c.Attempts = count(last.Fn, ev.Node, nil)
	c.MayRepeat = c.MayRepeat || counts.mayRepeat(last.Fn, ev.Node) || ev.Guess && !loops && c.Attempts.Known // calls itself
	tries := 1
	if w.Tries != nil {
		if v := w.Tries.Eval(nil); v.Known && v.Lo > 0 {
			tries = int(min(v.Lo, mostCalls))
		}
	}
	c.Attempts.Lo, c.Attempts.Hi = product(c.Attempts.Lo, tries), product(c.Attempts.Hi, tries)
	c.Retry = ev.Node.Again || tries > 1
	c.Path = append(c.Path, Step{Function: last.Fn.Short, Place: l.place(ev.Node.Place), Attempts: c.Attempts, Retry: c.Retry})
	c.Total = Count{Lo: product(total, tries), Hi: product(total, tries), Known: !ev.Guess, Endless: endless}
	if ev.Guess {
		c.Total.Lo = 1
	}
	c.Dependency = l.dependency(w, last.Fn, c)
	own := c.Total
	l.reach(w, &c)

	one := time.Duration(max(ev.One.Lo, 0))
	c.All = Wait{Lo: time.Duration(counts.certain[way])}
	switch {
	case ev.One.Known && ev.One.Lo < tree.Forever && ev.One.Hi == tree.Forever: // as long as the other side takes
		c.Wait = Wait{Lo: long(one, c.Attempts.Lo), Unbounded: true}
		c.All.Unbounded = true
	case ev.One.Known && ev.One.Lo < tree.Forever:
		c.Wait = Wait{Lo: long(one, c.Attempts.Lo), Hi: long(time.Duration(max(ev.One.Hi, 0)), c.Attempts.Hi)}
		c.All.Hi = time.Duration(counts.longest(way, own.Hi))
		if own.Hi > 1 {
			c.Arithmetic = fmt.Sprintf("%d × %s = %s", own.Hi, from(one, time.Duration(ev.One.Hi)),
				from(long(one, own.Hi), long(time.Duration(ev.One.Hi), own.Hi)))
		}
	case c.Response.Kind == Bounded:
		c.Wait = Wait{Lo: 0, Hi: long(c.Response.D, c.Attempts.Hi)}
		c.All.Hi = long(c.Response.D, own.Hi)
	case w.Cap == nil && ev.Unseen:
		c.Wait.Unknown, c.All.Unknown = []string{w.What + ": its context"}, []string{w.What + ": its context"}
	case w.Cap == nil && c.Response.Kind == Unseen:
		c.Wait.Unknown, c.All.Unknown = []string{w.What + ": " + c.Response.From}, []string{w.What + ": " + c.Response.From}
	case w.Cap == nil && w.Driver && !l.world.Clock().Plain && !(ev.Entry && e.Cancel.Kind == "bounded"):
		c.Wait.Unknown, c.All.Unknown = []string{w.What + ": its driver's limits"}, []string{w.What + ": its driver's limits"}
	case w.Cap == nil:
		c.Wait.Unbounded, c.All.Unbounded = true, true
	default:
		c.Wait.Unknown, c.All.Unknown = []string{w.What + ": its limit"}, []string{w.What + ": its limit"}
	}
	if ev.Guess {
		c.Wait.Unknown, c.All.Unknown = []string{"how often"}, []string{"how often"}
	}
	c.Wait.Hi, c.All.Hi = max(c.Wait.Hi, c.Wait.Lo), max(c.All.Hi, c.All.Lo)
	return c
}

// from is a time, or a range of them.
func from(lo, hi time.Duration) string {
	if hi <= lo {
		return durations.Short(lo)
	}
	return durations.Short(lo) + "…" + durations.Short(hi)
}

// product is a number of calls, up to one that nobody makes.
func product(a, b int) int {
	if a > 0 && b > mostCalls/a {
		return mostCalls
	}
	return a * b
}

// long is a time taken n times, up to the longest that there is.
func long(d time.Duration, n int) time.Duration {
	if n > 0 && d > math.MaxInt64/time.Duration(n) {
		return math.MaxInt64
	}
	return d * time.Duration(n)
}

// reach hangs the calls of the other service's entry below a call of it.
func (l *linker) reach(w *tree.Wait, c *Call) {
	i := slices.Index(l.fars.far, w.Far)
	if w.Far == nil || i < 0 {
		return
	}
	r := &l.Remotes[i]
	l.files[r.Said.File] = r.Said.File
	if r.Attempts > 1 {
		c.Front = &Front{r.Attempts, l.place(r.Said)}
		c.Total.Lo, c.Total.Hi = product(c.Total.Lo, r.Attempts), product(c.Total.Hi, r.Attempts)
	}
	c.Calls = r.calls()
	var meet func(calls []Call)
	meet = func(calls []Call) {
		for _, c := range calls {
			if c.Dependency == "" {
				continue
			}
			d := l.deps[c.Dependency]
			if d == nil {
				d = &Dependency{Name: c.Dependency, Place: c.Place}
				l.deps[c.Dependency] = d
			}
			add(&d.What, c.What)
			add(&d.Callers, r.Service+" "+r.Name)
			meet(c.Calls)
		}
	}
	meet(c.Calls)
}

// response is what ends the wait for one answer, of which the longest is high: one
// that grows from round to round of a loop has no longest where nobody knows how
// many there are.
func (l *linker) response(ev tree.Event, high int64) Bound {
	w := ev.Node.Wait
	out := Bound{Kind: Unbounded}
	switch {
	case w.Cap != nil && ev.One.Known && ev.One.Hi < tree.Forever:
		out = Bound{Kind: Bounded, D: time.Duration(max(high, ev.One.Hi)), From: ev.Limit().From, Place: l.place(ev.Limit().Place)}
		if w.Effect == "sleep" {
			out.From = w.What
		}
		if ev.Guess && w.Cap.Varies() {
			out = Bound{Kind: Unseen, From: out.From, Place: out.Place}
		}
	case w.Cap != nil && (!ev.One.Known || ev.One.Hi < tree.Forever):
		out = Bound{Kind: Unseen, From: w.From.From, Place: l.place(w.From.Place)}
	case w.Driver && !l.world.Clock().Plain:
		out = Bound{Kind: Unseen, From: "its driver's limits"}
	}
	if ev.By != nil && (out.Kind != Bounded || time.Duration(ev.D) < out.D) {
		if d := ev.By.Num.Eval(nil); d.Known {
			return Bound{Kind: Bounded, D: time.Duration(d.Hi), From: cmp.Or(ev.By.Why, "context.WithTimeout"), Place: l.place(ev.By.Place)}
		}
	}
	switch {
	case out.Kind != Unbounded && !w.Driver:
	case out.Kind == Bounded:
	case ev.Entry:
		out = Bound{Kind: Inherited, From: "the entry's context"}
	case ev.Unseen:
		out = Bound{Kind: Unseen, From: "its context"}
	}
	return out
}

// dependency is what a wait is for: the package that asks stands for it, where
// the code gives no other name. A pause is for nothing.
func (l *linker) dependency(w *tree.Wait, fn *tree.Func, c Call) string {
	if w.Effect == "sleep" {
		return ""
	}
	name := cmp.Or(w.Target, packageOf(fn.Name))
	d := l.deps[name]
	if d == nil {
		d = &Dependency{Name: name, Place: c.Place}
		l.deps[name] = d
	}
	add(&d.What, c.What)
	add(&d.Callers, fn.Short)
	for i, s := range c.Path {
		to := name
		if i+1 < len(c.Path) {
			to = c.Path[i+1].Function
		}
		if s.Function != to {
			l.edges[Edge{From: s.Function, To: to, Place: s.Place}] = s.Attempts
		}
	}
	return name
}

func add(list *[]string, s string) {
	if !slices.Contains(*list, s) {
		*list = append(*list, s)
		slices.Sort(*list)
	}
}

// packageOf is the last element of the import path in a function's full name.
func packageOf(full string) string {
	full = strings.TrimLeft(full, "(*")
	slash := strings.LastIndexByte(full, '/')
	name := full[slash+1:]
	if dot := strings.IndexByte(name, '.'); dot >= 0 {
		name = name[:dot]
	}
	return name
}

func (l *linker) dependencies() []Dependency {
	var out []Dependency
	for _, d := range l.deps {
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, b Dependency) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func (l *linker) graph() []Edge {
	var out []Edge
	for e, n := range l.edges {
		e.Attempts = n
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Edge) int {
		return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.To, b.To), strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(a.Place.Column, b.Place.Column))
	})
	return out
}
