package budgets

import (
	"path"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// callers counts the places in sight from which a function is called, or at which it
// is given away.
func (w *World) callers(name string) int {
	if w.called == nil {
		w.called = map[string]int{}
		for _, p := range w.Packages {
			for _, f := range p.Funcs {
				w.count(f)
			}
		}
	}
	return w.called[name]
}

func (w *World) count(f *tree.Func) {
	value := func(v *tree.FuncVal) {
		if v != nil && v.Name != "" {
			w.called[v.Name]++
		}
	}
	tree.Walk(f.Body, func(n *tree.Node) {
		names := n.Names
		if n.Iface != "" && w.Whole {
			names, _ = w.implementations(n.Iface)
		}
		for _, name := range names {
			w.called[name]++
		}
		value(n.Fn)
		for _, a := range n.Args {
			value(a.Fn)
		}
	})
	for _, l := range f.Lits {
		w.count(l)
	}
}

// spot is where a reviewer would look at a wait that takes too long on one way to it:
// the wait, or the call on the way, behind from, that leads to a function which has
// other callers as well.
func (w *World) spot(ev tree.Event, from int) tree.Place {
	for i := len(ev.Path) - 1; i > from; i-- {
		call := ev.Path[i-1].Call
		lends := ev.Path[i].Call != nil && ev.Path[i].Call.Fn != nil && ev.Path[i].Call.Fn.IsPar // what it calls is its caller's
		if call != nil && call.Place.Line > 0 && !lends && w.callers(ev.Path[i].Fn.Name) > 1 {
			return call.Place
		}
	}
	return ev.Node.Place
}

// beside is a place, where it is in the package of another, which stands for it where
// it is not.
func beside(place, other tree.Place) tree.Place {
	if path.Dir(place.File) == path.Dir(other.File) {
		return place
	}
	return other
}
