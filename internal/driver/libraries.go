package driver

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
)

// Libraries says how dependencies of which no row speaks are read: each for
// itself, only those that lead from the project to a wait, and once for each
// version.
type Libraries struct {
	// Analyzer is run over them; its results are in Result.Libraries.
	Analyzer *analysis.Analyzer

	// Trim leaves of the results what the project can reach. It is given the
	// results of the project's packages, as they were collected.
	Trim func(project []Package, libraries []any) []any

	// Needs is all that Trim goes by of the project: while it is the same, nothing is
	// trimmed again.
	Needs func(project []Package) []string
}

// What is read is limited by size, so that it does not depend on the machine.
const (
	mostLibraries  = 100     // packages
	mostLines      = 60_000  // of one package
	mostAltogether = 150_000 // lines of all of them
	mostBeside     = 1_000   // of a package that waits for nothing, beside one that does
)

// readLibraries reads the dependencies that lead to a wait. Whatever goes wrong
// costs what would be known of them, and no more.
func readLibraries(ctx context.Context, opts Options, l *listing, first *run, m *memory, res *Result) {
	start := time.Now()
	defer func() { res.Stats.Read = time.Since(start) }()
	memory, before := m.forLibraries(opts), len(res.Asides)
	key, keyed := first.trimmedKey(memory, opts, res.Packages)
	if keyed && memory.trimmed(key, opts, res) {
		return
	}
	note := func(format string, args ...any) {
		res.Asides = append(res.Asides, "libraries: "+fmt.Sprintf(format, args...))
	}
	a := opts.Libraries.Analyzer
	all := required([]*analysis.Analyzer{a, leftout.Analyzer})
	p := &plan{kept: []*analysis.Analyzer{a}, all: all, facts: all}
	chosen, left := choose(opts, first.graph)
	if left > 0 {
		note("more than %d packages or %d lines lead to a wait: %d are not read", mostLibraries, mostAltogether, left)
	}
	if len(chosen) == 0 {
		return
	}
	note("%d packages lead to a wait", len(chosen))
	sub := opts
	sub.Analyzers, sub.Collect, sub.Libraries, sub.Progress = nil, p.kept, nil, nil
	r := newRun(sub, p, newReading(l, chosen), l)
	r.keep(memory)
	if err := r.all(ctx); err != nil {
		if ctx.Err() == nil {
			note("nothing is read: %v", err)
		}
		return
	}
	var out []any
	for _, n := range r.graph.report {
		switch {
		case n.out.skipped != "":
			note("%s is not read: %s", n.path, n.out.skipped)
		case len(n.out.crashes) > 0:
			note("%s is not read: %s", n.path, n.out.crashes[0].Reason)
		case len(n.out.results) > 0 && n.out.results[0] != nil:
			out = append(out, n.out.results[0])
			if n.record != nil {
				res.Stats.LibrariesKnown++
			}
		}
	}
	res.Stats.Libraries = len(out)
	if opts.Libraries.Trim != nil {
		out = opts.Libraries.Trim(res.Packages, out)
	}
	res.Libraries = out
	if packed, err := packLibraries(out); err == nil && keyed {
		memory.put(kindTrimmed, key, &trimmedEntry{packed, res.Asides[before:], res.Stats.Libraries})
	}
}

// trimmedEntry is what was left of libraries for a project.
type trimmedEntry struct {
	Read   [][]byte
	Asides []string
	Count  int
}

// trimmedKey stands for all that a project's dependencies are, and for what it
// needs of them.
func (r *run) trimmedKey(m *memory, opts Options, project []Package) (cache.Key, bool) {
	if m.cache == nil || opts.Libraries.Needs == nil {
		return cache.Key{}, false
	}
	h := sha256.New()
	say(h, "trimmed", string(m.common[:]))
	for _, id := range sortedKeys(r.graph.nodes) {
		n := r.graph.nodes[id]
		if n.project || n.Standard || n.id != n.path {
			continue
		}
		key, ok := r.outsideKey(n)
		if n.mixed || !ok {
			return cache.Key{}, false
		}
		say(h, id, string(key[:]))
	}
	say(h, opts.Libraries.Needs(project)...)
	return cache.Key(h.Sum(nil)), true
}

