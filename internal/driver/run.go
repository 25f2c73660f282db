package driver

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
)

// run is one run over one graph.
type run struct {
	opts      Options
	plan      *plan
	graph     *graph
	dir       string // absolute
	fset      *token.FileSet
	sizes     types.Sizes
	goVersion string
	arch      string
	ran       func(rule string) bool

	recalled bool        // the graph is from the cache
	gone     atomic.Bool // a file outside the project could not be read
	needsAll atomic.Bool // an analyzer asked for all facts below, and some were not read

	files map[string]*node // by name: whose of the project's packages it is

	mu     sync.Mutex
	owners map[*types.Package]*node // of project packages that are done

	// Who reads kept types writes to packages that others look at: world is
	// held by one of those, or by any number of the others.
	world    sync.RWMutex
	imports  map[string]*types.Package // by import path, test variants left out
	imported int                       // packages read

	cache     *cache.Cache // nil: nothing is kept
	key       cache.Key    // the part that all packages' keys share
	factTypes map[string]reflect.Type
	keyMu     sync.Mutex
	contentMu sync.Mutex
	content   map[string]cache.Key // files, as they were first seen

	standardOnce sync.Once
	standard     cache.Key // of what the overlay has in place of files of the standard library
}

func newRun(opts Options, plan *plan, g *graph, l *listing) *run {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		dir = opts.Dir
	}
	r := &run{
		opts:      opts,
		plan:      plan,
		graph:     g,
		dir:       dir,
		fset:      token.NewFileSet(),
		sizes:     types.SizesFor("gc", l.env.arch()),
		goVersion: l.env.GOVERSION,
		arch:      l.env.arch(),
		recalled:  l.commands == 0,
		ran:       opts.Ran,
		owners:    map[*types.Package]*node{},
		imports:   map[string]*types.Package{},
		factTypes: plan.factTypes(),
		content:   map[string]cache.Key{},
		files:     map[string]*node{},
	}
	if r.ran == nil {
		r.ran = plan.roots
	}
	for _, n := range g.order {
		if n.project {
			for _, name := range n.files() {
				r.files[name] = n
			}
		}
	}
	return r
}

// all processes every package that is needed.
func (r *run) all(ctx context.Context) error {
	r.reuse()
	if err := r.skeletons(ctx); err != nil {
		return err
	}
	if err := r.knownSkeletons(ctx); err != nil {
		return err
	}
	if err := r.outsideFirst(ctx); err != nil {
		return err
	}
	if err := r.preload(ctx); err != nil {
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
			deps: n.plain.deps, allDeps: n.plain.allDeps, project: true, wanted: true}
		again = append(again, plain)
		r.graph.report = append(r.graph.report, plain)
		r.graph.report[i].wanted = false
	}
	return r.schedule(ctx, again)
}

// outsideFirst processes what was parsed outside the project before anything
// that is kept is read: that may refer to it.
func (r *run) outsideFirst(ctx context.Context) error {
	if !slices.ContainsFunc(r.graph.order, func(n *node) bool { return n.record != nil }) {
		return nil // nothing will be read: all at once takes less time
	}
	var first []*node
	for _, n := range r.graph.order {
		if n.parsed && !n.project && !n.mixed {
			first = append(first, n)
		}
	}
	return r.schedule(ctx, first)
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
	failed := make(chan error, 1)
	for range min(runtime.GOMAXPROCS(0), len(nodes)) {
		go func() {
			for n := range ready {
				if ctx.Err() != nil {
					return
				}
				if err := r.process(n); err != nil {
					select {
					case failed <- err:
					default:
					}
					return
				}
				done <- n
			}
		}()
	}
	for finished := range len(nodes) {
		r.opts.progress("analysing", finished, len(nodes))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-failed:
			return err
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
// syntax is gone when process returns. The error is errStale or nil.
func (r *run) process(n *node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			n.out.skipped = fmt.Sprintf("the type checker crashed: %v", p)
			if !n.project {
				n.out.crashes = append(n.out.crashes, Crash{n.id, "type checker", oneLine(fmt.Sprint(p))})
			}
		}
	}()
	if n.types != nil || n.record != nil || !n.project && !n.parsed || r.known(n) {
		return nil
	}
	if err := r.provide(n); err != nil {
		return err
	}
	r.world.RLock()
	defer r.world.RUnlock()
	start := time.Now()
	if !n.project {
		r.loadDeclared(n)
		n.out.load += time.Since(start)
		return nil
	}
	syntax, problem := r.loadProject(n)
	n.out.load = time.Since(start)
	if problem != nil {
		n.out.skipped = problem.Error()
		r.glimpse(n, syntax)
		return nil
	}
	if n.hasKey {
		n.uses = r.usesOf(n, syntax)
	}
	r.analyze(n, syntax)
	if r.needsAll.Load() {
		return errNeedsAll
	}
	r.mu.Lock()
	r.owners[n.types] = n
	r.mu.Unlock()
	r.save(n)
	n.out.analyze = time.Since(start) - n.out.load
	return nil
}

