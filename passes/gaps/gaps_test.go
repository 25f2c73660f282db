package gaps

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis/analysistest"
)

func TestCounts(t *testing.T) {
	root, err := filepath.Abs("../../testdata")
	require.NoError(t, err)
	results := analysistest.Run(t, root, Analyzer, "gaps")
	require.Len(t, results, 1)
	require.Equal(t, &Result{Bounded: 1, Unbounded: 1, Unknown: 4, Reasons: []Reason{
		{"a caller's context", 2},
		{"a context from a package variable", 1},
		{"a time that is not a constant", 1},
		{"handed to a function that waits: a context from a package variable", 1},
	}}, results[0].Result)
}

func TestSum(t *testing.T) {
	a := &Result{Bounded: 1, Unknown: 3, Reasons: []Reason{{"x", 2}, {"y", 1}}}
	b := &Result{Unbounded: 2, Unknown: 4, Reasons: []Reason{{"y", 3}, {"w", 1}}}
	want := Result{Bounded: 1, Unbounded: 2, Unknown: 7, Reasons: []Reason{{"y", 4}, {"x", 2}, {"w", 1}}}
	require.Equal(t, want, Sum([]*Result{a, b}))
	require.Equal(t, want, Sum([]*Result{b, a}))
}
