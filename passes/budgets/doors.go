package budgets

import (
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// Time is what whoever sees more than one package knows of the time that an entry
// has.
type Time struct {
	Ends    tree.Limit // its context, by what runs around it; none: nothing ends it
	Answers tree.Limit // nobody waits for its answer any longer; the zero value: not known
	Write   tree.Limit // WriteTimeout of its server; the zero value: not known
	Whole   bool       // nothing comes before its path
	Unsure  bool       // the program may be set up to give it another time
}

// Served is a function that a server serves without a router.
type Served struct {
	Place tree.Place // of the server
	Func  string
	Time  Time
}

// Opened is a function that is registered for a path.
type Opened struct {
	Name  string // "GET /orders"; empty: not known
	Frame entries.Frame
	Func  string
	Time  Time
}

// Times answers for the doors of a world.
type Times interface {
	Door(place tree.Place) (Time, bool)
	Opened(place tree.Place) []Opened
	Places() []tree.Place
	Alone() []Served
}

// time is what is known of the time of a door beyond its package.
func (w *World) time(place tree.Place) (Time, bool) {
	if w.Times == nil {
		return Time{}, false
	}
	return w.Times.Door(place)
}

// known is the entry of a door, with what is known beyond its package.
func (w *World) known(d waits.Door) Entry {
	t, ok := w.time(d.Place)
	switch {
	case !ok:
		return w.entry(w.named(d), nil)
	case t.Whole && !d.Vague && strings.Contains(d.Name, "/"):
		return w.entry(d, &t)
	}
	return w.entry(w.named(d), &t)
}

// know adds what is known of an entry's time. What was seen of its context stays,
// if it is shorter.
func (w *World) know(e *Entry, t Time) {
	e.unsure = t.Unsure
	e.answers = t.Answers
	switch {
	case t.Ends.Kind == "bounded" && (e.Cancel.Kind != "bounded" || t.Ends.Nanos <= e.Cancel.Nanos):
		e.Cancel = t.Ends
	case t.Ends.Kind == "unknown" && e.Cancel.Kind == "none", t.Ends.Kind == "none" && e.Cancel.Kind == "unknown" && !e.given():
		e.Cancel = t.Ends
	}
	if t.Write.Kind == "" || e.Server != nil && e.Server.Write.Kind == "bounded" {
		return
	}
	s := waits.Server{Place: e.Place}
	if e.Server != nil {
		s = *e.Server
	}
	s.Write = t.Write
	e.Server = &s
}

// alone adds the functions that servers serve without a router, and that no
// package could see to be served.
func (w *World) served(out []Entry) []Entry {
	for _, s := range w.Times.Alone() {
		f := w.funcs[s.Func]
		if f == nil {
			continue
		}
		at := slices.IndexFunc(out, func(e Entry) bool {
			return e.Place == s.Place && e.Core != nil && e.Core.Name == s.Func
		})
		if at >= 0 {
			w.know(&out[at], s.Time)
			w.use(&out[at])
			continue
		}
		out = append(out, w.entry(w.doorOf(f, s.Place, f.Short, entries.Web), &s.Time))
	}
	return out
}

// opened are the entries of a registration of which the handler, or the path, is
// what the function around it is given.
func (w *World) opened(place tree.Place) []Entry {
	if w.Times == nil {
		return nil
	}
	var out []Entry
	for _, o := range w.Times.Opened(place) {
		f := w.funcs[o.Func]
		if f == nil {
			continue
		}
		name := o.Name
		switch method, path, ok := strings.Cut(name, " "); {
		case name == "":
			name = f.Short
		case o.Time.Whole:
		case ok:
			name = method + " " + Hidden + path
		default:
			name = Hidden + name
		}
		out = append(out, w.entry(w.doorOf(f, place, name, o.Frame), &o.Time))
	}
	return out
}

func (w *World) doorOf(f *tree.Func, place tree.Place, name string, frame entries.Frame) waits.Door {
	skip := 0
	if strings.HasPrefix(f.Name, "(") && !strings.Contains(f.Name, "$") {
		skip = 1
	}
	core := &tree.FuncVal{Name: f.Name, Skip: skip}
	return waits.Door{Kind: string(entries.ToHandler), Name: name, Short: f.Short, Place: place, Function: f.Place, Handler: core, Core: core, Frame: frame}
}
