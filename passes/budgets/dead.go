package budgets

import (
	"fmt"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// dead are the deadlines that a shorter one in the same function hides.
func dead(f *tree.Func, log []tree.Event) []Break {
	out := hidden(f, log)
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

// hidden are the deadlines of a function under which nothing waits but requests that
// end by themselves before.
func hidden(f *tree.Func, log []tree.Event) []Break {
	type sum struct {
		total int64
		last  tree.Event
		sure  bool
	}
	under := map[*tree.Node]*sum{}
	var order []*tree.Node
	for _, ev := range log {
		d := ev.Heeds
		if d == nil || !d.Plain || ev.Node.Kind != tree.Sink || !own(f, d) {
			continue
		}
		s := under[d]
		if s == nil {
			s = &sum{sure: true}
			under[d] = s
			order = append(order, d)
		}
		s.sure = s.sure && ev.One.Known && !ev.Guess && ev.Limit().From == "http.Client.Timeout" && ev.Node.Wait.Tries == nil
		s.total += ev.One.Hi
		s.last = ev
	}
	var out []Break
	for _, d := range order {
		s, v := under[d], d.Num.Eval(nil)
		if !s.sure || !v.Known || s.total >= v.Lo {
			continue
		}
		what := s.last.Node.Wait.What + " ends by itself"
		if s.total > s.last.One.Hi {
			what = "the requests under it end"
		}
		out = append(out, Break{Rule: rules.DeadTimeout, Confidence: rules.High, Place: d.Place,
			Message: fmt.Sprintf("%s never fires: %s after %s%s; leave it out, or make it shorter", short(v.Lo), what, short(s.total), because(s.last)),
			Path:    []Step{{s.last.Node.Place, "ends first"}}})
	}
	return out
}

// late is a handler's answer for the time after which it is given up, which its server
// has cut off before.
func (e *Entry) late() []Break {
	gives := e.answers
	if gives.Kind != "bounded" && strings.Contains(e.Cancel.From, "TimeoutHandler") {
		gives = e.Cancel
	}
	if e.Server == nil || e.Server.Write.Kind != "bounded" || gives.Kind != "bounded" || gives.Nanos <= e.Server.Write.Nanos {
		return nil
	}
	b := Break{Rule: rules.DeadTimeout, Confidence: rules.High, Place: gives.Place, Entry: e.Name, Door: e.Place,
		Message: fmt.Sprintf("the answer after %s never arrives: the server cuts off what is written after %s%s; make it shorter than that, so that the client is told", short(gives.Nanos), short(e.Server.Write.Nanos), at(e.Server.Write.Place))}
	if e.Server.Write.Place.Line > 0 {
		b.Path = []Step{{e.Server.Write.Place, "cuts off first"}}
	}
	return []Break{b}
}

// connecting are dialers that are given more time than the whole request.
func (w *World) connecting() []Break {
	var out []Break
	for _, p := range w.Packages {
		for _, f := range p.Funcs {
			for _, g := range everything(f, nil) {
				tree.Walk(g.Body, func(n *tree.Node) {
					if n.Kind != tree.Sink || n.Wait.Connect.Kind != "bounded" || n.Wait.Connect.Place.Line == 0 || n.Wait.Cap == nil || n.Wait.From.From != "http.Client.Timeout" {
						return
					}
					if all := n.Wait.Cap.Eval(nil); all.Known && n.Wait.Connect.Nanos > all.Hi {
						out = append(out, Break{Rule: rules.DeadTimeout, Confidence: rules.High, Place: n.Wait.Connect.Place,
							Message: fmt.Sprintf("%s for connecting never passes: the whole request ends after %s (%s%s); make it shorter, so that a server that is not there is told from one that is slow", short(n.Wait.Connect.Nanos), short(all.Hi), n.Wait.From.From, where(n.Wait.From.Place)),
							Path:    []Step{{n.Wait.From.Place, "ends first"}}})
					}
				})
			}
		}
	}
	return out
}

// everything is a function and the literals in it.
func everything(f *tree.Func, out []*tree.Func) []*tree.Func {
	out = append(out, f)
	for _, l := range f.Lits {
		out = everything(l, out)
	}
	return out
}
