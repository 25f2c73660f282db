package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
)

// TestCounts holds what the default rules do on examples/shop in counts, which
// are the same on every machine: go commands, packages looked at, packages taken
// apart, allocations. A number that falls is to be lowered here, one that rises
// needs a reason.
func TestCounts(t *testing.T) {
	root, err := house.Root(".")
	require.NoError(t, err)
	shop := filepath.Join(root, "examples", "shop")
	c, err := cache.Open(filepath.Join(t.TempDir(), "cache"))
	require.NoError(t, err)
	on := slices.DeleteFunc(analyzers.All(), func(a *analysis.Analyzer) bool {
		r, _ := rules.Lookup(a.Name)
		return !r.Default
	})
	edited := filepath.Join(shop, "internal", "rates", "rates.go")
	src, err := os.ReadFile(edited)
	require.NoError(t, err)
	for _, step := range []struct {
		name                     string
		text                     string // appended to a file that one other imports
		goCommands, looked, ssas int
		loaded                   int // packages declared from source or read from the cache, at most
		thousands                uint64
	}{
		{"nothing known", "", 2, 30, 29, 190, 3000},
		{"nothing changed", "", 0, 0, 0, 0, 7},
		{"a function nobody else sees", "\nfunc unseen() int { return 1 }\n", 0, 1, 1, 10, 125},
		{"an exported function", "\nfunc Seen() int { return 1 }\n", 0, 1, 1, 10, 125},
		{"an exported type", "\ntype Seen struct{ N int }\n", 0, 2, 2, 26, 240},
	} {
		before := allocations()
		res, err := driver.Run(t.Context(), driver.Options{Dir: shop, Analyzers: on, Settings: settings.Default(), Cache: c,
			Overlay: map[string][]byte{edited: append(slices.Clone(src), step.text...)}})
		allocated := allocations() - before
		require.NoError(t, err)
		require.Equal(t, []int{step.goCommands, step.looked, step.ssas}, []int{res.Stats.GoCommands, res.Stats.Analyzed, res.Stats.Bodies},
			"%s: go commands, packages looked at, taken apart", step.name)
		require.LessOrEqual(t, res.Stats.External+res.Stats.Imported, step.loaded, "%s: packages loaded", step.name)
		require.LessOrEqual(t, allocated, step.thousands*1000, "%s: allocations", step.name)
	}
}

func allocations() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}
