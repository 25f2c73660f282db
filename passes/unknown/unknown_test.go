package unknown

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

const source = `package p

import "context"

type T struct{ Net struct{ Dial int } }

type I interface{ Wait() error }

func (*T) Fetch(ctx context.Context) error           { return nil }
func (*T) Name() error                               { return nil }
func (*T) Notify(ctx context.Context)                {}
func (*T) Watch(ctx context.Context) <-chan int      { return nil }
func GetItem() error                                 { return nil }
func Gettysburg() error                              { return nil }
func HTTPGet() error                                 { return nil }
func With(ctx context.Context) (context.Context, error) { return ctx, nil }
func From(ctx context.Context) int                   { return 0 }
func Run()                                           {}
`

func pkg(t *testing.T, path string) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	p, err := conf.Check(path, fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBlocks(t *testing.T) {
	p := pkg(t, "example.org/p")
	object := func(p *types.Package, name string) *types.Func {
		if fn, ok := p.Scope().Lookup(name).(*types.Func); ok {
			return fn
		}
		owner := "T"
		if name == "Wait" {
			owner = "I"
		}
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(p.Scope().Lookup(owner).Type()), true, p, name)
		if obj == nil {
			obj, _, _ = types.LookupFieldOrMethod(p.Scope().Lookup(owner).Type(), true, p, name)
		}
		return obj.(*types.Func)
	}
	for name, want := range map[string][2]bool{
		"Fetch":      {true, true},
		"Name":       {false, false}, // nothing says that it waits
		"Notify":     {true, false},
		"Watch":      {true, true},
		"Wait":       {false, true},
		"GetItem":    {false, true},
		"Gettysburg": {false, false},
		"HTTPGet":    {false, false},
		"With":       {true, false},
		"From":       {true, false},
		"Run":        {false, false},
	} {
		takes, waits := blocks(object(p, name))
		if got := [2]bool{takes, waits}; got != want {
			t.Errorf("%s: takes a context and waits: %v, want %v", name, got, want)
		}
	}
	if _, waits := blocks(object(pkg(t, "example.org/go-yaml/p"), "Fetch")); waits {
		t.Error("yaml waits for somebody")
	}
}

func TestDeclares(t *testing.T) {
	p := pkg(t, "example.org/p")
	for name, want := range map[string]bool{
		"example.org/p.GetItem":    true,
		"(*example.org/p.T).Fetch": true,
		"(example.org/p.I).Wait":   true,
		"example.org/p.T.Net.Dial": true,
		"example.org/p.T.Net.Read": false,
		"(*example.org/p.T).Nope":  false,
		"(*example.org/p.U).Nope":  false,
		"(*example.org/p.T)":       true,
		"example.org/p.Nope":       false,
	} {
		if got := declares(p, name); got != want {
			t.Errorf("declares(%s) = %v", name, got)
		}
	}
}

func TestRowsName(t *testing.T) {
	lib := knowledge.Library{
		Path:   "p",
		Calls:  []knowledge.Call{{Name: "p.A"}},
		Globs:  []knowledge.Glob{{Type: "(p.T)"}},
		Knobs:  []knowledge.Knob{{Owner: "p.O", Name: "K", Form: knowledge.Field}},
		Exempt: []string{"p.E"},
	}
	want := []Row{{"p", Calls, "p.A"}, {"p", Globs, "(p.T)"}, {"p", Knobs, "p.O.K"}, {"p", Exempt, "p.E"}}
	got := Rows(&lib)
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("row %d is %v, want %v", i, got[i], want[i])
		}
	}
}
