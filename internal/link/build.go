package link

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/deploy"
	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/passes/wholeprogram"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Options says what is known of a module besides its code.
type Options struct {
	Module  string          // its path
	Dir     string          // places are relative to it
	Fronts  []Promise       // what is said of entries
	Remotes []Remote        // what answers calls
	Flow    []*flow.Package // of all packages: what their values may be
	Beside  *deploy.Result  // what files beside the code say; nil: nothing

	Libraries []*flow.Package // of the dependencies that were read
}

// Promise is what is said of the entries whose names match.
type Promise struct {
	Entry    string        // a name, in which * stands for anything
	Budget   time.Duration // after it nobody waits for the answer any more; 0: not said
	Attempts int           // that something in front makes of each request, the first included; 0 and 1: nothing does
	Said     tree.Place    // its file by its absolute name
}

// Matches reports whether a name fits a pattern of path.Match, in which * stands
// for anything, slashes included: names of entries are no paths.
func Matches(pattern, name string) bool {
	const slash = "\x01"
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", slash), strings.ReplaceAll(name, "/", slash))
	return pattern == name || ok && err == nil || strings.Contains(name, budgets.Hidden) && Matches(pattern, strings.Replace(name, budgets.Hidden, "", 1))
}

// Named reports whether an entry is meant by a name: its own, or that without
// the mark of what could not be seen of its path.
func Named(entry, name string) bool {
	return entry == name || strings.Replace(entry, budgets.Hidden, "", 1) == name
}

// Build joins the summaries of a module's packages. Those that are nil, of
// packages that crashed, are left out.
func Build(packages []*waits.Result, o Options) *Report {
	l := newLinker(packages, o)
	r := &Report{Module: o.Module}
	for i := range l.entries {
		r.Entries = append(r.Entries, l.entry(&l.entries[i]))
	}
	slices.SortStableFunc(r.Entries, func(a, b Entry) int {
		return cmp.Or(strings.Compare(string(a.Kind), string(b.Kind)), strings.Compare(a.Name, b.Name), strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
	})
	l.stopped(r)
	r.Dependencies, r.Graph = l.dependencies(), l.graph()
	for what, n := range l.unknown {
		r.Unknown = append(r.Unknown, Unknown{what, n})
	}
	r.Unmet = l.unmet()
	slices.SortFunc(r.Unknown, func(a, b Unknown) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.What, b.What))
	})
	return r
}

type linker struct {
	Options
	world   *budgets.World
	program *wholeprogram.Program // nil where Options.Flow is empty
	wider   *wholeprogram.Program // the same with libraries; nil where none was read
	entries []budgets.Entry
	routes  map[string]int // by handler
	once    budgets.Once
	files   map[string]string
	fars    *fars
	beside  *beside

	deps    map[string]*Dependency
	edges   map[Edge]Count
	unknown map[string]int
}

func newLinker(packages []*waits.Result, o Options) *linker {
	l := &linker{Options: o, once: budgets.Once{}, files: map[string]string{}, fars: newFars(o.Remotes), deps: map[string]*Dependency{}, edges: map[Edge]Count{}, unknown: map[string]int{}}
	if len(o.Flow) > 0 {
		l.program = wholeprogram.New(o.Flow, true)
		l.program.Routers() // asked first: what is asked of a program has a limit
		l.program.Resolver.Said = o.settings()
		l.fars.better = newBetter(l.program)
		if len(o.Libraries) > 0 {
			l.wider = wholeprogram.New(slices.Concat(o.Flow, o.Libraries), true)
			l.wider.Resolver.Limit = 2_000
		}
	}
	var kept []*waits.Result
	for _, p := range packages {
		if p == nil {
			continue
		}
		kept = append(kept, l.fars.join(p))
		for name, file := range p.Files {
			l.files[name] = file
		}
	}
	l.beside = newBeside(o.Beside, kept, o.Flow)
	l.world = budgets.New(kept, true)
	l.world.Front = l.front
	if l.program != nil {
		l.world.Times = times{l.program.Routers()}
		l.world.Narrow = l.fars.better.narrow
	}
	l.entries = l.world.Entries()
	l.routes = map[string]int{}
	for i := range l.entries {
		l.routes[l.handler(&l.entries[i])]++
	}
	return l
}

// handler is the function that an entry is registered with, or where that is.
func (l *linker) handler(e *budgets.Entry) string {
	if e.Core == nil || e.Core.IsPar || e.Core.Made != nil {
		return fmt.Sprintf("%s:%d:%d", e.Place.File, e.Place.Line, e.Place.Column)
	}
	return e.Core.Name
}

// front joins what is said of an entry: the shortest time, the most attempts. What
// the configuration says holds, and not what files beside the code do.
func (l *linker) front(e *budgets.Entry) budgets.Front {
	var out budgets.Front
	for _, p := range l.Fronts {
		if !Matches(p.Entry, e.Name) {
			continue
		}
		l.files[p.Said.File] = p.Said.File
		if p.Budget > 0 && (out.Limit.Kind == "" || int64(p.Budget) < out.Limit.Nanos) {
			out.Limit = tree.Limit{Kind: "bounded", Nanos: int64(p.Budget), From: "the configuration", Place: p.Said}
		}
		if int64(p.Attempts) > max(out.Attempts, 1) {
			out.Attempts, out.Place = int64(p.Attempts), p.Said
		}
	}
	if out.Limit.Kind == "" {
		l.join(e, &out)
	}
	return out
}

// unmet is what was said of entries and callers that are nowhere.
func (l *linker) unmet() []Unmet {
	var out []Unmet
	for _, p := range l.Fronts {
		if !slices.ContainsFunc(l.entries, func(e budgets.Entry) bool { return Matches(p.Entry, e.Name) }) {
			out = append(out, Unmet{p.Said, fmt.Sprintf("entries: there is no entry %q", p.Entry)})
		}
	}
	for i, r := range l.Remotes {
		if !l.fars.met[i] {
			out = append(out, Unmet{r.Said, fmt.Sprintf("services.%s: %s sends no request", r.Service, r.Caller)})
		}
	}
	return out
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
	if n := l.routes[l.handler(e)]; n > 1 && e.Kind == string(Handler) {
		out.Routes = n
	}
	if e.Front.Attempts > 1 {
		out.Front = &Front{int(e.Front.Attempts), l.place(e.Front.Place)}
	}
	out.Beside = l.besides(e)
	runs := e.Runs()
	breaks := l.once.Of(e.Breaks(runs))
	own := runs.Own(e.Ends())
	out.Own = wait(own, runs.Most(0))
	most := runs.Most(e.Ends())
	out.Worst = wait(runs.Least(e.Ends()), most)
	out.Worst.Lo = max(out.Worst.Lo, out.Own.Lo)
	out.Worst.Hi = max(out.Worst.Hi, out.Worst.Lo, out.Own.Hi)
	freeLeast, freeMost := runs.Bare()
	all := wait(freeLeast, freeMost)
	governed := max(0, all.Lo-out.Own.Lo)
	out.Governed = Wait{Lo: governed, Hi: max(governed, all.Hi-out.Own.Hi), Unbounded: all.Unbounded && !out.Own.Unbounded, Unknown: all.Unknown}
	for _, why := range most.Unknown {
		l.unknown[why]++
	}
	out.Calls = l.calls(e, freeLeast, freeMost)
	for _, b := range breaks {
		if b.Rule != rules.BudgetHop {
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
