package driver

import (
	"context"
	"go/constant"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
)

// keep lets the run use what is kept, if the memory can.
func (r *run) keep(m *memory) {
	if m.cache == nil {
		return
	}
	r.cache, r.key = m.cache, m.common
	for name, state := range m.state() {
		r.content[name] = state.Content
	}
}

// reuse finds the packages of which everything is known. Of those above one
// that is not, more may turn out to be known once it has been analysed: if
// importers see the same of it as before.
func (r *run) reuse() {
	if r.cache == nil {
		return
	}
	for _, n := range r.graph.order {
		if n.project {
			r.lookUp(n)
		}
	}
	// A test variant is never read, only analysed: its importers are few.
	importers := map[*node][]*node{}
	for _, n := range r.graph.order {
		for _, dep := range n.deps {
			if dep.id != dep.path {
				importers[dep] = append(importers[dep], n)
			}
		}
	}
	for i := len(r.graph.order) - 1; i >= 0; i-- {
		n := r.graph.order[i]
		for _, importer := range importers[n] {
			if importer.record == nil {
				n.forget()
			}
		}
	}
}

// known looks again for a package whose imports were not known before.
func (r *run) known(n *node) bool {
	if r.cache == nil || !n.project || n.hasKey || n.id != n.path && n.used {
		return false
	}
	return r.lookUp(n)
}

// lookUp finds the package's key and what is kept under it.
func (r *run) lookUp(n *node) bool {
	if n.base, n.hasKey = r.baseKey(n); !n.hasKey {
		return false
	}
	data, ok := r.cache.Get(kindUses, n.base)
	if !ok || decode(data, &n.uses) != nil {
		return false
	}
	n.key = r.keyOf(n)
	data, ok = r.cache.Get(kindRecord, n.key)
	if !ok {
		return false
	}
	rec := new(record)
	if decode(data, rec) != nil || !rec.Expires.IsZero() && !time.Now().Before(rec.Expires) {
		return false
	}
	for _, was := range rec.Elsewhere {
		if r.lineOf(token.Position{Filename: was.File, Line: was.Line}) != was {
			return false
		}
	}
	if n.used && (!rec.Exported || !r.cache.Has(kindFacts, rec.Facts) || !r.declarable(n)) {
		return false
	}
	return r.adopt(n, rec)
}

// declarable reports whether all that a package's declarations may need from
// outside the project is kept.
func (r *run) declarable(n *node) bool {
	return !slices.ContainsFunc(n.allDeps, func(dep *node) bool { return !dep.project && !r.have([]*node{dep}) })
}

// adopt takes a record for the outcome of the package's analysis.
func (r *run) adopt(n *node, rec *record) bool {
	results, err := r.plan.decodeResults(rec.Results)
	if err != nil {
		return false
	}
	n.record = rec
	n.facts.sizes = rec.Sizes
	n.out.analyzed, n.out.expires = true, rec.Expires
	n.out.diagnostics, n.out.directives, n.out.results = rec.Diagnostics, rec.Directives, results
	n.out.leftOut = rec.LeftOut
	n.out.packed = rec.Results
	if rec.Exported {
		r.seen(n, rec.Print)
	}
	return true
}

func (n *node) forget() { n.record, n.out, n.facts = nil, outcome{}, factSet{} }

// save keeps what was found out about a package.
func (r *run) save(n *node) {
	if r.opts.EncodeFacts && r.cache == nil || r.cache != nil && !r.saveRecord(n) {
		if _, err := r.encodeFacts(n); err != nil && r.opts.EncodeFacts {
			n.out.crashes = append(n.out.crashes, Crash{n.id, "facts", err.Error()})
		}
	}
}

// encodeFacts turns the facts into bytes and, if that is asked for, back.
func (r *run) encodeFacts(n *node) (*storedFacts, error) {
	stored, err := n.facts.encode(n.types)
	if err == nil && r.opts.EncodeFacts {
		err = n.facts.arrive(stored, r.factTypes)
	}
	return stored, err
}

