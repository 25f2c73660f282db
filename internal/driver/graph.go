package driver

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"time"

	gomodule "golang.org/x/mod/module"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
)

// graph is the packages of a run and how they import each other.
type graph struct {
	nodes  map[string]*node // by ID: the import path, for test variants with " [p.test]"
	order  []*node          // what is needed, imports first
	report []*node          // the packages to analyse for their findings, by ID
}

// node is one package as it is loaded. The scheduler lets one worker at a time
// touch it, and its importers only after it is done.
type node struct {
	*listed
	id, path string
	imports  map[string]*node // by the path as the source spells it
	deps     []*node          // the same, each once
	project  bool             // loaded whole and analysed; all others without function bodies
	wanted   bool             // its findings are asked for, not only its facts
	plain    *node            // of "p [p.test]": p
	read     bool             // a library, read for itself (see Libraries)
	house    bool             // of a dependency that counts as the project's own, for its facts

	allDeps []*node // deps before any was found not to be needed
	used    bool    // a package of the project imports it
	c       bool    // it uses C, or imports what does, be it through others
	mixed   bool    // outside the project, and imports it all the same

	parsed   bool           // without bodies: a package of which only the declarations are needed
	partial  bool           // and some of it could not be
	needs    []*node        // of deps, those that its declarations need, once parsed so
	skeleton []*ast.File    // from parsing to checking
	types    *types.Package // nil until done
	facts    factSet
	out      outcome

	outside                cache.Key // of a package outside the project: stands for it
	outsideDone, outsideOK bool
	outsideKept            bool

	base   cache.Key // of a project package: stands for what its analysis sees, but for what follows
	hasKey bool
	uses   uses      // what it names of its imports in the project
	key    cache.Key // stands for all that its analysis sees
	print  print     // what importers see of it
	record *record   // everything is known: there is nothing to do
	unkept bool      // what was read is not what the key was made of
}

// outcome is what became of a node.
type outcome struct {
	skipped     string // why it was not analysed
	crashes     []Crash
	leftOut     []leftout.Item
	diagnostics []Diagnostic
	directives  []Directive
	results     []any
	packed      [][]byte // the same, as they are kept; nil: not known
	analyzed    bool
	expires     time.Time       // when it says something else with nothing changed
	elsewhere   []lineElsewhere // lines of other packages that its diagnostics name
	bodies      bool            // its functions were taken apart
	holes       int             // expressions that stand for what comes from C

	load, analyze time.Duration
}

func newGraph(l *listing, deps []string) (*graph, error) {
	globs := strings.Join(deps, ",")
	g := &graph{nodes: map[string]*node{}}
	var all []*node
	for _, p := range l.packages {
		if p.isTestMain() || g.nodes[p.ImportPath] != nil {
			continue
		}
		path, _, _ := strings.Cut(p.ImportPath, " [")
		n := &node{listed: p, id: p.ImportPath, path: path}
		own := !p.DepOnly || p.Module != nil && p.Module.Main
		n.house = !own && p.Module != nil && gomodule.MatchPrefixPatterns(globs, p.Module.Path)
		n.project = path != "unsafe" && (own || n.house)
		n.wanted = n.project && !p.DepOnly && !p.nothingToBuild()
		g.nodes[n.id] = n
		all = append(all, n)
	}
	for _, n := range all {
		g.link(n)
	}
	g.preferTests(all)
	for _, n := range all {
		if n.wanted {
			g.report = append(g.report, n)
		}
	}
	slices.SortFunc(g.report, func(a, b *node) int { return strings.Compare(a.id, b.id) })
	g.sort()
	g.settle()
	return g, nil
}

// settle works out what depends on the imports of the packages in order.
func (g *graph) settle() {
	for _, n := range g.order { // imports first
		n.allDeps = slices.Clone(n.deps)
		n.c = len(n.CgoFiles) > 0
		for _, dep := range n.deps {
			n.c = n.c || dep.c && !dep.Standard
			n.mixed = n.mixed || !n.project && (dep.project || dep.mixed)
			dep.used = dep.used || n.project || n.mixed
		}
	}
}

