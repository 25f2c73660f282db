package budgets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// promises looks at every function for itself: what it calls under a deadline of its
// own, or starts and waits for no longer than that, and what takes longer.
func (w *World) promises() []Break {
	var out []Break
	clock := w.Clock()
	for _, p := range w.Packages {
		for _, f := range p.Funcs {
			for _, g := range w.promising(f, nil) {
				out = append(out, w.kept(clock.Kept(&tree.FuncVal{Name: g.Name}, tree.Forever), func(tree.Event) int { return 0 })...)
			}
		}
	}
	return out
}

// promising are the functions, of one and the literals in it, that give a time, or hand
// a function to one that does.
func (w *World) promising(f *tree.Func, out []*tree.Func) []*tree.Func {
	gives := false
	tree.Walk(f.Body, func(n *tree.Node) {
		gives = gives || n.Kind == tree.Deadline || n.Kind == tree.Aside
		if gives {
			return
		}
		if to := w.lentTo(n); to != nil {
			tree.Walk(to.Body, func(n *tree.Node) { gives = gives || n.Kind == tree.Deadline })
		}
	})
	if gives {
		out = append(out, f)
	}
	for _, l := range f.Lits {
		out = w.promising(l, out)
	}
	return out
}

// kept judges one run of a function; depth is where on a way it is.
func (w *World) kept(o tree.Outcome, depth func(tree.Event) int) []Break {
	var out []Break
	for _, log := range append(o.Rounds, o.Log) {
		if len(log) > 0 {
			out = append(out, w.promised(log, depth(log[0]))...)
		}
	}
	return out
}

// promised judges what passed on one way through a function against the times that
// were given on it, from a depth on.
func (w *World) promised(log []tree.Event, depth int) []Break {
	type group struct {
		promise *tree.Promise
		site
	}
	var groups []group
	for _, ev := range log {
		p := ev.Under
		if p == nil || !within(p, ev, depth) || letsGo(ev) {
			continue
		}
		i := slices.IndexFunc(groups, func(g group) bool {
			return g.promise.By == p.By && g.promise.Made == p.Made && g.promise.Call == p.Call
		})
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{promise: p})
		}
		groups[i].events = append(groups[i].events, ev)
		groups[i].total += ev.D
	}
	var out []Break
	for _, g := range groups {
		if last := g.events[len(g.events)-1]; g.total > g.promise.Span() && last.Start+last.D > g.promise.End {
			g.depth = g.depthOf(g.promise)
			out = append(out, w.broken(g.site, g.promise))
		}
	}
	return out
}

// within: the function that gives the time is on the way, no further out than depth.
func within(p *tree.Promise, ev tree.Event, depth int) bool {
	for i, h := range ev.Path {
		if h.Fn == p.In {
			return i >= depth
		}
	}
	return false
}

// letsGo: a function on the way ends something, and may need its time after all else
// has ended.
func letsGo(ev tree.Event) bool {
	return slices.ContainsFunc(ev.Path, func(h tree.Hop) bool { return knowledge.LetsGo(h.Fn.Name) })
}

// broken says of a site that it takes longer than the promise.
func (w *World) broken(s site, p *tree.Promise) Break {
	longest := s.longest()
	who, until := s.patience(p)
	b := Break{Rule: rules.OverBudget, Confidence: rules.High, Place: w.spot(longest, s.depth), Door: p.By.Place}
	if p.Call != nil {
		b.Door = p.Call.Place
	}
	round := s.retried()
	switch {
	case p.By.Kind == tree.Aside && longest.D > p.Span():
		b.Confidence = rules.Medium
		b.Message = fmt.Sprintf("%s goes on for up to %s%s, but %s; give it a context that ends then, or a limit that fits", longest.Node.Wait.What, short(longest.D), because(longest), who)
	case longest.D > p.Span():
		b.Message = fmt.Sprintf("%s may take %s%s and %s, but %s; give it that context, or a limit that fits", longest.Node.Wait.What, short(longest.D), because(longest), until, who)
	case round != nil:
		b.Rule, b.Place = rules.BudgetRetry, beside(round.place, b.Door)
		b.Message = fmt.Sprintf("%s and %s, but %s; give the attempts and the pauses that context, or make fewer and shorter ones", s.arithmetic(), until, who)
	default:
		b.Rule, b.Place = rules.BudgetSum, b.Door
		b.Message = fmt.Sprintf("%s, one after the other, and %s, but %s; give each that context: then they share its time", s.arithmetic(), until, who)
	}
	for _, h := range longest.Path[s.depth:] {
		if h.Call != nil && h.Call.Place.Line > 0 && h.Call.Place != b.Place {
			b.Path = append(b.Path, Step{h.Call.Place, "through " + h.Fn.Short})
		}
	}
	if longest.Node.Place != b.Place {
		b.Path = append(b.Path, Step{longest.Node.Place, "waits in " + longest.Node.Wait.What})
	}
	if at := longest.Limit().Place; at.Line > 0 {
		b.Path = append(b.Path, Step{at, "its limit is set here"})
	}
	b.Path = append(b.Path, Step{p.By.Place, "the time that it is given"})
	return b
}

// depthOf is where on the site's ways the function is that gives the time.
func (s site) depthOf(p *tree.Promise) int {
	return max(slices.IndexFunc(s.longest().Path, func(h tree.Hop) bool { return h.Fn == p.In }), 0)
}

// patience is who waits for how long, and what of its context does not happen.
func (s site) patience(p *tree.Promise) (who, until string) {
	until = "no context ends it"
	if len(s.events) > 1 {
		until = "no context ends that"
	}
	name := cmp.Or(p.In.Short, p.In.Name)
	switch {
	case p.By.Kind == tree.Aside:
		return fmt.Sprintf("%s waits for it no longer than %s%s", name, short(p.Span()), at(p.By.Place)), until
	case p.Call == nil:
		return fmt.Sprintf("%s gives itself %s%s", name, short(p.Span()), at(p.By.Place)), until
	}
	to := ""
	longest := s.longest()
	for i, h := range longest.Path {
		if h.Call == p.Call && i+1 < len(longest.Path) {
			to = longest.Path[i+1].Fn.Short
		}
	}
	if to == "" || strings.Contains(to, "$") {
		to = "it"
	}
	return fmt.Sprintf("%s gives %s %s%s", name, to, short(p.Span()), at(p.By.Place)), until
}
