package driver

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"runtime"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"
)

// skeletons parses the packages outside the project down to what they declare,
// unless that can be read: then nothing outside is parsed at all.
//
// Most of what a package imports serves its function bodies only; without them
// those imports, and all that is behind them, need not be loaded. A parsed
// package keeps its syntax until it is checked.
func (r *run) skeletons(ctx context.Context) error {
	r.opts.progress("reading imports", 0, 0)
	var next []*node
	seen := map[*node]bool{}
	ask := func(n *node) {
		for _, dep := range n.deps {
			if !dep.project && !seen[dep] {
				seen[dep] = true
				next = append(next, dep)
			}
		}
	}
	for _, n := range r.graph.order {
		if n.project && n.record == nil {
			ask(n)
		}
	}
	if r.have(next) {
		return nil
	}
	if err := r.waves(ctx, &next, ask); err != nil {
		return err
	}
	if r.gone.Load() && r.recalled {
		return errStale // the module cache was cleared: the go command fills it again
	}
	r.graph.sort()
	return nil
}

// knownSkeletons parses, down to the same, the packages of the project of which
// everything is known and that those import which are sure to be analysed.
func (r *run) knownSkeletons(ctx context.Context) error {
	var next []*node
	seen := map[*node]bool{}
	ask := func(deps []*node) {
		for _, dep := range deps {
			if dep.record != nil && !seen[dep] {
				seen[dep] = true
				next = append(next, dep)
			}
		}
	}
	for _, n := range r.graph.order {
		if n.project && n.record == nil && n.hasKey {
			ask(n.deps)
		}
	}
	return r.waves(ctx, &next, func(n *node) { ask(n.needs) })
}

// waves parses what is next, and then what each of that has asked for, until
// nobody asks any more.
func (r *run) waves(ctx context.Context, next *[]*node, ask func(*node)) error {
	for len(*next) > 0 {
		wave := *next
		*next = nil
		if err := r.parseAll(ctx, wave); err != nil {
			return err
		}
		for _, n := range wave {
			ask(n)
		}
	}
	return nil
}

// parseAll parses packages at the same time.
func (r *run) parseAll(ctx context.Context, wave []*node) error {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, n := range wave {
		group.Go(func() error {
			if ctx.Err() == nil {
				start := time.Now()
				r.parseSkeleton(n)
				n.out.load += time.Since(start)
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// parseSkeleton parses one package and forgets what no importer can see, and
// finds the imports that what is left needs. Files that cannot be read or parsed
// give what they give: whoever needs what is missing says so.
func (r *run) parseSkeleton(n *node) {
	n.parsed = true
	for _, name := range n.files() {
		src, err := r.readFile(name)
		if err != nil {
			r.gone.Store(true)
			n.partial = true
			continue
		}
		file, err := parser.ParseFile(r.fset, name, withoutBodies(src, n.project), parser.SkipObjectResolution)
		n.partial = n.partial || err != nil || n.project && !r.asSeen(name, src)
		if file != nil {
			if !n.project {
				r.fset.File(file.FileStart).SetLines([]int{0}) // nobody is told where it is
			}
			n.skeleton = append(n.skeleton, file)
		}
	}
	needed := map[*node]bool{}
	for file, used := range visibleOnly(n.skeleton) {
		prune(file, used, n.imports)
		for _, spec := range file.Imports {
			if dep := n.imports[importPath(spec)]; dep != nil {
				needed[dep] = true
			}
		}
	}
	n.needs = slices.DeleteFunc(slices.Clone(n.deps), func(dep *node) bool { return !needed[dep] })
	if !n.project {
		n.deps = n.needs
	}
}

// prune removes the imports that nothing in the file refers to any more, and
// lists without elements, which the checker does not expect.
func prune(file *ast.File, used map[string]bool, imports map[string]*node) {
	unused := func(spec *ast.ImportSpec) bool {
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		} else if dep := imports[importPath(spec)]; dep != nil {
			name = dep.Name
		}
		return name != "" && name != "." && !used[name]
	}
	file.Imports = slices.DeleteFunc(file.Imports, unused)
	file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool {
		list, ok := decl.(*ast.GenDecl)
		if ok && list.Tok == token.IMPORT {
			list.Specs = slices.DeleteFunc(list.Specs, func(spec ast.Spec) bool { return unused(spec.(*ast.ImportSpec)) })
		}
		return ok && len(list.Specs) == 0
	})
}

func importPath(spec *ast.ImportSpec) string {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return path
}
