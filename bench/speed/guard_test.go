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
// are the same on every machine, by upper bounds. One that falls is to be lowered
// here, one that rises needs a reason.
func TestCounts(t *testing.T) {
	root, err := house.Root(".")
	require.NoError(t, err)
	shop := filepath.Join(root, "examples", "shop")
	c, err := cache.Open(filepath.Join(t.TempDir(), "cache"))
	require.NoError(t, err)
	on := slices.DeleteFunc(analyzers.All(), func(a *analysis.Analyzer) bool {
		r, _ := rules.Lookup(a.Name)
		return !r.Default()
	})
	edited := filepath.Join(shop, "internal", "rates", "rates.go")
	src, err := os.ReadFile(edited)
	require.NoError(t, err)
	for _, step := range []struct {
		name                     string
		text                     string // appended to a file that one other imports
		goCommands, looked, ssas int
		loaded                   int // packages declared from source or read from the cache
		thousands                int // of allocations
	}{
		{"nothing known", "", 2, 30, 30, 190, 3000},
		{"nothing changed", "", 0, 0, 0, 0, 7},
		{"a function nobody else sees", "\nfunc unseen() int { return 1 }\n", 0, 1, 1, 10, 125},
		{"an exported function", "\nfunc Seen() int { return 1 }\n", 0, 1, 1, 10, 125},
		{"an exported type", "\ntype Seen struct{ N int }\n", 0, 1, 1, 10, 125},
	} {
		before := allocations()
		res, err := driver.Run(t.Context(), driver.Options{Dir: shop, Analyzers: on, Settings: settings.Default(), Cache: c,
			Overlay: map[string][]byte{edited: append(slices.Clone(src), step.text...)}})
		allocated := allocations() - before
		require.NoError(t, err)
		for _, c := range []struct {
			what      string
			got, most int
		}{
			{"go commands", res.Stats.GoCommands, step.goCommands},
			{"packages looked at", res.Stats.Analyzed, step.looked},
			{"packages taken apart", res.Stats.Bodies, step.ssas},
			{"packages loaded", res.Stats.External + res.Stats.Imported, step.loaded},
			{"thousands of allocations", int(allocated / 1000), step.thousands},
		} {
			t.Logf("%s: %s: %d of at most %d", step.name, c.what, c.got, c.most)
			require.LessOrEqual(t, c.got, c.most, "%s: %s", step.name, c.what)
		}
	}
}

func allocations() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}
