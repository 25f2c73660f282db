package link

import (
	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/routers"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// times is what the whole program shows of the time that entries have.
type times struct{ *routers.Domain }

// Door is what is known of the handler that is registered at a place.
func (t times) Door(at tree.Place) (budgets.Time, bool) {
	d, ok := t.Domain.Door(flow.Place(at))
	if !ok {
		return budgets.Time{}, false
	}
	return timeOf(d), true
}

// Alone are the functions that servers serve without a router.
func (t times) Alone() []budgets.Served {
	var out []budgets.Served
	for _, s := range t.Domain.Alone() {
		out = append(out, budgets.Served{Place: place(s.Place), Func: s.Func, Time: timeOf(s.Door)})
	}
	return out
}

// Opened are the functions that are registered at a place.
func (t times) Opened(at tree.Place) []budgets.Opened {
	var out []budgets.Opened
	for _, o := range t.Domain.Opened(flow.Place(at)) {
		frame := entries.Value
		if o.Frame == knowledge.WebFrame {
			frame = entries.Web
		}
		out = append(out, budgets.Opened{Name: o.Name, Frame: frame, Func: o.Func, Time: timeOf(o.Door)})
	}
	return out
}

// Places are those of all registrations.
func (t times) Places() []tree.Place {
	var out []tree.Place
	for _, p := range t.Domain.Places() {
		out = append(out, place(p))
	}
	return out
}

func timeOf(d routers.Door) budgets.Time {
	out := budgets.Time{Ends: tree.Limit{Kind: "none"}, Whole: d.Whole}
	switch l, ok := routers.Shortest(d.Around.Ends); {
	case ok:
		out.Ends, out.Unsure = limit(l), l.Outside || l.Maybe
	case d.Around.Partly:
		out.Ends = tree.Limit{Kind: "unknown", From: "not on every way"}
	case d.Around.Hidden, !d.Served:
		out.Ends = tree.Limit{Kind: "unknown", From: "what is around its router"}
	}
	if l, ok := routers.Shortest(d.Around.Answers); ok {
		out.Answers = limit(l)
		out.Unsure = out.Unsure || l.Outside || l.Maybe
	}
	switch {
	case d.Write != nil:
		out.Write = limit(*d.Write)
		out.Unsure = out.Unsure || d.Write.Outside
	case d.Endless:
		out.Write = tree.Limit{Kind: "none"}
	}
	return out
}

func limit(l routers.Limit) tree.Limit {
	return tree.Limit{Kind: "bounded", Nanos: l.Hi, From: l.Text, Place: place(l.Place)}
}
