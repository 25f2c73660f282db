// Package inventory lists the effective timeouts of a package: every place
// that gives a wait an end, what it bounds, and its value or where the value
// comes from.
//
// It knows what knowledge knows: fields, options, setters and arguments that
// carry a time; limits that a made value has without being told; limits that
// are left at their zero value. It does not know whether a value is a good one
// and reports nothing.
package inventory

import (
	"cmp"
	"go/ast"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Timeout is one effective timeout. It holds no syntax, so that it can outlive
// the package's analysis.
type Timeout struct {
	Pos          token.Position
	Function     string // "T.Method" for a method; empty outside of any
	Stage        Stage
	Knob         string // full name of what carries it: "net/http.Client.Timeout", "context.WithTimeout"
	Value        Value
	How          How
	Dependencies []string // names given to budget.New that it belongs to
}

// Stage is the part of a call that is bounded: one of knowledge's, or one of
// those below.
type Stage string

// The stages that no knob of knowledge has.
const (
	Context Stage = "context" // a context's deadline: all that runs under it
	Timer   Stage = "timer"   // a timer of package time
	Floor   Stage = "floor"   // with less left, the work is not started
	Reserve Stage = "reserve" // kept back for the caller's own work
)

// How is the way a timeout came to be.
type How string

// The ways.
const (
	Written How = "written"  // the code says so
	Default How = "default"  // left alone, or set to a zero that means the default
	Preset  How = "preset"   // by the function that made the value
	BuiltIn How = "built-in" // in the library, and cannot be set
)

// Kind is what is known of a value.
type Kind string

// The kinds.
const (
	Unknown   Kind = "unknown"
	Exact     Kind = "exact"     // Lo
	Range     Kind = "range"     // from Lo to Hi
	Never     Kind = "never"     // nothing ends the wait here
	Off       Kind = "off"       // the limit is turned off
	Inherited Kind = "inherited" // another limit's value applies
)

// Value is how long.
type Value struct {
	Kind   Kind
	Lo, Hi time.Duration
	From   []string // of an Unknown: the field, parameter, flag or call it comes from
}

// Result is the timeouts of one package, in order of file, line and column.
type Result struct {
	Timeouts []Timeout
	Why      string // why there are none to be seen: "uses cgo"
}

// Analyzer lists the effective timeouts of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "inventory",
	Doc:        "the effective timeouts of a package",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	if b.Program == nil {
		return &Result{Why: b.Why}, nil
	}
	c := &collector{
		pass: pass, bounds: b, program: b.Program,
		table: pass.ResultOf[calls.Analyzer].(*calls.Result).Table(),
		keys:  keys(pass.Files),
	}
	c.fields = writes(b.Program)
	c.names = dependencies(b)
	for _, fn := range b.Program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				switch instr := instr.(type) {
				case *ssa.Store:
					c.store(fn, instr)
				case ssa.CallInstruction:
					c.call(fn, instr)
				}
			}
		}
	}
	for _, o := range b.Objects {
		c.object(o)
	}
	slices.SortStableFunc(c.found, func(a, b Timeout) int {
		return cmp.Or(
			strings.Compare(a.Pos.Filename, b.Pos.Filename),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			strings.Compare(a.Knob, b.Knob))
	})
	return &Result{Timeouts: c.found}, nil
}

// collector finds the timeouts of one package.
type collector struct {
	pass    *analysis.Pass
	bounds  *bounds.Result
	program *program.Package
	table   *knowledge.Table
	keys    map[token.Pos]token.Pos
	fields  map[any]*written
	names   map[*bounds.Object][]string
	found   []Timeout
}

func (c *collector) add(fn *ssa.Function, pos token.Pos, t Timeout) {
	if key, ok := c.keys[pos]; ok {
		pos = key
	}
	if !pos.IsValid() {
		return
	}
	t.Pos, t.Function = c.pass.Fset.PositionFor(pos, false), functionName(fn)
	c.found = append(c.found, t)
}

// keys maps the colon of a literal's element, where SSA places the store, to
// the element's key.
func keys(files []*ast.File) map[token.Pos]token.Pos {
	out := map[token.Pos]token.Pos{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				out[n.Colon] = n.Pos()
			case *ast.CallExpr:
				out[n.Lparen] = n.Pos()
			}
			return true
		})
	}
	return out
}

// functionName is the declared function that fn is or is in.
func functionName(fn *ssa.Function) string {
	if fn == nil {
		return ""
	}
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Object() == nil { // the initialisation of package variables
		return ""
	}
	if recv := fn.Signature.Recv(); recv != nil {
		name := calls.Named(recv.Type())
		return name[strings.LastIndexByte(name, '.')+1:] + "." + fn.Name()
	}
	return fn.Name()
}

// Short is a full name as a reader writes it: "ldap.DialURL" for
// "github.com/go-ldap/ldap/v3.DialURL".
func Short(full string) string { return knowledge.Short(major.ReplaceAllString(full, ".")) }

var major = regexp.MustCompile(`/v[0-9]+\.`)

// String prints the value as a reader expects it.
func (v Value) String() string {
	switch v.Kind {
	case Exact:
		return durations.Short(v.Lo)
	case Range:
		return durations.Short(v.Lo) + " to " + durations.Short(v.Hi)
	case Unknown:
		if len(v.From) > 0 {
			return "unknown: " + strings.Join(v.From, ", ")
		}
	}
	return string(v.Kind)
}
