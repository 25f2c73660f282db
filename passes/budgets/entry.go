package budgets

import (
	"cmp"
	"slices"

	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

func (w *World) entry(d waits.Door, known *Time) Entry {
	d.Name = cmp.Or(d.Name, d.Short)
	e := Entry{Door: d, world: w}
	handler := d.Handler
	for _, group := range slices.Backward(d.Groups) {
		r := w.routers[group]
		for _, around := range slices.Backward(r.Around) {
			if r.Unary {
				handler = waits.Intercepted(around, handler)
			} else {
				handler = waits.Around(around, handler)
			}
		}
		e.around += len(r.Around)
		e.Opaque = e.Opaque || r.Opaque
	}
	e.Opaque = e.Opaque && (known == nil || known.Ends.Kind == "unknown")
	e.Server = w.serverOf(d.Router)
	w.run(&e, handler)
	if known != nil {
		w.know(&e, *known)
	}
	w.use(&e)
	return e
}

// run finds out how an entry is run, and when its context ends. Where it cannot be
// followed through all that is around it, it is run without.
func (w *World) run(e *Entry, handler *tree.FuncVal) {
	d := e.Door
	in := func(handler *tree.FuncVal, server *waits.Server) (tree.Clock, *tree.FuncVal) {
		extra := map[string]*tree.Func{doorName: e.door(handler), probeName: probe(d.Frame)}
		if server == nil {
			return w.clock(extra), &tree.FuncVal{Name: doorName}
		}
		extra[waits.MuxName+d.Router] = extra[doorName]
		return w.clock(extra), server.Handler
	}
	e.Clock, e.Run = in(handler, e.Server)
	clock, probed := in(waits.WithCore(handler, &tree.FuncVal{Name: probeName}), e.Server)
	least := clock.Least(probed, tree.Forever)
	e.Cancel = ends(least)
	if !arrives(least) && w.Times != nil {
		e.Clock, e.Run = in(d.Handler, nil)
		if d.Core != nil && !d.Core.IsPar && d.Core.Made == nil && !enters(e.Clock.Most(e.Run, tree.Forever)) {
			e.Clock, e.Run = in(d.Core, nil)
		}
	}
	if e.Cancel.Kind == "bounded" && !always(clock.Most(probed, tree.Forever)) {
		e.Cancel = tree.Limit{Kind: "unknown", From: "not on every way"}
	}
	if e.Cancel.Kind == "none" && e.given() {
		e.Cancel = tree.Limit{Kind: "unknown", From: "whoever calls"}
	}
	if e.Cancel.Kind == "none" && w.wrapped(d) {
		e.Cancel = tree.Limit{Kind: "unknown", From: "what is around its router"}
	}
	if e.Cancel.Kind == "bounded" {
		e.Cancel.Place = d.Place
	}
	if d.Given.Kind == "bounded" && (e.Cancel.Kind != "bounded" || d.Given.Nanos < e.Cancel.Nanos) {
		e.Cancel = d.Given
	}
}

// given: whoever calls may give the context a deadline.
func (e *Entry) given() bool {
	return e.Kind == string(entries.ToRPC) || e.Kind == string(entries.ToConsumer) || e.Server != nil && e.Server.Base
}

// arrives: a run has come to the probe.
func arrives(o tree.Outcome) bool {
	return slices.ContainsFunc(o.Log, func(e tree.Event) bool { return e.Node.Wait != nil && e.Node.Wait.What == probeName })
}

// enters: a run has come to a function with a body.
func enters(o tree.Outcome) bool {
	return slices.ContainsFunc(o.Log, func(e tree.Event) bool { return len(e.Path) > 1 && e.Path[len(e.Path)-1].Fn.Name != doorName })
}
