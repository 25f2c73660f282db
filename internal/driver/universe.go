package driver

import (
	"context"
	"errors"
	"fmt"
	"go/types"
)

// errStale says that an entry of the cache that the run had counted on is gone.
var errStale = errors.New("the cache has changed under the run")

// errNeedsAll says that an analyzer asked for more than what is kept.
var errNeedsAll = errors.New("an analyzer asks for all facts")

// declare makes a package known to whatever refers to it by import path. A
// test variant is known to its own importers only.
func (r *run) declare(n *node) {
	if n.types == nil || n.id != n.path {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.imports[n.path] = n.types
}

// provide reads the types of what a package imports, where they are kept. All
// else that it imports has been processed before.
func (r *run) provide(n *node) error {
	r.world.RLock()
	missing := r.missing(n)
	r.world.RUnlock()
	if !missing {
		return nil
	}
	r.world.Lock()
	defer r.world.Unlock()
	for _, dep := range n.deps {
		if err := r.ensure(dep); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) missing(n *node) bool {
	for _, dep := range n.deps {
		if r.readable(dep) {
			return true
		}
	}
	return false
}

// readable reports whether a package's types have still to be read.
func (r *run) readable(n *node) bool {
	return n.types == nil && (n.record != nil || !n.project && !n.parsed)
}

// ensure reads what a package declares and all that this needs, with the facts
// about it: what is outside the project from the cache, the project's own from
// the source, without bodies. Its caller holds the world.
func (r *run) ensure(n *node) error {
	switch {
	case !r.readable(n):
		return nil
	case n.path == "unsafe":
		n.types = types.Unsafe
		return nil
	case !n.project:
		return r.readOutside(n)
	}
	if !n.parsed {
		r.parseSkeleton(n)
	}
	for _, dep := range n.needs {
		if err := r.ensure(dep); err != nil {
			return err
		}
	}
	r.loadDeclared(n)
	if n.partial {
		r.cache.Drop(kindRecord, n.key, "is of a package that cannot be read any more")
		return errStale
	}
	r.imported++
	facts, ok := r.cache.Get(kindFacts, n.record.Facts)
	if !ok {
		return errStale
	}
	stored := new(storedFacts)
	if err := decode(facts, stored); err != nil {
		return fmt.Errorf("%w: %w", errStale, err)
	}
	if err := n.facts.read(n.types, stored, r.factTypes); err != nil {
		return fmt.Errorf("%w: %w", errStale, err)
	}
	r.mu.Lock()
	r.owners[n.types] = n
	r.mu.Unlock()
	return nil
}

// readOutside reads what a package outside the project declares.
func (r *run) readOutside(n *node) (err error) {
	r.imported++
	data, ok := r.cache.Get(kindOutside, n.outside)
	if !ok {
		return errStale
	}
	if n.types, err = readTypes(data, r.fset, r.imports, n.path); err != nil {
		return fmt.Errorf("%w: %w", errStale, err)
	}
	if nameless(n) {
		r.cache.Drop(kindOutside, n.outside, "is of a package without a name")
		return errStale
	}
	return nil
}

// preload reads, before any package is checked, what the packages that are
// sure to be analysed import: later the readers would wait for each other.
func (r *run) preload(ctx context.Context) error {
	r.world.Lock()
	defer r.world.Unlock()
	for _, n := range r.graph.order {
		if !n.project || n.record != nil || !n.hasKey && r.cache != nil {
			continue // known, or it may yet turn out to be
		}
		for _, dep := range n.deps {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if dep.project {
				continue
			}
			if err := r.ensure(dep); err != nil {
				return err
			}
		}
	}
	return nil
}
