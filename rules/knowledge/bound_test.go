package knowledge

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBounds(t *testing.T) {
	t.Parallel()
	for _, good := range []Bound{"ctx:0", "arg:12", "arg:1+1", "field:net/http.Client.Timeout", "dsn:timeout", "const:5s", "peer", "peer:heartbeat", "none", "chan", "deadline", "reqctx", "recvctx"} {
		require.NoError(t, good.Err(), "%s", good)
	}
	for bad, why := range map[Bound]string{
		"":           `there is no bound ""`,
		"cxt:0":      `there is no bound "cxt"`,
		"::::":       `there is no bound ""`,
		" ctx:0":     `there is no bound " ctx"`,
		"ctx":        "ctx needs the number of an argument, from 0, as in ctx:0",
		"ctx:":       "ctx needs the number of an argument, from 0, as in ctx:0",
		"ctx:-1":     "ctx needs the number of an argument, from 0, as in ctx:0",
		"ctx:+1":     "ctx needs the number of an argument, from 0, as in ctx:0",
		"ctx:007":    "ctx needs the number of an argument, from 0, as in ctx:0",
		"arg:1 ":     "arg needs the number of an argument, from 0, as in arg:0",
		"arg:99999":  "arg needs the number of an argument, from 0, as in arg:0",
		"field:":     "field needs a name, as in field:NAME",
		"none:ever":  "nothing follows none",
		"deadline:x": "nothing follows deadline",
	} {
		require.EqualError(t, bad.Err(), why, "%q", bad)
	}
}

// TestBuiltinBounds: every bound of ours is one.
func TestBuiltinBounds(t *testing.T) {
	t.Parallel()
	seen := 0
	table := Builtin()
	for _, path := range table.Paths() {
		for _, lib := range table.Library(path) {
			visitBounds(reflect.ValueOf(lib).Elem(), func(b Bound) {
				seen++
				require.NoError(t, b.Err(), "%s: %q", path, b)
			})
		}
	}
	require.Greater(t, seen, 1000)
}

func visitBounds(v reflect.Value, visit func(Bound)) {
	switch v.Kind() {
	case reflect.String:
		if b, ok := v.Interface().(Bound); ok && b != "" {
			visit(b)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			visitBounds(v.Field(i), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			visitBounds(v.Index(i), visit)
		}
	}
}
