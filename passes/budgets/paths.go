package budgets

import (
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// front is the path that comes off before a router sees what is left.
type front struct {
	path    string
	seen    bool
	mounted bool // by another router
}

// Hidden stands in the name of an entry for a part of its path that could not be
// seen: "GET …/orders".
const Hidden = "…"

// named is a door with its whole path, from the server on.
func (w *World) named(d waits.Door) waits.Door {
	if !w.Whole || !d.Routed {
		return d
	}
	f := front{seen: !d.Below}
	if f.seen {
		f = w.frontOf(d.Router, d.Alone)
	}
	f.seen = f.seen && !d.Vague
	method, path, ok := strings.Cut(d.Name, " ")
	switch {
	case ok:
		method += " "
	case strings.Contains(d.Name, "/"): // any method
		method, path = "", d.Name
	case d.Name != "":
		method += " "
	}
	switch {
	case !f.seen:
		path = Hidden + path
	case f.path != "" && path != "":
		path = strings.TrimRight(f.path, "/") + "/" + strings.TrimLeft(path, "/")
	case path == "":
		path = f.path
	}
	if path == "" {
		path = "/"
	}
	d.Name = method + path
	return d
}

// frontOf is what comes off before a router sees a path: nothing, where a server
// or the framework itself hands it all requests, or what the routers take off
// that hand them on.
func (w *World) frontOf(router string, alone bool) front {
	if router == "" {
		return front{seen: alone}
	}
	if f, ok := w.fronts[router]; ok {
		return f
	}
	w.fronts[router] = front{} // one below itself is not seen
	f := w.mounted(router)
	switch s := w.serverOf(router); {
	case f != nil:
	case s != nil:
		f = &front{seen: !w.cut(s.Handler, router)}
	default:
		f = &front{seen: alone}
	}
	w.fronts[router] = *f
	return *f
}

// mounted is what the routers take off that hand requests on to another; nil:
// none does.
func (w *World) mounted(router string) *front {
	var out *front
	for _, p := range w.Packages {
		for _, m := range p.Mounts {
			if m.Router == router || !w.reaches(m.Handler, router) {
				continue
			}
			f := front{}
			if m.Seen && !w.cut(m.Handler, router) {
				f = w.frontOf(m.Router, m.Alone)
				f.path = strings.TrimRight(f.path, "/") + m.Path
			}
			f.mounted = true
			if out != nil && *out != f {
				f = front{mounted: true}
			}
			out = &f
		}
	}
	return out
}

// cut: on the way from a handler to a router something is taken off the path.
func (w *World) cut(handler *tree.FuncVal, router string) bool {
	o := w.clock(map[string]*tree.Func{waits.MuxName + router: probe(entries.Web)}).Least(handler, 1)
	return slices.ContainsFunc(o.Log, func(e tree.Event) bool {
		return slices.ContainsFunc(e.Path, func(h tree.Hop) bool { return strings.HasPrefix(h.Fn.Name, "net/http.StripPrefix") })
	})
}

// wrapped: what runs around a door's router could not be seen, and may end the
// context that its handler is given.
func (w *World) wrapped(d waits.Door) bool {
	if !w.Whole || !d.Routed || w.serverOf(d.Router) != nil {
		return false
	}
	f := w.frontOf(d.Router, d.Alone)
	return d.Below || !f.seen || f.mounted
}