// trimmed takes what was left of libraries from the cache, if it is there.
func (m *memory) trimmed(key cache.Key, opts Options, res *Result) bool {
	data, ok := m.cache.Get(kindTrimmed, key)
	e := new(trimmedEntry)
	if !ok || decode(data, e) != nil {
		return false
	}
	read, ok := unpackLibraries(opts, e.Read)
	if !ok {
		return false
	}
	res.Libraries, res.Asides = read, append(res.Asides, e.Asides...)
	res.Stats.Libraries, res.Stats.LibrariesKnown = e.Count, e.Count
	return true
}

// release lets go of the types of a run whose outcome is there: of what follows
// each package is read for itself.
func (r *run) release(ctx context.Context) {
	r.saveOutside(ctx)
	for _, n := range r.graph.nodes {
		n.types, n.skeleton = nil, nil
		n.facts.objects, n.facts.packages = nil, nil
	}
	r.owners, r.imports, r.fset = nil, nil, nil
}

// forLibraries is a memory whose entries depend on nothing but the program and
// the rows: what was read for one project serves all.
func (m *memory) forLibraries(opts Options) *memory {
	out := &memory{start: m.start}
	tool, err := toolIdentity()
	rows, rowsErr := encode(opts.Settings.Knowledge)
	if m.cache == nil || err != nil || rowsErr != nil {
		return out
	}
	h := sha256.New()
	say(h, "libraries", tool, string(rows), opts.Libraries.Analyzer.Name)
	out.cache, out.common = m.cache, cache.Key(h.Sum(nil))
	return out
}

// choose are the packages to read: those on a way from the project to one that
// waits. Those that are near and small come first; left is how many would be too
// many.
func choose(opts Options, g *graph) (chosen []*listed, left int) {
	table := opts.Settings.Table()
	enter := func(n *node) bool {
		return !n.project && !n.Standard && !n.mixed && n.path != "unsafe" && n.id == n.path && n.Error == nil && len(n.CgoFiles) == 0 && table.Enter(n.path)
	}
	distance := map[*node]int{}
	var wave, order []*node
	for _, n := range g.order {
		if !n.project || n.id != n.path {
			continue
		}
		for _, dep := range n.allDeps {
			if _, seen := distance[dep]; !seen && enter(dep) {
				distance[dep] = 1
				wave = append(wave, dep)
			}
		}
	}
	for len(wave) > 0 {
		slices.SortFunc(wave, func(a, b *node) int { return strings.Compare(a.id, b.id) })
		order = append(order, wave...)
		var next []*node
		for _, n := range wave {
			for _, dep := range n.allDeps {
				if _, seen := distance[dep]; !seen && enter(dep) {
					distance[dep] = distance[n] + 1
					next = append(next, dep)
				}
			}
		}
		wave = next
	}
	leads, besides, lines := map[*node]bool{}, map[*node]bool{}, map[*node]int{}
	for i := len(order) - 1; i >= 0; i-- {
		n := order[i]
		waits, size := look(opts, n)
		lines[n], leads[n] = size, waits
	}
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			n := order[i]
			if !leads[n] && slices.ContainsFunc(n.allDeps, func(dep *node) bool { return leads[dep] && distance[dep] > 0 }) {
				leads[n], changed = true, true
			}
		}
	}
	for _, n := range order { // what a library keeps for itself is on the way, too
		if leads[n] {
			for _, dep := range n.allDeps {
				if distance[dep] > 0 && !leads[dep] && lines[dep] <= mostBeside && dep.Module != nil && n.Module != nil && dep.Module.Path == n.Module.Path {
					besides[dep] = true
				}
			}
		}
	}
	slices.SortStableFunc(order, func(a, b *node) int { return cmp.Compare(lines[a]*distance[a], lines[b]*distance[b]) })
	total := 0
	for _, n := range order {
		switch {
		case !leads[n] && !besides[n]:
		case len(chosen) == mostLibraries || lines[n] > mostLines || total+lines[n] > mostAltogether:
			left++
		default:
			total += lines[n]
			chosen = append(chosen, n.listed)
		}
	}
	return chosen, left
}

