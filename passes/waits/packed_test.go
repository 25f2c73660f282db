package waits

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// FuzzUnpack: what is no summary of a package is refused, and on every other one
// the clock runs.
func FuzzUnpack(f *testing.F) {
	for _, text := range []string{"", "{}", `{"Funcs":[null]}`, `{"Doors":[{"Handler":{"name":"f"}}]}`, `{"Routers":[{"Around":[null]}]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			return
		}
		_ = new(Result).GobDecode(text)
		_ = new(Takes).GobDecode(text)
		packed, err := pack(json.RawMessage(text))
		if err != nil {
			return // no JSON
		}
		if r := new(Result); r.GobDecode(packed) == nil {
			again, err := r.GobEncode()
			require.NoError(t, err)
			require.NoError(t, new(Result).GobDecode(again))
			for _, fn := range r.Funcs {
				clocked(t, r, &tree.FuncVal{Name: fn.Name})
			}
			for _, d := range r.Doors {
				clocked(t, r, d.Handler)
				clocked(t, r, WithCore(d.Handler, Core(d.Handler)))
			}
		}
		if fact := new(Takes); fact.GobDecode(packed) == nil {
			r := &Result{Funcs: []*tree.Func{&fact.Func}}
			clocked(t, r, &tree.FuncVal{Name: fact.Func.Name})
			_ = fact.String()
		}
	})
}

func clocked(t *testing.T, r *Result, entry *tree.FuncVal) {
	clock := tree.Clock{Resolve: func(name string) *tree.Func {
		if i := slices.IndexFunc(r.Funcs, func(f *tree.Func) bool { return f.Name == name }); i >= 0 {
			return r.Funcs[i]
		}
		return nil
	}}
	ways := tree.NewWays()
	for _, budget := range []int64{0, 1e9, tree.Forever} {
		least, most := clock.Least(entry, budget), clock.Most(entry, budget)
		require.GreaterOrEqual(t, least.T, int64(0))
		require.GreaterOrEqual(t, most.T, int64(0))
		for _, e := range append(least.Log, most.Log...) {
			_ = ways.Of(e)
		}
	}
}
