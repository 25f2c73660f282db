package uses_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/uses"
)

func of(t *testing.T, src string) *uses.Result {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	require.NoError(t, err)
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("example.com/m/a", fset, []*ast.File{file}, info)
	require.NoError(t, err)
	result, err := uses.Analyzer.Run(&analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info,
		ResultOf: map[*analysis.Analyzer]any{calls.Analyzer: &calls.Result{}}})
	require.NoError(t, err)
	return result.(*uses.Result)
}

func TestFunctionsAndWhatTheyReferTo(t *testing.T) {
	r := of(t, `package a

var started = start()

func start() int { return 1 }

type Store struct{}

func (s *Store) Save() { s.log(); go func() { helper[int]() }() }
func (s *Store) log()  {}
func (s *Store) Sum(args int, reply *int) error { return nil }

func helper[T any]() {}

//export Callback
func Callback() { f := helper[string]; f() }

func closes(v any) { v.(interface{ Shut() }).Shut() }
`)
	require.Equal(t, []string{"example.com/m/a.start"}, r.Always)
	require.Contains(t, r.Methods, "Shut")
	byName := map[string]uses.Func{}
	for _, f := range r.Funcs {
		byName[f.Short] = f
	}
	require.Len(t, byName, 8)
	require.True(t, byName["started"].Root, "its value is worked out by a call")
	require.Equal(t, uses.Func{Name: "(*example.com/m/a.Store).Save", Short: "Store.Save", Method: "Save", Exported: true,
		Refers: []string{"(*example.com/m/a.Store).log", "example.com/m/a.helper"}}, byName["Store.Save"])
	require.True(t, byName["Store.Sum"].Root, "net/rpc may call it")
	require.True(t, byName["Callback"].Root)
	require.False(t, byName["helper"].Root)
	require.Equal(t, []string{"example.com/m/a.helper"}, byName["Callback"].Refers)
}

func TestVariables(t *testing.T) {
	r := of(t, `package a

import "net/http"

type API struct{ http *http.Client }

var (
	Used   = &API{new(http.Client)}
	Unused = &API{new(http.Client)}
	later  = func() int { return len(now) }
	now    = []byte("x")
)

func get() *API { _ = later; return Used }
`)
	refers := map[string][]string{}
	for _, f := range r.Funcs {
		refers[f.Short] = f.Refers
		require.False(t, f.Root, f.Name)
	}
	require.Equal(t, map[string][]string{"Used": nil, "Unused": nil, "later": nil, "now": nil,
		"get": {"example.com/m/a.Used", "example.com/m/a.later"}}, refers)
}

func TestNamesOfWhatMayRun(t *testing.T) {
	for src, want := range map[string][]string{
		"package b; func f() { // a.Older\n\tvar x T; x.Gone( }":                   {"Gone", "T", "b", "f", "x"},
		"package b; func f() { a.Gone() }":                                         {},
		"package b; func main() { f() }; func f() { a.Gone() }":                    {"Gone", "a", "f"},
		"package b; var x = f; func f() { a.Gone() }; func g() { f(); a.Other() }": {"Gone", "a", "f", "x"},
		"package b; func f() { g() }; func g() { f(); a.Gone() }":                  {},
		"package b\n\nfunc (t T) f() { g() }\n\n//export g\nfunc g() { a.Gone() }": {"Gone", "T", "a", "g", "t"},
	} {
		require.ElementsMatch(t, want, slices.Collect(maps.Keys(uses.Names([][]byte{[]byte(src)}, nil))), src)
	}
	two := uses.Names([][]byte{[]byte("package b; func f() { a.Gone() }"), []byte("package b; func init() { f() }")}, nil)
	require.True(t, two["Gone"], "another file mentions it")
	main := &uses.Result{Path: "m", Funcs: []uses.Func{{Name: "m.main", Refers: []string{"m/b.f"}}}}
	require.True(t, uses.Names([][]byte{[]byte("package b; func f() { a.Gone() }")}, []*uses.Result{main})["Gone"], "a package that was analysed refers to it")
}

func TestCommands(t *testing.T) {
	r := of(t, `package a

import "os"

func main() {
	if len(os.Args) > 1 {
		os.Exit(ping())
	}
	os.Exit(1)
	os.Exit((&app{}).run())
}

type app struct{}

func (*app) run() int { return 0 }

func ping() int { return 0 }
`)
	require.Equal(t, []string{"(*example.com/m/a.app).run", "example.com/m/a.ping"}, r.Commands)
}

func TestOutline(t *testing.T) {
	r := uses.Outline("m/b", [][]byte{[]byte("package main; import \"m/a\"; func main() { broken( }"), []byte("package main; import (\"io\"; \"m/a\")")})
	require.Equal(t, &uses.Result{Path: "m/b", Main: true, Outline: true, Imports: []string{"io", "m/a"}}, r)
	require.Nil(t, uses.Outline("m/b", [][]byte{[]byte("packag b")}))
}

func TestStays(t *testing.T) {
	for body, stays := range map[string]bool{
		"select {}":                                      true,
		"for { select { case <-c: } }":                   true,
		"for { time.Sleep(1) }":                          true,
		"for range time.Tick(1) { }":                     true,
		"for { <-c; println() }":                         true,
		"signal.Notify(make(chan os.Signal))":            true,
		"for { if len(c) > 0 { return } }":               false,
		"for { go func() { <-c }() }":                    false,
		"for i := 0; i < 3; i++ { time.Sleep(1) }":       false,
		"for v := range c { println(v); time.Sleep(1) }": false,
	} {
		r := of(t, "package a\nimport (\"os\"; \"os/signal\"; \"time\")\nvar _ = time.Second\nvar _ = os.Args\nvar _ = signal.Stop\nvar c chan int\nfunc f() { "+body+" }")
		require.False(t, r.Stays, "not by itself")
		require.Equal(t, stays, r.Funcs[slices.IndexFunc(r.Funcs, func(f uses.Func) bool { return f.Short == "f" })].Stays, body)
		require.Equal(t, []string{"os", "os/signal", "time"}, r.Imports)
	}
}
