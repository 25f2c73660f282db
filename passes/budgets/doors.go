package budgets

import (
	"cmp"
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
	Unsure  bool       // the program may be set up to give it another time
}

// Served is a function that a server serves without a router.
type Served struct {
	Place tree.Place // of the server
	Func  string
	Time  Time
}

// Times answers for the doors of a world.
type Times interface {
	Door(place tree.Place) (Time, bool)
	Alone() []Served
}

// time is what is known of the time of a door beyond its package.
func (w *World) time(place tree.Place) (Time, bool) {
	if w.Times == nil {
		return Time{}, false
	}
	return w.Times.Door(place)
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
		skip := 0
		if strings.HasPrefix(s.Func, "(") && !strings.Contains(s.Func, "$") {
			skip = 1
		}
		core := &tree.FuncVal{Name: s.Func, Skip: skip}
		out = append(out, w.entry(waits.Door{Kind: string(entries.ToHandler), Name: f.Short, Short: cmp.Or(f.Short, s.Func), Place: s.Place, Function: f.Place, Handler: core, Core: core}, &s.Time))
	}
	return out
}
