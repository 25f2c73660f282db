package link

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/deploy"
	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// stopping reports whether a wait is for a server or a client to let everything end
// that is under way.
func stopping(n *tree.Node) bool {
	if n.Kind != tree.Sink {
		return false
	}
	name := n.Wait.What[strings.LastIndexByte(n.Wait.What, '.')+1:]
	return strings.HasPrefix(name, "Shutdown") || name == "GracefulStop" || name == "Drain"
}

// kills are the programs' bounds on their end: of several the longest.
func (b *beside) kills(at tree.Place) *deploy.Bound {
	var found *deploy.Bound
	for i := range b.bounds {
		x := &b.bounds[i]
		if x.Row.Bounds == deploy.Stop && x.Reported() && b.in(x.Programs, at) && (found == nil || rather(x, found)) {
			found = x
		}
	}
	return found
}

// stops holds the functions in which servers are shut down against the time after
// which the platform kills the program.
func (l *linker) stops() []budgets.Break {
	if len(l.beside.bounds) == 0 {
		return nil
	}
	var out []budgets.Break
	clock := l.world.Clock()
	seen := map[tree.Place]bool{}
	for _, p := range l.world.Packages {
		for _, f := range ends(p.Funcs) {
			x := l.beside.kills(f.Place)
			if x == nil {
				continue
			}
			b, ok := l.killed(f, x, clock.Least(&tree.FuncVal{Name: f.Name}, tree.Forever))
			if ok && !seen[b.Place] {
				seen[b.Place] = true
				out = append(out, b)
			}
		}
	}
	return out
}

// ends are the functions that shut something down themselves, or in a literal.
func ends(list []*tree.Func) []*tree.Func {
	var out []*tree.Func
	for _, f := range list {
		if f != nil && shuts(f) {
			out = append(out, f)
		}
	}
	return out
}

func shuts(f *tree.Func) bool {
	found := false
	tree.Walk(f.Body, func(n *tree.Node) { found = found || stopping(n) })
	return found
}

// stopped tells of ends that take too long at the start of their program: what runs
// there ends there.
func (l *linker) stopped(r *Report) {
	for _, b := range l.stops() {
		at := path.Dir(b.Place.File)
		for i := range l.entries {
			e := &l.entries[i]
			if e.Kind != string(Startup) || !l.beside.beneath(e.Place, at) {
				continue
			}
			place := l.place(e.Place)
			k := slices.IndexFunc(r.Entries, func(x Entry) bool { return x.Kind == Startup && x.Place == place })
			if k >= 0 {
				r.Entries[k].Breaks = append(r.Entries[k].Breaks, l.broken(b))
				break
			}
		}
	}
}

// beneath: the program that begins at a place has a package in it.
func (b *beside) beneath(main tree.Place, pkg string) bool {
	for _, in := range b.runs {
		if in[path.Dir(main.File)] && in[pkg] {
			return true
		}
	}
	return false
}

// killed adds up what a function lets pass from its first step of stopping on.
func (l *linker) killed(f *tree.Func, x *deploy.Bound, o tree.Outcome) (budgets.Break, bool) {
	var parts []string
	var longest tree.Event
	total, begun := int64(0), false
	for i, ev := range o.Log {
		last := ev.Path[len(ev.Path)-1].Fn
		sleeps := ev.Node.Kind == tree.Sink && ev.Node.Wait.Effect == "sleep" && last == f && slices.ContainsFunc(o.Log[i:], func(e tree.Event) bool { return stopping(e.Node) })
		switch {
		case stopping(ev.Node):
			begun = true
		case !sleeps || begun && ev.D == 0:
			continue
		}
		total += ev.D
		parts = append(parts, fmt.Sprintf("%s (%s)", durations.Short(time.Duration(ev.D)), ev.Node.Wait.What))
		if longest.Node == nil || ev.D > longest.D && stopping(ev.Node) {
			longest = ev
		}
	}
	if longest.Node == nil || total <= int64(x.D) {
		return budgets.Break{}, false
	}
	what := fmt.Sprintf("%s may take %s", longest.Node.Wait.What, durations.Short(time.Duration(longest.D)))
	if by := longest.By; by != nil && strings.Contains(by.Why, " ") {
		what += " (" + by.Why + ")"
	}
	if len(parts) > 1 {
		what = strings.Join(parts, " + ") + " = " + durations.Short(time.Duration(total)) + ", one after the other"
	}
	return budgets.Break{
		Rule: rules.OverBudget, Confidence: rules.Medium, Place: longest.Node.Place,
		Message: fmt.Sprintf("%s, but %s is killed %s after it is told to stop (%s); what is under way then is lost: give it less time here, or more there",
			what, x.Row.Who, durations.Short(x.D), l.written(x)),
		Path: []budgets.Step{{Place: l.beyond(x.File, x.Line), Text: "the time until " + x.Row.Who + " is killed"}},
	}, true
}
