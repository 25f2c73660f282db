package driver

import (
	"bytes"
	"context"
	"go/types"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/gcexportdata"
)

// TestFingerprintIsOfTheDeclarations checks that what stands for a package does
// not depend on whether its imports were read or checked from source.
func TestFingerprintIsOfTheDeclarations(t *testing.T) {
	t.Parallel()
	opts := Options{Dir: t.TempDir(), Patterns: []string{"net/http", "database/sql", "go/types", "html/template"}}
	l, err := list(context.Background(), opts)
	require.NoError(t, err)
	g, err := newGraph(l, nil)
	require.NoError(t, err)
	source := newRun(opts, &plan{}, g, l)
	written, checked := map[*node][]byte{}, map[*node]*types.Package{}
	for _, n := range g.order {
		source.parseSkeleton(n)
		source.loadDeclared(n)
		if n.path == "unsafe" {
			continue
		}
		data, err := writeTypes(nowhere(), n.types)
		require.NoError(t, err)
		again, err := writeTypes(nowhere(), n.types)
		require.NoError(t, err)
		require.Equal(t, data, again)
		written[n], checked[n] = data, n.types

	}
	for _, n := range g.report {
		read := newRun(opts, &plan{}, g, l)
		whole := checked[n]
		for _, dep := range g.order {
			dep.types = nil
		}
		for _, dep := range n.deps {
			if dep.path == "unsafe" {
				dep.types = types.Unsafe
				continue
			}
			dep.types, err = gcexportdata.Read(bytes.NewReader(written[dep]), read.fset, read.imports, dep.path)
			require.NoError(t, err)
		}
		read.parseSkeleton(n)
		read.loadDeclared(n)
		require.Equal(t, declared(whole), declared(n.types))
		for _, ours := range []bool{true, false} {
			all := func(pkg *types.Package) bool { return ours || pkg.Path() == n.path }
			want := shape(whole, nil, all, nil)
			got := shape(n.types, nil, all, nil)
			require.Equal(t, want.common, got.common, n.path)
			require.Equal(t, want.names, got.names, n.path)
		}
	}
}
