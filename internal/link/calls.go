package link

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// calls are the waits behind an entry, one for each way to each.
func (l *linker) calls(e *budgets.Entry, least, most tree.Outcome) []Call {
	counts, certain := newCounter(least, most), map[string]int64{}
	for _, ev := range least.Log {
		certain[places(ev)] += ev.D
	}
	var out []Call
	seen := map[string]bool{} // the same code on several alternatives is one line
	for _, ev := range most.Log {
		k := places(ev)
		if ev.Node.Kind != tree.Sink || seen[k] {
			continue
		}
		seen[k] = true
		out = append(out, l.call(e, ev, counts, certain[k]))
	}
	return out
}

// places names the way to an event by where the code is.
func places(ev tree.Event) string {
	var b strings.Builder
	for _, h := range ev.Path {
		if h.Call != nil {
			fmt.Fprintf(&b, "%v>", h.Call.Place)
		}
	}
	fmt.Fprintf(&b, "%v", ev.Node.Place)
	return b.String()
}

func (l *linker) call(e *budgets.Entry, ev tree.Event, counts *counter, certain int64) Call {
	w := ev.Node.Wait
	c := Call{
		What: w.What, Place: l.place(ev.Node.Place), Clipped: ev.Entry,
		Connect: l.bound(w.Connect), Pool: l.bound(w.Pool), Response: l.response(ev),
		Idempotent: Answer(cmp.Or(w.Idempotent, string(Maybe))), Why: w.Reason, Parallel: ev.Group, Optional: ev.Optional,
	}
	walk, total, endless := counts.walk(), 1, false
	count := func(path []tree.Hop, fn *tree.Func, n *tree.Node) Count {
		times := walk.next(path, fn, n)
		if ev.Guess && n.Again && times == 1 { // a retry whose rounds nothing limits is walked once
			endless = true
			return Count{Lo: 1, Endless: true}
		}
		total *= times
		return Count{Lo: times, Hi: times, Known: true}
	}
	start := e.Depth(ev)
	for i, h := range ev.Path {
		if h.Call == nil {
			continue
		}
		n := count(ev.Path[:i], h.Fn, h.Call)
		if i >= start {
			c.Path = append(c.Path, Step{Function: h.Fn.Short, Place: l.place(h.Call.Place), Attempts: n, Retry: h.Call.Again})
		}
	}
	last := ev.Path[len(ev.Path)-1]
	c.Attempts = count(ev.Path[:len(ev.Path)-1], last.Fn, ev.Node)
	tries := int64(1)
	if w.Tries != nil {
		if v := w.Tries.Eval(nil); v.Known && v.Lo > 0 {
			tries = v.Lo
		}
	}
	c.Attempts.Lo, c.Attempts.Hi = c.Attempts.Lo*int(tries), c.Attempts.Hi*int(tries)
	c.Retry = ev.Node.Again || tries > 1
	c.Path = append(c.Path, Step{Function: last.Fn.Short, Place: l.place(ev.Node.Place), Attempts: c.Attempts, Retry: c.Retry})
	c.Total = Count{Lo: total * int(tries), Hi: total * int(tries), Known: !ev.Guess, Endless: endless}
	if ev.Guess {
		c.Total.Lo = 1
	}
	c.Dependency = l.dependency(w, last.Fn, c)
	l.reach(e, &c)

	one := time.Duration(ev.One.Lo)
	c.All = Wait{Lo: time.Duration(certain)}
	switch {
	case ev.One.Known && ev.One.Lo < tree.Forever:
		c.Wait = Wait{Lo: one * time.Duration(c.Attempts.Lo), Hi: time.Duration(ev.One.Hi) * time.Duration(c.Attempts.Hi)}
		c.All.Hi = time.Duration(counts.longest(ev, c.Total.Hi))
		if c.Total.Hi > 1 || ev.One.Lo != ev.One.Hi {
			c.Arithmetic = fmt.Sprintf("%d × %s", c.Total.Hi, durations.Short(one))
			if ev.One.Lo != ev.One.Hi {
				c.Arithmetic += "…" + durations.Short(time.Duration(ev.One.Hi))
			}
			c.Arithmetic += " = " + durations.Short(one*time.Duration(c.Total.Hi))
		}
	case c.Response.Kind == Bounded:
		c.Wait = Wait{Lo: 0, Hi: c.Response.D * time.Duration(c.Attempts.Hi)}
		c.All.Hi = c.Response.D * time.Duration(c.Total.Hi)
	case w.Cap == nil:
		c.Wait.Unbounded, c.All.Unbounded = true, true
	default:
		c.Wait.Unknown, c.All.Unknown = []string{w.What + ": its limit"}, []string{w.What + ": its limit"}
	}
	if ev.Guess {
		c.Wait.Unknown, c.All.Unknown = []string{"how often"}, []string{"how often"}
	}
	return c
}

// response is what ends the wait for one answer.
func (l *linker) response(ev tree.Event) Bound {
	w := ev.Node.Wait
	out := Bound{Kind: Unbounded}
	switch {
	case w.Cap != nil && ev.One.Known && ev.One.Hi < tree.Forever:
		out = Bound{Kind: Bounded, D: time.Duration(ev.One.Hi), From: w.From.From, Place: l.place(w.From.Place)}
		if w.Effect == "sleep" {
			out.From = w.What
		}
	case w.Cap != nil && (!ev.One.Known || ev.One.Hi < tree.Forever):
		out = Bound{Kind: Unseen, From: w.From.From, Place: l.place(w.From.Place)}
	}
	if ev.By != nil && (out.Kind != Bounded || time.Duration(ev.D) < out.D) {
		if d := ev.By.Num.Eval(nil); d.Known {
			return Bound{Kind: Bounded, D: time.Duration(d.Hi), From: cmp.Or(ev.By.Why, "context.WithTimeout"), Place: l.place(ev.By.Place)}
		}
	}
	if out.Kind == Unbounded && ev.Entry {
		out = Bound{Kind: Inherited, From: "the entry's context"}
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
