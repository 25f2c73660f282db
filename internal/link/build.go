package link

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Options says what is known of a module besides its code.
type Options struct {
	Module   string                      // its path
	Dir      string                      // places are relative to it
	Promises map[string]Promise          // by entry: what is promised of it elsewhere
	Services map[string]map[string]Reach // by service, then by function of this module: the entry that it calls there
}

// Promise is a time after which nobody waits for an entry's answer any more.
type Promise struct {
	D    time.Duration
	From string // ".timeoutlint.yml"
}

// Reach is an entry of another service that a function of this module calls.
type Reach struct {
	Service string
	Entry   Entry
}

// Build joins the summaries of a module's packages. Those that are nil, of
// packages that crashed, are left out.
func Build(packages []*waits.Result, o Options) *Report {
	l := newLinker(packages, o)
	r := &Report{Module: o.Module}
	for i := range l.entries {
		r.Entries = append(r.Entries, l.entry(&l.entries[i]))
	}
	l.attach(r)
	slices.SortStableFunc(r.Entries, func(a, b Entry) int {
		return cmp.Or(strings.Compare(string(a.Kind), string(b.Kind)), strings.Compare(a.Name, b.Name), strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
	})
	r.Dependencies, r.Graph = l.dependencies(), l.graph()
	for what, n := range l.unknown {
		r.Unknown = append(r.Unknown, Unknown{what, n})
	}
	slices.SortFunc(r.Unknown, func(a, b Unknown) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.What, b.What))
	})
	return r
}

type linker struct {
	Options
	world   *budgets.World
	entries []budgets.Entry
	breaks  []budgets.Break
	files   map[string]string

	deps    map[string]*Dependency
	edges   map[Edge]Count
	unknown map[string]int
}

func newLinker(packages []*waits.Result, o Options) *linker {
	l := &linker{Options: o, files: map[string]string{}, deps: map[string]*Dependency{}, edges: map[Edge]Count{}, unknown: map[string]int{}}
	var kept []*waits.Result
	for _, p := range packages {
		if p == nil {
			continue
		}
		kept = append(kept, p)
		for name, file := range p.Files {
			l.files[name] = file
		}
	}
	l.world = budgets.New(kept, true)
	l.world.Promise = func(name string) (tree.Limit, bool) {
		p, ok := o.Promises[name]
		return tree.Limit{Kind: "bounded", Nanos: int64(p.D), From: p.From}, ok && p.D > 0
	}
	l.entries = l.world.Entries()
	l.breaks = l.world.Breaks(l.entries)
	return l
}

// place is a place as the user knows it.
func (l *linker) place(p tree.Place) Place {
	if p.Line == 0 {
		return Place{}
	}
	file := p.File
	if full, ok := l.files[file]; ok {
		file = full
		if rel, err := filepath.Rel(l.Dir, full); err == nil {
			file = rel
		}
	}
	return Place{File: filepath.ToSlash(file), Line: p.Line, Column: p.Column}
}

func (l *linker) bound(b tree.Limit) Bound {
	out := Bound{Kind: Unseen, From: b.From, Place: l.place(b.Place)}
	switch b.Kind {
	case "":
		out.Kind = ""
	case "bounded":
		if b.Nanos > 0 {
			out.Kind, out.D = Bounded, time.Duration(b.Nanos)
		}
	case "none":
		out.Kind = Unbounded
	}
	return out
}

func wait(least, most tree.Outcome) Wait {
	return Wait{Lo: time.Duration(least.T), Hi: time.Duration(max(most.T, least.T)), Unbounded: most.Unbounded, Unknown: most.Unknown}
}

// entry is one entry of the report.
func (l *linker) entry(e *budgets.Entry) Entry {
	out := Entry{
		Name: e.Name, Kind: Kind(e.Kind), Function: e.Short, Place: l.place(e.Place),
		Use: l.bound(e.Use), Cancel: l.bound(e.Cancel),
	}
	if out.Name == "" {
		out.Name = e.Short
	}
	cancel := int64(tree.Forever)
	if e.Cancel.Kind == "bounded" {
		cancel = e.Cancel.Nanos
	}
	out.Own = wait(e.Clock.Least(e.Run, 0), e.Clock.Most(e.Run, 0))
	least, most := e.Clock.Least(e.Run, cancel), e.Clock.Most(e.Run, cancel)
	out.Worst = wait(least, most)
	bare, open := e.Bare()
	freeLeast, freeMost := bare.Least(open, tree.Forever), bare.Most(open, tree.Forever)
	all := wait(freeLeast, freeMost)
	out.Governed = Wait{Lo: max(0, all.Lo-out.Own.Lo), Hi: max(0, all.Hi-out.Own.Hi), Unbounded: all.Unbounded && !out.Own.Unbounded, Unknown: all.Unknown}
	for _, why := range most.Unknown {
		l.unknown[why]++
	}
	out.Calls = l.calls(e, freeLeast, freeMost)
	for _, b := range l.breaks {
		if b.Entry == e.Name && b.Door == e.Place && b.Rule != rules.BudgetHop {
			out.Breaks = append(out.Breaks, l.broken(b))
		}
	}
	slices.SortFunc(out.Breaks, func(a, b Break) int {
		return cmp.Or(strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line), strings.Compare(a.Rule, b.Rule))
	})
	return out
}

func (l *linker) broken(b budgets.Break) Break {
	out := Break{Rule: b.Rule.Name, Confidence: string(b.Confidence), Message: b.Message, Place: l.place(b.Place)}
	for _, s := range b.Path {
		out.Path = append(out.Path, Step{Function: s.Text, Place: l.place(s.Place), Attempts: Count{Lo: 1, Hi: 1, Known: true}})
	}
	return out
}
