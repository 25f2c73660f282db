package driver

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// run is one run over one graph.
type run struct {
	opts  Options
	plan  *plan
	graph *graph
	dir   string // absolute
	fset  *token.FileSet
	sizes types.Sizes
	ran   func(rule string) bool

	mu     sync.Mutex
	owners map[*types.Package]*node // of project packages that are done
}

func newRun(opts Options, plan *plan, g *graph, l *listing) *run {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		dir = opts.Dir
	}
	r := &run{
		opts:   opts,
		plan:   plan,
		graph:  g,
		dir:    dir,
		fset:   token.NewFileSet(),
		sizes:  types.SizesFor("gc", l.env.arch()),
		ran:    opts.Ran,
		owners: map[*types.Package]*node{},
	}
	if r.ran == nil {
		r.ran = plan.roots
	}
	return r
}

// all processes every package that is needed.
func (r *run) all(ctx context.Context) error {
	if err := r.skeletons(ctx); err != nil {
		return err
	}
	if err := r.schedule(ctx, r.graph.order); err != nil {
		return err
	}
	// Where only the tests do not compile, the package itself still counts.
	var again []*node
	for i, n := range r.graph.report {
		if n.plain == nil || n.out.skipped == "" {
			continue
		}
		plain := &node{listed: n.plain.listed, id: n.plain.id, path: n.plain.path, imports: n.plain.imports,
			deps: n.plain.deps, project: true, wanted: true}
		again = append(again, plain)
		r.graph.report = append(r.graph.report, plain)
		r.graph.report[i].wanted = false
	}
	return r.schedule(ctx, again)
}

// schedule processes the nodes, each after its imports, on as many workers as
// there are processors.
func (r *run) schedule(ctx context.Context, nodes []*node) error {
	waiting := make(map[*node]int, len(nodes))
	for _, n := range nodes {
		waiting[n] = 0
	}
	importers := map[*node][]*node{}
	for _, n := range nodes {
		for _, dep := range n.deps {
			if _, here := waiting[dep]; here {
				waiting[n]++
				importers[dep] = append(importers[dep], n)
			}
		}
	}
	ready, done := make(chan *node, len(nodes)), make(chan *node, len(nodes))
	defer close(ready)
	for _, n := range nodes {
		if waiting[n] == 0 {
			ready <- n
		}
	}
	for range min(runtime.GOMAXPROCS(0), len(nodes)) {
		go func() {
			for n := range ready {
				if ctx.Err() != nil {
					return
				}
				r.process(n)
				done <- n
			}
		}()
	}
	for finished := range len(nodes) {
		r.opts.progress("analysing", finished, len(nodes))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case n := <-done:
			for _, importer := range importers[n] {
				if waiting[importer]--; waiting[importer] == 0 {
					ready <- importer
				}
			}
		}
	}
	return nil
}

// process loads a package and, if it is the project's own, analyses it. Its
// syntax is gone when process returns.
func (r *run) process(n *node) {
	defer func() {
		if p := recover(); p != nil {
			n.out.skipped = fmt.Sprintf("the type checker crashed: %v", p)
			if !n.project {
				n.out.crashes = append(n.out.crashes, Crash{n.id, "type checker", oneLine(fmt.Sprint(p))})
			}
		}
	}()
	start := time.Now()
	if !n.project {
		r.loadExternal(n)
		n.out.load += time.Since(start)
		return
	}
	syntax, problem := r.loadProject(n)
	n.out.load = time.Since(start)
	if problem != nil {
		n.out.skipped = problem.Error()
		return
	}
	r.analyze(n, syntax)
	n.out.analyze = time.Since(start) - n.out.load
	r.mu.Lock()
	r.owners[n.types] = n
	r.mu.Unlock()
}

// owner is the analysed package that declares the objects of pkg, or nil.
func (r *run) owner(pkg *types.Package) *node {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.owners[pkg]
}

// result collects what became of every package.
func (r *run) result() Result {
	var res Result
	for _, n := range r.graph.order {
		res.Crashes = append(res.Crashes, n.out.crashes...)
		if n.project {
			res.Stats.Project++
			res.Stats.Check += n.out.load
		} else {
			res.Stats.External++
			res.Stats.Load += n.out.load
		}
		res.Stats.Analyze += n.out.analyze
		if n.out.analyzed {
			res.Stats.Analyzed++
		}
	}
	for _, n := range r.graph.report {
		if n.out.skipped != "" {
			res.Skipped = append(res.Skipped, Skipped{n.id, n.out.skipped})
		}
		if n.out.analyzed && n.wanted {
			res.Packages = append(res.Packages, Package{n.path, n.out.diagnostics, n.out.directives, n.out.results, n.files()})
		}
	}
	for _, n := range r.graph.nodes {
		if !n.DepOnly && n.nothingToBuild() {
			res.Stats.Empty++
		}
	}
	res.Stats.Skipped = len(res.Skipped)
	slices.SortFunc(res.Packages, func(a, b Package) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(res.Skipped, func(a, b Skipped) int { return strings.Compare(a.Package, b.Package) })
	slices.SortFunc(res.Crashes, func(a, b Crash) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Analyzer, b.Analyzer))
	})
	res.Stats.Facts = r.factStats()
	return res
}

func (r *run) factStats() FactStats {
	var stats FactStats
	var sizes []factSize
	for _, n := range r.graph.order {
		stats.Count += len(n.facts.objects) + len(n.facts.packages)
		sizes = append(sizes, n.facts.sizes...)
	}
	if len(sizes) > 0 {
		slices.SortFunc(sizes, func(a, b factSize) int {
			return cmp.Or(cmp.Compare(a.bytes, b.bytes), strings.Compare(a.of, b.of))
		})
		largest := sizes[len(sizes)-1]
		stats.MedianBytes, stats.LargestBytes, stats.Largest = sizes[len(sizes)/2].bytes, largest.bytes, largest.of
	}
	return stats
}
