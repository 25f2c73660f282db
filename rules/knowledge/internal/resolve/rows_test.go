package resolve

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

const source = `package lib

import (
	"context"
	"time"
)

type Client struct {
	Timeout time.Duration
	Net     struct{ Retries int }
}

func (*Client) Get(ctx context.Context, key string) error           { return nil }
func (*Client) Wait(d time.Duration) error                          { return nil }
func Retry(f func() error, n int) error                             { return nil }
func New(c *Client) *Client                                         { return c }

type Box[T any] struct{}

func (Box[T]) Take() T { panic("") }
`

func lib(t *testing.T) Load {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "lib.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.ForCompiler(files, "source", nil)}
	pkg, err := conf.Check("example.com/go.lib", files, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(path string) (*types.Package, error) {
		if path != pkg.Path() {
			return nil, fmt.Errorf("no package %s", path)
		}
		return pkg, nil
	}
}

// TestLies makes sure that a row which is not true does not pass.
func TestLies(t *testing.T) {
	const p = "example.com/go.lib"
	load := lib(t)
	get := knowledge.Call{Name: "(*" + p + ".Client).Get", Does: knowledge.Requests, Bound: []knowledge.Bound{"ctx:0"}}
	change := func(f func(*knowledge.Call)) knowledge.Library {
		c := get
		f(&c)
		return knowledge.Library{Calls: []knowledge.Call{c}}
	}
	policy := func(p knowledge.Policy) knowledge.Library {
		return knowledge.Library{Policies: []knowledge.Policy{p}}
	}
	knob := func(k knowledge.Knob) knowledge.Library { return knowledge.Library{Knobs: []knowledge.Knob{k}} }
	field := knowledge.Knob{Owner: p + ".Client", Form: knowledge.Field, Name: "Timeout", Stage: knowledge.Total}
	for name, c := range map[string]struct {
		lib  knowledge.Library
		true bool
	}{
		"a call":                 {change(func(*knowledge.Call) {}), true},
		"a generic method":       {change(func(c *knowledge.Call) { c.Name, c.Bound = "("+p+".Box).Take", nil }), true},
		"a sibling":              {change(func(c *knowledge.Call) { c.Instead = "Wait" }), true},
		"a field as bound":       {change(func(c *knowledge.Call) { c.Bound = []knowledge.Bound{"field:" + p + ".Client.Timeout"} }), true},
		"a repeated function":    {change(func(c *knowledge.Call) { c.Name, c.Bound, c.Repeats = p+".Retry", nil, "arg:0" }), true},
		"a field":                {knob(field), true},
		"a nested field":         {knob(knowledge.Knob{Owner: p + ".Client", Form: knowledge.Field, Name: "Net.Retries", Unit: "count"}), true},
		"a flow":                 {knowledge.Library{Flows: []knowledge.Flow{{Name: p + ".New", Keeps: []string{"Timeout"}}}}, true},
		"no such method":         {change(func(c *knowledge.Call) { c.Name = "(*" + p + ".Client).Got" }), false},
		"a value receiver":       {change(func(c *knowledge.Call) { c.Name = "(" + p + ".Client).Get" }), false},
		"the wrong argument":     {change(func(c *knowledge.Call) { c.Bound = []knowledge.Bound{"ctx:1"} }), false},
		"no duration there":      {change(func(c *knowledge.Call) { c.Bound = []knowledge.Bound{"arg:1"} }), false},
		"no such field":          {change(func(c *knowledge.Call) { c.Bound = []knowledge.Bound{"field:" + p + ".Client.Timeouts"} }), false},
		"no such option":         {change(func(c *knowledge.Call) { c.Bound = []knowledge.Bound{"option:" + p + ".WithTimeout"} }), false},
		"an unknown bound":       {change(func(c *knowledge.Call) { c.Bound = []knowledge.Bound{"luck"} }), false},
		"no such variant":        {change(func(c *knowledge.Call) { c.Instead = "GetContext" }), false},
		"repeats no function":    {change(func(c *knowledge.Call) { c.Repeats = "arg:1" }), false},
		"the wrong unit":         {knob(knowledge.Knob{Owner: p + ".Client", Form: knowledge.Field, Name: "Timeout", Unit: "count"}), false},
		"no duration":            {knob(knowledge.Knob{Owner: p + ".Client", Form: knowledge.Field, Name: "Net.Retries"}), false},
		"the wrong knob arg":     {knob(knowledge.Knob{Owner: "(*" + p + ".Client)", Form: knowledge.Method, Name: "Wait", Arg: 1}), false},
		"a flow of no field":     {knowledge.Library{Flows: []knowledge.Flow{{Name: p + ".New", Keeps: []string{"Deadline"}}}}, false},
		"a flow from no arg":     {knowledge.Library{Flows: []knowledge.Flow{{Name: p + ".New", From: 1}}}, false},
		"a glob of nothing":      {knowledge.Library{Globs: []knowledge.Glob{{Type: "(" + p + ".Box)", Shape: knowledge.CtxFirst}}}, false},
		"a policy":               {policy(knowledge.Policy{Name: p + ".Retry", From: "arg:0", Attempts: "arg:1+1"}), true},
		"a policy of a field":    {policy(knowledge.Policy{Name: p + ".Client.Timeout", Elapsed: "arg:0"}), true},
		"a policy of no arg":     {policy(knowledge.Policy{Name: p + ".Retry", Attempts: "arg:2"}), false},
		"options of one":         {policy(knowledge.Policy{Name: p + ".Retry", Options: "arg:1"}), false},
		"a policy of nothing":    {policy(knowledge.Policy{Name: p + ".Again"}), false},
		"an exemption of nobody": {knowledge.Library{Exempt: []string{p + ".Old"}}, false},
	} {
		if bad := load.Library(&c.lib); (len(bad) == 0) != c.true {
			t.Errorf("%s: %v", name, bad)
		}
	}
}
