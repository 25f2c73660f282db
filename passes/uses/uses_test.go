package uses_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
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
	var wrong []types.Error
	conf := types.Config{Importer: importer.Default(), Error: func(err error) { wrong = append(wrong, err.(types.Error)) }}
	pkg, _ := conf.Check("example.com/m/a", fset, []*ast.File{file}, info)
	result, err := uses.Analyzer.Run(&analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, TypeErrors: wrong,
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
	byName := map[string]uses.Func{}
	for _, f := range r.Funcs {
		byName[f.Short] = f
	}
	require.Len(t, byName, 9)
	require.True(t, byName["started"].Root, "its value is worked out by a call")
	require.Equal(t, uses.Func{Name: "(*example.com/m/a.Store).Save", Short: "Store.Save", Method: "Save",
		Of: "example.com/m/a.Store", Shape: byName["Store.Save"].Shape, Exported: true,
		Refers: []string{"(*example.com/m/a.Store).log", "example.com/m/a.Store", "example.com/m/a.helper"}}, byName["Store.Save"])
	require.False(t, byName["Store.Sum"].Root, "net/rpc may call it where it is given one")
	require.True(t, byName["Callback"].Root)
	require.False(t, byName["helper"].Root)
	require.Equal(t, []string{"example.com/m/a.helper"}, byName["Callback"].Refers)
}

func TestVariablesAndTypes(t *testing.T) {
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
	made := []string{"example.com/m/a.API", "net/http.Client"}
	require.Equal(t, map[string][]string{"API": {"net/http.Client"}, "Used": made, "Unused": made, "later": nil, "now": nil,
		"get": {"example.com/m/a.API", "example.com/m/a.Used", "example.com/m/a.later"}}, refers)
}

func TestMethodsThatAScriptMayCall(t *testing.T) {
	r := of(t, `package a

import (
	"fmt"
	"io"
	"net/rpc"
	"text/template"
)

type T struct{}

func (T) Get()  {}
func (*T) Put() {}
func (T) own()  {}

func f(defines map[string]any, kinds map[string]T) {
	defines["t"] = T{}
	kinds["t"] = T{}
}

func g() any { return map[string]interface{}{"t": &T{}} }

func h() any { return map[string]T{"t": {}} }

func i(s *rpc.Server, w io.Writer) { s.Register(&T{}); fmt.Fprint(w, T{}) }

func j() { handed(&T{}); template.New("").Execute(nil, T{}) }

func handed(any) {}
`)
	refers := map[string][]string{}
	for _, f := range r.Funcs {
		refers[f.Short] = f.Refers
	}
	require.Equal(t, []string{"(example.com/m/a.T).Get", "example.com/m/a.T"}, refers["f"])
	require.Equal(t, []string{"(*example.com/m/a.T).Put", "(example.com/m/a.T).Get", "example.com/m/a.T"}, refers["g"])
	require.Equal(t, []string{"example.com/m/a.T"}, refers["h"])
	require.Contains(t, refers["i"], "(*example.com/m/a.T).Put")
	require.Contains(t, refers["j"], "(example.com/m/a.T).Get")
	require.NotContains(t, refers["j"], "(*example.com/m/a.T).Put", "a function of the program calls what it says")
}

