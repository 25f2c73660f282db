package driver_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver"
)

// TestCollect: results come back by package in order of import path, nil where
// the analyzer failed, and beside no analyzer at all.
func TestCollect(t *testing.T) {
	t.Parallel()
	names := &analysis.Analyzer{
		Name: "names", Doc: "the names of a package", ResultType: reflect.TypeFor[[]string](),
		Run: func(pass *analysis.Pass) (any, error) { return pass.Pkg.Scope().Names(), nil },
	}
	fails := &analysis.Analyzer{
		Name: "fails", Doc: "fails in b", ResultType: reflect.TypeFor[string](),
		Run: func(pass *analysis.Pass) (any, error) {
			if pass.Pkg.Name() == "b" {
				return nil, errors.New("not b")
			}
			return pass.Pkg.Name(), nil
		},
	}
	dir := module(t, three)
	res := run(t, driver.Options{Dir: dir, Analyzers: []*analysis.Analyzer{}, Collect: []*analysis.Analyzer{fails, names}})
	require.Equal(t, []driver.Crash{{Package: "example.com/m/b", Analyzer: "fails", Reason: "not b"}}, res.Crashes)
	var got [][]any
	for _, p := range res.Packages {
		require.Empty(t, p.Diagnostics)
		got = append(got, append([]any{p.Path}, p.Results...))
	}
	require.Equal(t, [][]any{
		{"example.com/m/a", "a", []string{"T", "hidden", "wait"}},
		{"example.com/m/b", nil, []string{"Slower"}},
		{"example.com/m/c", "c", []string{"Slowest"}},
	}, got)
}
