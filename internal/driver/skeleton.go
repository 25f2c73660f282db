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
	for len(next) > 0 {
		wave := next
		next = nil
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
		if err := group.Wait(); err != nil {
			return err
		}
		for _, n := range wave {
			ask(n)
		}
	}
	if r.gone.Load() && r.recalled {
		return errStale // the module cache was cleared: the go command fills it again
	}
	r.graph.sort()
	return nil
}

// parseSkeleton parses one package and forgets the imports that it does not declare
// anything with. Files that cannot be read or parsed give what they give: the
// code is not ours, and whoever needs what is missing says so.
func (r *run) parseSkeleton(n *node) {
	n.parsed = true
	needed := map[*node]bool{}
	for _, name := range n.files() {
		src, err := r.readFile(name)
		if err != nil {
			r.gone.Store(true)
			continue
		}
		file, _ := parser.ParseFile(r.fset, name, withoutBodies(src), parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		strip(file)
		prune(file, n.imports)
		file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool {
			list, ok := decl.(*ast.GenDecl)
			return ok && len(list.Specs) == 0 // which the checker does not expect
		})
		n.skeleton = append(n.skeleton, file)
		for _, spec := range file.Imports {
			if dep := n.imports[importPath(spec)]; dep != nil {
				needed[dep] = true
			}
		}
	}
	n.deps = slices.DeleteFunc(n.deps, func(dep *node) bool { return !needed[dep] })
}

// strip removes what no other package can see: the bodies of functions and the
// values of variables that say their type.
func strip(file *ast.File) {
	file.Decls = slices.DeleteFunc(file.Decls, func(decl ast.Decl) bool {
		fn, ok := decl.(*ast.FuncDecl)
		if ok && fn.Body != nil {
			fn.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Rbrace}
		}
		return ok && fn.Recv == nil && (fn.Name.Name == "init" || fn.Name.Name == "_")
	})
	for _, decl := range file.Decls {
		vars, ok := decl.(*ast.GenDecl)
		if !ok || vars.Tok != token.VAR {
			continue
		}
		vars.Specs = slices.DeleteFunc(vars.Specs, func(spec ast.Spec) bool {
			v := spec.(*ast.ValueSpec)
			if v.Type != nil {
				v.Values = nil
			}
			for _, value := range v.Values {
				ast.Inspect(value, func(n ast.Node) bool {
					if lit, ok := n.(*ast.FuncLit); ok {
						lit.Body = &ast.BlockStmt{Lbrace: lit.Body.Lbrace, Rbrace: lit.Body.Rbrace}
					}
					return true
				})
			}
			return !slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return id.Name != "_" })
		})
	}
}

// prune removes the imports that nothing in the file refers to any more.
func prune(file *ast.File, imports map[string]*node) {
	used := map[string]bool{}
	for _, decl := range file.Decls {
		ast.Inspect(decl, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok {
					used[id.Name] = true
				}
			}
			return true
		})
	}
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
	for _, decl := range file.Decls {
		if list, ok := decl.(*ast.GenDecl); ok && list.Tok == token.IMPORT {
			list.Specs = slices.DeleteFunc(list.Specs, func(spec ast.Spec) bool { return unused(spec.(*ast.ImportSpec)) })
		}
	}
}

func importPath(spec *ast.ImportSpec) string {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return path
}
