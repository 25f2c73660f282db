package held

import (
	"slices"
	"sort"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules"
)

// World is the functions of a whole program, or of as much of it as is in sight,
// and the ways between them.
type World struct {
	funcs  []Func
	paths  []string         // by function: the import path of its package
	names  map[string][]int // by name: of more than one where a package has variants
	shapes map[uint32][]int // methods by shape
	files  map[string][]int // by file, in source order
	from   [][]edge         // by function: who leads to it

	known map[int]Entry
	Fates Fates
}

// Entry is what is known of a function that the world outside calls.
type Entry struct {
	Kind rules.Consequence
	Name string // "GET /orders"
}

// Fates is what is known of the program that its functions are of. Each is given
// an import path and the short name of a function, and may be nil.
type Fates struct {
	Idle       func(path, short string) bool // nothing runs it
	Attended   func(path, short string) bool // only commands do, and somebody waits for those
	Unattended func(path string) bool        // commands of the package run with nobody there
	Called     func(path string) bool        // what the package exports may be called by what is not in sight; nil: that of every package may
	Linked     func(path string) bool        // a program of the module holds the package; nil: the module is for others to import
}

// edge is a way by its source.
type edge struct {
	from int
	way  *Way
}

// Join makes a world of packages; those that are nil are left out.
func Join(packages []*Result) *World {
	w := &World{names: map[string][]int{}, shapes: map[uint32][]int{}, files: map[string][]int{}, known: map[int]Entry{}}
	for _, p := range packages {
		if p == nil {
			continue
		}
		for _, f := range p.Funcs {
			i := len(w.funcs)
			w.funcs, w.paths = append(w.funcs, f), append(w.paths, p.Path)
			w.names[f.Name] = append(w.names[f.Name], i)
			w.files[f.File] = append(w.files[f.File], i)
			if f.Shape != 0 {
				w.shapes[f.Shape] = append(w.shapes[f.Shape], i)
			}
		}
	}
	for _, list := range w.files {
		slices.SortStableFunc(list, func(i, j int) int { return w.funcs[i].From.compare(w.funcs[j].From) })
	}
	w.from = make([][]edge, len(w.funcs))
	for i := range w.funcs {
		for k := range w.funcs[i].Ways {
			way := &w.funcs[i].Ways[k]
			targets := w.names[way.To]
			if way.To == "" {
				targets = w.shapes[way.Shape]
			}
			for _, to := range targets {
				w.from[to] = append(w.from[to], edge{i, way})
			}
		}
	}
	return w
}

// Enter says of the function that begins on a line of a file what calls it.
func (w *World) Enter(file string, line int, e Entry) {
	for _, i := range w.files[file] {
		if w.funcs[i].From.Line == line {
			w.enter(i, e)
			return
		}
	}
}

// Name says of the functions of a name what calls them.
func (w *World) Name(name string, e Entry) {
	for _, i := range w.names[name] {
		w.enter(i, e)
	}
}

func (w *World) enter(i int, e Entry) {
	if before, ok := w.known[i]; !ok || e.Name < before.Name {
		w.known[i] = e
	}
}

// at is the innermost function around a place; -1: none is.
func (w *World) at(file string, at Spot) int {
	list := w.files[file]
	if n := innermost(len(list), func(n int) *Func { return &w.funcs[list[n]] }, at); n >= 0 {
		return list[n]
	}
	return -1
}

// innermost is which of the functions of a file, by where they begin, is the
// innermost around a place; -1: none is.
func innermost(n int, of func(int) *Func, at Spot) int {
	for i := sort.Search(n, func(i int) bool { return at.before(of(i).From) }) - 1; i >= 0; i-- {
		if f := of(i); at.before(f.To) {
			return i
		} else if !strings.Contains(f.Name, "$") {
			break // a declared function that has ended: no other is around it
		}
	}
	return -1
}

// around are the regions of a function that a place is in.
func (f *Func) around(at Spot) []Region {
	return slices.Collect(func(yield func(Region) bool) {
		for _, r := range f.Regions {
			if !at.before(r.From) && at.before(r.To) && !yield(r) {
				return
			}
		}
	})
}

// started: a goroutine begins with the function.
func (w *World) started(i int) bool {
	return slices.ContainsFunc(w.from[i], func(e edge) bool { return e.way.How == Starts || e.way.How == Joins })
}
