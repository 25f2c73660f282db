package driver

import (
	"context"
	"go/types"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSkeletonsDeclareTheSame loads all of std down to its declarations, once
// pruned and once as it is, and compares what importers can see.
func TestSkeletonsDeclareTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the standard library twice")
	}
	t.Parallel()
	opts := Options{Dir: t.TempDir(), Patterns: []string{"std"}}
	l, err := list(context.Background(), opts)
	require.NoError(t, err)
	load := func(pruned bool) *run {
		g, err := newGraph(l, nil)
		require.NoError(t, err)
		r := newRun(opts, &plan{}, g, l)
		for _, n := range g.nodes {
			n.project = false
		}
		if pruned {
			for _, n := range g.order {
				r.parseSkeleton(n)
			}
			g.sort()
		}
		for _, n := range g.order {
			if pruned {
				r.loadDeclared(n)
			} else if n.path == "unsafe" {
				r.loadDeclared(n)
			} else if _, err := r.loadProject(n); n.types == nil {
				require.NoError(t, err)
			}
			require.NotNil(t, n.types, n.id)
		}
		return r
	}
	whole, pruned := load(false), load(true)
	edges := func(g *graph) (count int) {
		for _, n := range g.nodes {
			count += len(n.deps)
		}
		return count
	}
	require.Less(t, edges(pruned.graph), edges(whole.graph)*2/3, "pruning is worth its while")
	everything := func(*types.Package) bool { return true }
	for id, n := range whole.graph.nodes {
		if n.types == nil {
			continue
		}
		other := pruned.graph.nodes[id].types
		require.Equal(t, declared(n.types), declared(other), id)
		a := shape(n.types, nil, everything, nil)
		b := shape(other, nil, everything, nil)
		require.Equal(t, a.common, b.common, id)
		require.Equal(t, a.names, b.names, id)
	}
}

// declared lists what a package declares for others, with the methods of its types.
func declared(pkg *types.Package) []string {
	var lines []string
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		lines = append(lines, types.ObjectString(obj, nil))
		if c, ok := obj.(*types.Const); ok {
			lines = append(lines, name+" = "+c.Val().ExactString())
		}
		if named, ok := obj.Type().(*types.Named); ok && types.Object(named.Obj()) == obj {
			lines = append(lines, named.Underlying().String())
			for m := range named.Methods() {
				lines = append(lines, m.String())
			}
		}
	}
	slices.Sort(lines)
	return lines
}
