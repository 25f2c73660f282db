package budgets

import (
	"fmt"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// far finds a call of another service that goes on there when nobody here waits
// for it any more. What ends with its caller there is not held against it: a
// request that is given up ends it.
func (e *Entry) far(ev tree.Event) (Break, bool) {
	far := ev.Node.Wait.Far
	if far == nil || far.Own == 0 || !ev.Entry && ev.By == nil && ev.One.Hi == tree.Forever && e.Use.Kind == "bounded" {
		return Break{}, false // or it waits itself as long as the other side, which is a wait like any other
	}
	limit, who := int64(tree.Forever), ""
	shorter := func(nanos int64, text string) {
		if nanos > 0 && nanos < limit {
			limit, who = nanos, text
		}
	}
	if e.Use.Kind == "bounded" {
		shorter(e.Use.Nanos, e.patience())
	}
	if w := ev.Node.Wait; ev.One.Known && w.From.Kind == "bounded" && ev.One.Hi < tree.Forever {
		shorter(ev.One.Hi, fmt.Sprintf("%s stops waiting after %s (%s%s)", w.What, short(ev.One.Hi), w.From.From, where(w.From.Place)))
	}
	if ev.By != nil && ev.By.Num != nil {
		if v := ev.By.Num.Eval(nil); v.Known {
			shorter(v.Hi, fmt.Sprintf("its context ends after %s%s", short(v.Hi), at(ev.By.Place)))
		}
	}
	if far.Own <= limit {
		return Break{}, false
	}
	b := Break{Rule: rules.OverBudget, Confidence: rules.Medium, Place: ev.Node.Place, Entry: e.Name, Door: e.Place,
		Message: fmt.Sprintf("%s may go on with %s for %s whoever has left (%s), but %s; give that wait the request's context there, or a limit that fits",
			far.Service, far.Entry, short(far.Own), far.Why, who)}
	for _, h := range ev.Path[e.Depth(ev):] {
		if h.Call != nil && h.Call.Place.Line > 0 {
			b.Path = append(b.Path, Step{h.Call.Place, "through " + h.Fn.Short})
		}
	}
	b.Path = append(b.Path, Step{far.Place, "what answers is said here"})
	return b, true
}
