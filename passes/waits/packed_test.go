package waits

import (
	"encoding/json"
	"fmt"
	"reflect"
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
		type plain Result // in JSON
		var read plain
		var fn tree.Func
		if json.Unmarshal(text, &read) != nil || json.Unmarshal(text, &fn) != nil {
			return
		}
		packed, err := pack(resultLayout, (*Result)(&read))
		require.NoError(t, err)
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
		packed, err = pack(factLayout, &fn)
		require.NoError(t, err)
		if fact := new(Takes); fact.GobDecode(packed) == nil {
			r := &Result{Funcs: []*tree.Func{&fact.Func}}
			clocked(t, r, &tree.FuncVal{Name: fact.Func.Name})
			_ = fact.String()
		}
	})
}

// TestEverythingIsPacked: what is unpacked is what was packed, for values in
// which every field is set, and no prefix of it is taken for a whole.
func TestEverythingIsPacked(t *testing.T) {
	in := new(Result)
	fill(reflect.ValueOf(in).Elem(), 4)
	packed, err := pack(resultLayout, in)
	require.NoError(t, err)
	out := new(Result)
	require.NoError(t, unpack(resultLayout, packed, out))
	require.Equal(t, in, out)
	for size := range min(len(packed), 2000) {
		require.Error(t, unpack(resultLayout, packed[:size], new(Result)))
	}
}

// fill gives every field a value; below the depth pointers and lists stay empty.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(-depth - 1))
	case reflect.String:
		v.SetString(fmt.Sprintf("%s %d", v.Type(), depth))
	case reflect.Pointer:
		if depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), depth-1)
		}
	case reflect.Slice:
		if depth > 0 {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			fill(v.Index(0), depth-1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, depth)
		fill(value, depth)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") != "-" {
				fill(v.Field(i), depth)
			}
		}
	}
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