func TestMethodsThatInterfacesAskFor(t *testing.T) {
	r := of(t, `package a

import (
	"io"
	"net/http"
	"sort"
)

type T struct{}

type queue[V any] interface{ Push(V) bool }

func (T) Read(b []byte) (int, error)        { return 0, nil }
func (T) Write(b []byte) error              { return nil }
func (T) Shut()                             {}
func (T) Stop(now bool)                     {}
func (T) Start(any) io.Reader               { return nil }
func (T) Push(int) bool                     { return false }
func (T) Len() int                          { return 0 }
func (T) ServeHTTP(*http.Request)           {}
func (*T) Done(<-chan int, map[string][]T)  {}

type of[V any] struct{}

func (of[V]) Whatever(V) {}

func closes(v any, l interface{ Stop() }) { v.(interface{ Shut() }).Shut(); sort.Sort(nil); v.(http.Handler).ServeHTTP(nil, nil) }

var table struct{ one map[string]interface{ Start(interface{}) io.Reader } }

type done interface{ Done(<-chan int, map[string][]T) }
`)
	asked := map[uint32]bool{}
	for _, s := range r.Methods {
		asked[s] = true
	}
	called := map[string]bool{}
	for _, f := range r.Funcs {
		if f.Method != "" {
			called[f.Method] = f.Called(asked)
		}
	}
	require.Equal(t, map[string]bool{"Read": true, "Write": false, "Shut": true, "Stop": false, "Start": true, "Push": true, "Len": true,
		"ServeHTTP": false, "Done": true, "Whatever": true}, called)
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
	r := uses.Outline("m/b", [][]byte{[]byte(`package main

import (
	"io"
	"m/a/v2"
	renamed "m/c"
	"m/go-d"
)

var x = f

func main() { f() }

func f() { a.Gone(); renamed.Here(); d.There().Later; var t T; t.Read(io.EOF) }

func (t T) g() { h() }

type asks interface{ Answer() }

//export Up
func Up() {}
`), []byte("package main; import . \"m/e\"; func h() { Inner() }"), []byte("package main; import \"m/a\"; func init() { // older\n\tbroken( }")})
	require.Equal(t, &uses.Result{Path: "m/b", Main: true, Outline: true, Imports: []string{"io", "m/a", "m/a/v2", "m/c", "m/e", "m/go-d"},
		Always: []string{".Answer", "?broken", "?init", "?main", "m/b.T", "m/b.asks", "m/b.f", "m/b.h", "m/b.t", "m/b.x"}, Funcs: []uses.Func{
			{Name: "m/b.main", Short: "main", Root: true, Refers: []string{"m/b.f"}},
			{Name: "m/b.f", Short: "f", Refers: []string{".EOF", ".Gone", ".Here", ".Later", ".Read", ".There", "io.EOF", "m/a/v2.Gone", "m/b.T",
				"m/b.a", "m/b.d", "m/b.io", "m/b.renamed", "m/b.t", "m/c.Here", "m/go-d.Read", "m/go-d.There"}},
			{Name: "m/b.Up", Short: "Up", Exported: true, Root: true},
			{Name: "m/b.h", Short: "h", Refers: []string{"?Inner", "m/b.Inner"}},
		}}, r)
	require.Nil(t, uses.Outline("m/b", [][]byte{[]byte("packag b")}))
}

// TestWhatIsPartlyKnown: what the type checker could make out is told apart from
// what bears the same name, and of the rest any function may stay.
func TestWhatIsPartlyKnown(t *testing.T) {
	r := of(t, `package a

import (
	"net/http"

	"example.com/missing"
)

type T struct{}

func (T) Get() { later() }

func later() {}

func f(c *http.Client, t T) { c.Get(""); t.Get(); missing.New().Put(); undefined() }
`)
	require.False(t, r.Outline)
	require.Empty(t, r.Always)
	byName := map[string]uses.Func{}
	for _, f := range r.Funcs {
		require.True(t, f.Stays || f.Short == "T", f.Name)
		byName[f.Short] = f
	}
	require.Equal(t, []string{"example.com/m/a.T", "example.com/m/a.later"}, byName["T.Get"].Refers)
	require.Equal(t, []string{"(*net/http.Client).Get", "(example.com/m/a.T).Get", ".New", ".Put",
		"example.com/m/a.T", "example.com/m/a.undefined", "example.com/missing.New", "net/http.Client"}, byName["f"].Refers)
	require.True(t, byName["T.Get"].Called(nil), "an interface that is missing may ask for it")
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