// saveRecord reports whether the facts were encoded on the way.
func (r *run) saveRecord(n *node) bool {
	if n.unkept || n.out.skipped != "" || len(n.out.crashes) > 0 {
		return false
	}
	stored, err := r.encodeFacts(n)
	if err != nil {
		return false
	}
	if n.hasKey {
		n.key = r.keyOf(n)
	}
	rec := &record{Diagnostics: n.out.diagnostics, Directives: n.out.directives, LeftOut: n.out.leftOut, Sizes: n.facts.sizes,
		Elsewhere: n.out.elsewhere, Expires: n.out.expires}
	if rec.Results, err = r.plan.encodeResults(n.out.results); err != nil {
		return true
	}
	n.out.packed = rec.Results
	if n.used {
		rec.Exported = r.saveExported(n, rec, stored)
	}
	if n.hasKey {
		data, err := encode(rec)
		used, usesErr := encode(n.uses)
		if err == nil && usesErr == nil {
			r.cache.Put(kindRecord, n.key, data)
			r.cache.Put(kindUses, n.base, used)
		}
	}
	return true
}

// saveExported keeps what importers need, and sets what they see.
func (r *run) saveExported(n *node, rec *record, stored *storedFacts) bool {
	facts, err := encode(stored)
	if err != nil {
		return false
	}
	sight := shape(n.types, stored.Facts, r.ours(n), r.shown)
	rec.Print, rec.Facts = print{Common: sight.common, Names: sight.names}, sayings(stored.Facts)
	r.seen(n, rec.Print)
	if !n.hasKey || n.id != n.path {
		return false // whoever imports it has it analysed, too
	}
	if !r.cache.Has(kindFacts, rec.Facts) {
		r.cache.Put(kindFacts, rec.Facts, facts)
	}
	return true
}

// ours reports of a package that n can see whether its declarations can change
// while its version does not.
func (r *run) ours(n *node) func(*types.Package) bool {
	return func(pkg *types.Package) bool {
		dep := r.graph.nodes[pkg.Path()]
		return pkg == n.types || dep == nil || dep.project || dep.mixed
	}
}

// shown is what an analysed package shows of a type.
func (r *run) shown(name *types.TypeName) (cache.Key, bool) {
	owner := r.owner(name.Pkg())
	if owner == nil || !owner.print.known {
		return cache.Key{}, false
	}
	key, ok := owner.print.Names[name.Name()]
	return key, ok
}

// saveOutside keeps what the packages outside the project declare that the
// analysed ones import. Of one that could not be read whole, as while somebody
// clears or fills the module cache, nothing is kept, nor of what is above it.
func (r *run) saveOutside(ctx context.Context) {
	if r.cache == nil {
		return
	}
	partial := map[*node]bool{}
	for _, n := range r.graph.order { // imports first
		partial[n] = n.parsed && (n.partial || nameless(n) || n.c && changes(n.types)) || slices.ContainsFunc(n.deps, func(dep *node) bool { return partial[dep] })
	}
	seen := map[*node]bool{}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, n := range r.graph.order {
		if !n.project || n.record != nil {
			continue
		}
		for _, dep := range n.deps {
			if seen[dep] || dep.project || dep.mixed || dep.types == nil || dep.path == "unsafe" || dep.unkept || partial[dep] || ctx.Err() != nil {
				continue
			}
			seen[dep] = true
			key, ok := r.outsideKey(dep)
			if !ok || r.cache.Has(kindOutside, key) {
				continue
			}
			group.Go(func() error {
				if data, err := writeTypes(nowhere(), dep.types); err == nil {
					r.cache.Put(kindOutside, key, data)
				}
				return nil
			})
		}
	}
	_ = group.Wait()
}

// changes reports whether what is kept of a package would not be what it is: a
// constant of a type of Go whose value comes from C is read back without its type.
func changes(pkg *types.Package) bool {
	if pkg == nil {
		return false
	}
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if ok && c.Val().Kind() == constant.Unknown && types.Unalias(c.Type()) != types.Typ[types.Invalid] {
			return true
		}
	}
	return false
}

// nameless: the go command found no file of the package that says what it is.
func nameless(n *node) bool { return n.types != nil && n.types.Name() == "" }

// have reports whether the types of all the packages can be read.
func (r *run) have(outside []*node) bool {
	for _, n := range outside {
		if n.path == "unsafe" {
			continue
		}
		if n.mixed || !r.has(n) {
			return false
		}
	}
	return true
}

// has looks once for what is kept of a package outside the project.
func (r *run) has(n *node) bool {
	key, ok := r.outsideKey(n)
	if !ok {
		return false
	}
	r.keyMu.Lock()
	defer r.keyMu.Unlock()
	n.outsideKept = n.outsideKept || r.cache.Has(kindOutside, key)
	return n.outsideKept
}