// look reports whether the text of a package looks as if it waited for something
// by a call that a row knows, and how many lines it has.
func look(opts Options, n *node) (waits bool, lines int) {
	table := opts.Settings.Table()
	known := slices.ContainsFunc(n.allDeps, func(dep *node) bool {
		return dep.path == "net/http" || dep.path == "database/sql" || !dep.Standard && table.Knows(dep.path)
	})
	for _, name := range n.files() {
		src, err := readOverlaid(opts.Overlay, name)
		if err != nil {
			continue
		}
		if beside(src) {
			continue
		}
		lines += bytes.Count(src, []byte{'\n'})
		waits = waits || known && waiting.Match(src)
	}
	return waits, lines
}

// beside reports whether a file was generated and has nothing to do with waits, as
// the accessors of fields have: its functions are not read.
func beside(src []byte) bool {
	head := src[:min(len(src), 2000)]
	return bytes.Contains(head, []byte("// Code generated ")) && !waiting.Match(src)
}

// waiting is how a call begins that sends a request or a statement.
var waiting = regexp.MustCompile(`\.(Do|Get|Head|Post|PostForm|RoundTrip)\(|\.(Query|QueryRow|Exec|Ping|Prepare|Begin|Select|Conn)(Tx|x|Context|Row)*\(|http\.DefaultClient|http\.Client\{`)

// newReading is the graph of the packages to read. Each stands for itself: what
// imports it, and the others, see what it declares and nothing more.
func newReading(l *listing, chosen []*listed) *graph {
	g := &graph{nodes: map[string]*node{}}
	for _, p := range l.packages {
		if p.ForTest != "" || strings.Contains(p.ImportPath, " ") || g.nodes[p.ImportPath] != nil {
			continue
		}
		g.nodes[p.ImportPath] = &node{listed: p, id: p.ImportPath, path: p.ImportPath}
	}
	for _, n := range g.nodes {
		g.link(n)
	}
	for _, p := range chosen {
		n := &node{listed: p, id: p.ImportPath + " [read]", path: p.ImportPath, project: true, wanted: true, house: true, read: true}
		g.link(n)
		g.report = append(g.report, n)
	}
	g.sort()
	g.settle()
	return g
}

// declarations leaves of a file what it declares.
func declarations(file *ast.File) {
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Name.Name != "init" {
			fn.Body = nil
		}
	}
}

// soft reports whether an error of the type checker leaves the package whole.
func soft(err error) bool {
	one := types.Error{}
	return errors.As(err, &one) && one.Soft
}

// packLibraries turns what was read into bytes.
func packLibraries(read []any) ([][]byte, error) {
	var out [][]byte
	for _, one := range read {
		data, err := encode(one)
		if err != nil {
			return nil, err
		}
		out = append(out, data)
	}
	return out, nil
}

// unpackLibraries is the inverse.
func unpackLibraries(opts Options, data [][]byte) ([]any, bool) {
	if opts.Libraries == nil {
		return nil, len(data) == 0
	}
	p := &plan{kept: []*analysis.Analyzer{opts.Libraries.Analyzer}}
	var out []any
	for _, one := range data {
		results, err := p.decodeResults([][]byte{one})
		if err != nil {
			return nil, false
		}
		out = append(out, results...)
	}
	return out, true
}
