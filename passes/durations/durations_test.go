package durations_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/timeoutlint/timeoutlint/passes/durations"
)

// value builds a function that returns the expression and folds what it
// returns.
func value(t *testing.T, decls, expr string) durations.Value {
	t.Helper()
	src := "package p\nimport \"time\"\n" + decls + "\nfunc f(p int, b bool) time.Duration { " + expr + " }"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	require.NoError(t, err)
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.ForCompiler(fset, "source", nil)}, fset,
		types.NewPackage("p", "p"), []*ast.File{file}, 0)
	require.NoError(t, err)
	var out durations.Value
	first := true
	for _, b := range pkg.Func("f").Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			v := durations.Of(ret.Results[0], nil)
			if first {
				out, first = v, false
			} else {
				out = out.Join(v)
			}
		}
	}
	return out
}

func TestOf(t *testing.T) {
	s := int64(time.Second)
	for _, test := range []struct {
		decls, body string
		want        durations.Value
	}{
		{"", "return 5 * time.Second", durations.Exactly(5 * s)},
		{"", "return 0", durations.Exactly(0)},
		{"const d = 2 * time.Second", "return d + time.Second", durations.Exactly(3 * s)},
		{"", "return time.Duration(p)", durations.Unknown},
		{"", "return time.Duration(p) * time.Second", durations.Unknown},
		{"", "return min(3*time.Second, time.Second)", durations.Exactly(s)},
		{"", "d := time.Second; if b { d = 3 * time.Second }; return d", durations.Value{Lo: s, Hi: 3 * s, Known: true}},
		{"", "d := time.Second; if b { d = time.Duration(p) }; return d", durations.Unknown},
		{"var d = 4 * time.Second", "return d", durations.Exactly(4 * s)},
		{"var d = 4 * time.Second\nfunc set() { d = 0 }", "return d", durations.Unknown},
		{"var d = 4 * time.Second\ntype T int\nfunc (T) set() { d = 0 }", "return d", durations.Unknown},
		{"var d = 4 * time.Second\nfunc set() { func() { d = 0 }() }", "return d", durations.Unknown},
		{"var D = 4 * time.Second", "return D", durations.Unknown}, // others may write it
		{"var d time.Duration", "return d", durations.Unknown},
		{"", "d, _ := time.ParseDuration(\"90s\"); return d", durations.Exactly(90 * s)},
		{"", "d := time.Second; for i := 0; i < p; i++ { d *= 2 }; return d", durations.Unknown},
		{"", "if b { return time.Second }; return time.Minute", durations.Value{Lo: s, Hi: 60 * s, Known: true}},
	} {
		t.Run(test.decls+" "+test.body, func(t *testing.T) {
			require.Equal(t, test.want, value(t, test.decls, test.body))
		})
	}
}

func TestSaturation(t *testing.T) {
	v := value(t, "", "d := time.Duration(1 << 62); return d * time.Duration(1 << 10 * min(2, 3))")
	n, ok := v.Exact()
	require.True(t, ok)
	require.Equal(t, int64(math.MaxInt64), n)
}

func TestString(t *testing.T) {
	for d, want := range map[time.Duration]string{
		5 * time.Minute: "5m", 90 * time.Second: "1m30s", time.Hour: "1h", 0: "0s",
		300 * time.Millisecond: "300ms", 26 * time.Hour: "26h", time.Hour + time.Second: "1h0m1s",
	} {
		require.Equal(t, want, durations.Short(d))
	}
	require.Equal(t, "1s…3s", durations.Value{Lo: int64(time.Second), Hi: int64(3 * time.Second), Known: true}.String())
	require.True(t, strings.HasPrefix(durations.Unknown.String(), "unknown"))
}
