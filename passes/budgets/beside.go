package budgets

import (
	"slices"

	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Front is what is known of an entry besides its code.
type Front struct {
	Limit    tree.Limit // after it nobody wants the answer; the zero value: not said
	Attempts int64      // that something in front makes of each request, the first included; 0 and 1: nothing does
	Place    tree.Place // where it is said

	Who    string     // that stops waiting after Limit, as a message names it; empty: the configuration says so
	How    string     // what else a message says of it: " without a byte of the answer"
	Where  string     // where Limit is said, as a message names it
	Ends   bool       // the entry's context ends with Limit, too
	Silent tree.Limit // after it nobody waits for an answer that has not begun; as Limit
	Quiet  *Front     // of Silent: Who, How, Where
}

// What follows the source of a time that something outside of the code may set, or
// sets: its name.
const (
	Unless = " unless "
	SetBy  = " set by "
)

// beside reports whether the entry's budget is what a file beside the code says.
func (e *Entry) beside() bool { return e.Front.Who != "" && e.Use == e.Front.Limit }

// surrounded finds what a file beside the code shows of an entry, and no budget of the
// code does: waits that nothing ends, and of what waits for an answer to begin those
// before anything is written.
func (e *Entry) surrounded(runs *Runs) []Break {
	var out []Break
	if e.beside() {
		out = e.endless(runs)
	}
	if s := e.Front.Silent; s.Kind == "bounded" && (e.Use.Kind != "bounded" || s.Nanos < e.Use.Nanos) {
		silent := *e
		silent.Use, silent.Front, silent.holds = s, *e.Front.Quiet, silent.unanswered
		silent.Front.Limit = s
		out = append(out, silent.over(runs)...)
	}
	return out
}

// unanswered reports whether a wait is over before the answer begins: no function on
// the way to it may have written by then. A remote call that is no stream answers
// when it returns.
func (e *Entry) unanswered(ev tree.Event) bool {
	if e.Kind == string(entries.ToRPC) {
		return true
	}
	return e.Kind == string(entries.ToHandler) && !streams(ev) && !slices.ContainsFunc(ev.Path, func(h tree.Hop) bool { return h.Fn.Writes })
}

// endless finds waits that nothing ends.
func (e *Entry) endless(runs *Runs) []Break {
	var out []Break
	for _, ev := range runs.Most(e.Ends()).Log {
		if ev.Node.Kind != tree.Sink || ev.Entry || ev.Unseen || ev.By != nil || ev.D > 0 || ev.Node.Wait.Cap != nil || ev.Node.Wait.Driver {
			continue
		}
		switch knowledge.Effect(ev.Node.Wait.Effect) {
		case knowledge.Requests, knowledge.Dials:
		default:
			continue
		}
		ev.D = tree.Forever
		s := e.sites([]tree.Event{ev})[0]
		out = append(out, e.broken(rules.OverBudget, s, e.world.spot(ev, s.depth), ev.Node.Wait.What+" may wait for ever, and no context of the request ends it", "give it the request's context, or a limit that fits"))
	}
	return out
}
