package leftout_test

import (
	"go/types"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/leftout"
)

func TestItems(t *testing.T) {
	t.Parallel()
	var r leftout.Result
	require.Empty(t, r.Items())
	var all sync.WaitGroup
	for range 4 { // rules give up at the same time
		all.Go(func() {
			r.Add(leftout.Item{Rule: "b", Reason: "why"})
			r.Add(leftout.Item{Function: "f", Reason: "why"})
			r.Add(leftout.Item{Function: "(*T).m", Rule: "b", Reason: "why"})
		})
	}
	all.Wait()
	var names []string
	for _, item := range r.Items() {
		names = append(names, item.String())
	}
	require.Equal(t, []string{"function f", "rule b", "function (*T).m by b"}, names)
}

// TestTelling: each item is told once, under its package, escaped.
func TestTelling(t *testing.T) {
	t.Parallel()
	list := new(leftout.Result)
	pass := &analysis.Pass{Pkg: types.NewPackage("example.com/m", "m"), ResultOf: map[*analysis.Analyzer]any{leftout.Analyzer: list}}
	var out strings.Builder
	rule := leftout.Telling(&analysis.Analyzer{Run: func(*analysis.Pass) (any, error) {
		list.Add(leftout.Item{Function: "f", Rule: "a", Reason: "why\x1b"})
		return 3, nil
	}}, &out)
	require.Contains(t, rule.Requires, leftout.Analyzer)
	for range 2 {
		result, err := rule.Run(pass)
		require.NoError(t, err)
		require.Equal(t, 3, result)
	}
	list.Add(leftout.Item{Function: "g", Reason: "why else"})
	_, err := rule.Run(pass)
	require.NoError(t, err)
	require.Equal(t, "timeoutlint: left out in example.com/m: function f by a: why\\x1b\n"+
		"timeoutlint: left out in example.com/m: function g: why else\n", out.String())
}