// sort puts what the reported packages need in order, imports first.
func (g *graph) sort() {
	g.order = nil
	visiting := map[*node]bool{}
	for _, n := range g.report {
		if _, seen := visiting[n]; !seen {
			g.visit(n, visiting)
		}
	}
}

// link resolves a package's imports.
func (g *graph) link(n *node) {
	n.imports = make(map[string]*node, len(n.Imports))
	for _, path := range n.Imports {
		if dep := g.nodes[path]; dep != nil {
			n.imports[path] = dep
		}
	}
	for path, id := range n.ImportMap {
		if dep := g.nodes[id]; dep != nil {
			n.imports[path] = dep
		}
	}
	for _, dep := range n.imports {
		if !slices.Contains(n.deps, dep) {
			n.deps = append(n.deps, dep)
		}
	}
	slices.SortFunc(n.deps, func(a, b *node) int { return strings.Compare(a.id, b.id) })
}

// preferTests lets "p [p.test]" stand for p, of which it is a superset.
func (g *graph) preferTests(all []*node) {
	for _, n := range all {
		if n.wanted && n.ForTest == n.path && n.id != n.path {
			n.plain = g.nodes[n.path]
			if n.plain != nil {
				n.plain.wanted = false
			}
		}
	}
}

// visit appends n to the order after its imports. An import that closes a
// cycle is dropped: the type checker then says what is wrong.
func (g *graph) visit(n *node, visiting map[*node]bool) {
	visiting[n] = true
	n.deps = slices.DeleteFunc(n.deps, func(dep *node) bool {
		under, seen := visiting[dep]
		if !seen {
			g.visit(dep, visiting)
		}
		return under
	})
	visiting[n] = false
	g.order = append(g.order, n)
}

// isTestMain reports whether the package is a main that go test writes.
func (p *listed) isTestMain() bool {
	return p.Name == "main" && strings.HasSuffix(p.ImportPath, ".test") &&
		len(p.GoFiles) > 0 && filepath.IsAbs(p.GoFiles[0])
}

// nothingToBuild reports whether a wildcard matched a directory that has no
// Go files for this platform, or only tests that were not asked for.
func (p *listed) nothingToBuild() bool {
	if len(p.GoFiles)+len(p.CgoFiles) > 0 {
		return false
	}
	return p.Error == nil || strings.HasPrefix(p.Error.Err, "build constraints exclude all Go files") && !p.named()
}

// named reports whether the user named the package and not only a wildcard.
func (p *listed) named() bool {
	return slices.ContainsFunc(p.Match, func(pattern string) bool {
		return !strings.Contains(pattern, "...") && !slices.Contains([]string{"all", "std", "cmd", "work", "tool"}, pattern)
	})
}

// onlyEmbed reports whether all that is wrong with the package is that files to
// embed are not there: they often are built first, and the code is whole.
func (p *listed) onlyEmbed() bool {
	return p.Error != nil && strings.HasPrefix(p.Error.Err, "pattern ") && strings.HasSuffix(p.Error.Err, "no matching files found")
}

// goVersion is the language version of the package's module, "" if unknown.
func (p *listed) goVersion() string {
	if p.Module == nil || p.Module.GoVersion == "" {
		return ""
	}
	return "go" + p.Module.GoVersion
}

// files names the package's Go files in the order in which they are compiled.
func (p *listed) files() []string {
	names := make([]string, 0, len(p.GoFiles)+len(p.CgoFiles))
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		names = append(names, p.abs(name))
	}
	slices.Sort(names)
	return names
}

func (p *listed) abs(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.Dir, name)
}

func (p *listed) absAll(lists ...[]string) []string {
	var names []string
	for _, name := range slices.Concat(lists...) {
		names = append(names, p.abs(name))
	}
	return names
}

// unmatched says which globs of dependencies match no module of the build.
func (l *listing) unmatched(deps []string) (out []string) {
	for _, glob := range deps {
		if !slices.ContainsFunc(l.packages, func(p *listed) bool { return p.Module != nil && gomodule.MatchPrefixPatterns(glob, p.Module.Path) }) {
			out = append(out, fmt.Sprintf("deps: no module that the packages need matches %s", glob))
		}
	}
	return out
}