// owner is the analysed package that declares the objects of pkg, or nil.
func (r *run) owner(pkg *types.Package) *node {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.owners[pkg]
}

// result collects what became of every package, beside what was left out before.
func (r *run) result(odd []Skipped) Result {
	res := Result{Skipped: odd}
	for _, n := range r.graph.order {
		res.Crashes = append(res.Crashes, n.out.crashes...)
		switch {
		case n.project:
			res.Stats.Project++
			res.Stats.Check += n.out.load
		case n.parsed:
			res.Stats.External++
			res.Stats.Load += n.out.load
		}
		res.Stats.Analyze += n.out.analyze
		if n.record != nil {
			res.Stats.Reused++
		} else if n.out.analyzed {
			res.Stats.Analyzed++
		}
		if n.out.bodies {
			res.Stats.Bodies++
		}
	}
	for _, n := range r.graph.report {
		if n.out.skipped != "" {
			res.Skipped = append(res.Skipped, Skipped{n.id, n.out.skipped, n.out.results, n.files()})
		}
		if n.out.analyzed && n.wanted {
			for _, item := range n.out.leftOut {
				res.LeftOut = append(res.LeftOut, LeftOut{n.id, item})
			}
			res.Packages = append(res.Packages, Package{n.path, n.out.diagnostics, n.out.directives, n.out.results, n.files()})
		}
	}
	for _, n := range r.graph.nodes {
		if !n.DepOnly && n.nothingToBuild() {
			res.Stats.Empty++
		}
	}
	res.Stats.Skipped, res.Stats.LeftOut = len(res.Skipped), len(res.LeftOut)
	res.Stats.Imported = r.imported
	res.sort()
	res.Stats.Facts = r.factStats()
	return res
}

func (res *Result) sort() {
	slices.SortFunc(res.Packages, func(a, b Package) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(res.Skipped, func(a, b Skipped) int { return strings.Compare(a.Package, b.Package) })
	slices.SortFunc(res.LeftOut, func(a, b LeftOut) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), leftout.Compare(a.Item, b.Item))
	})
	slices.SortFunc(res.Crashes, func(a, b Crash) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Analyzer, b.Analyzer))
	})
}

func (r *run) factStats() FactStats {
	var stats FactStats
	var sizes factSizes
	for _, n := range r.graph.order {
		if !n.project {
			continue
		}
		stats.Count += max(len(n.facts.objects)+len(n.facts.packages), len(n.facts.sizes.Bytes))
		sizes.join(n.facts.sizes)
	}
	if len(sizes.Bytes) > 0 {
		slices.Sort(sizes.Bytes)
		stats.MedianBytes, stats.LargestBytes, stats.Largest = sizes.Bytes[len(sizes.Bytes)/2], sizes.Largest.Bytes, sizes.Largest.Of
	}
	return stats
}
