// Package bounds follows the values that carry limits of time (clients,
// servers, transports, dialers, commands, requests, and every other type with
// a knob that knowledge knows) from where they are made to where they are
// used.
//
// It knows, per value made in the package: which limits are set on it, where
// and to what; which calls use it; and how it leaves sight. It follows local
// variables, captured variables, struct fields, package variables, and calls
// within the package; across packages it follows facts (Makes). Fields are
// joined over all values of a type. It does not know whether what it sees is
// wrong.
package bounds

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Kind says how an object came to be.
type Kind int

// The kinds of object.
const (
	External Kind = iota // made out of sight: nothing is known of its limits
	MadeHere             // a literal, new, or a zero variable in this package
	InStruct             // a zero value inside a struct of this package, one for all values of that struct
	ByCall               // the result of a function whose limits are known by row or fact
)

// Object is one value that carries limits, or all values made at one place.
type Object struct {
	Kind    Kind
	Type    string          // "net/http.Client"
	Pos     token.Pos       // where it is made, or the field that holds it
	In      *ssa.Function   // function that makes it; nil for fields and package variables
	Origin  ssa.Instruction // that makes it there; nil likewise
	Maker   *types.Func     // of a ByCall object
	Call    *ssa.Call       // the call that returned it
	Ctx     ssa.Value       // context it was made with (requests, commands)
	Presets []Limit         // limits it has without being told, of a ByCall object

	Accesses []Access  // of its fields, in source order per function
	Settings []Setting // limits set by calling a method on it
	Copies   []*Object // objects it was copied from
	Uses     []Use     // calls it is an argument or the receiver of
	Leaves   []Leave   // ways out of sight

	mu      sync.Mutex // rules ask at the same time
	limits  map[string]Limit
	byField map[string][]Access
}

// Access is one read or write of a field.
type Access struct {
	Field *types.Var
	Instr ssa.Instruction // the *ssa.Store, or the *ssa.FieldAddr of a read
	Value ssa.Value       // what is written; nil for a read
}

// Setting is a limit set by a call: SetDeadline, SetMaxOpenConns.
type Setting struct {
	Knob *knowledge.Knob
	Call ssa.CallInstruction
}

// Use is one call with the object as receiver or argument.
type Use struct {
	Call ssa.CallInstruction
	Fn   *types.Func     // called function or interface method; nil: a function value
	Row  *knowledge.Call // nil: nothing is known of the call
	Arg  int             // argument index; knowledge.Receiver for the receiver
}

// Leave is a way out of sight.
type Leave struct {
	Instr ssa.Instruction
	How   Exit
}

// Exit is how an object leaves sight.
type Exit int

// The exits. What happens to the object afterwards is unknown.
const (
	ReturnedOut Exit = iota // returned from a function that others may call
	Passed                  // handed to a function that no row or fact speaks of
	Stored                  // put into a map, slice, channel or a foreign struct
)

// Limit is the state of one knob of an object.
type Limit struct {
	Field string
	State State
	Value durations.Value // where set
	Param int             // parameter of the maker that becomes the limit, where State is FromParam
	Pos   token.Pos       // of the write
}

// State is how a limit stands.
type State int

// The states of a limit.
const (
	Unset     State = iota // nobody writes it: the zero value holds
	Zeroed                 // set, to zero
	Set                    // set, to something that is not zero or not known
	FromParam              // set to what a parameter says
)

// Result is the objects of one package.
type Result struct {
	Objects []*Object // in source order
	Program *program.Package
	Why     string // why Program is nil, or nothing is followed

	calls   *calls.Result
	graph   *graph
	indexed sync.Once // rules ask at the same time
	byParen map[int]ssa.CallInstruction
}

// Analyzer follows the carriers of limits in a package.
var Analyzer = &analysis.Analyzer{
	Name:       "bounds",
	Doc:        "the values that carry limits of time, what is set on them and where they are used",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer, leftout.Analyzer, program.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Makes)(nil)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{calls: pass.ResultOf[calls.Analyzer].(*calls.Result)}
	lazy := pass.ResultOf[program.Analyzer].(*program.Lazy)
	if !settings.Own(pass) || !worthwhile(pass, r.calls) {
		return r, nil
	}
	if r.Program, r.Why = lazy.Build(); r.Program == nil {
		return r, nil
	}
	g := newGraph(pass, r.Program, r.calls)
	g.build()
	g.solve()
	objects := g.finish()
	if !g.step(0) {
		r.Why = fmt.Sprintf("more than %d steps from what is made to where it is used", mostSteps)
		pass.ResultOf[leftout.Analyzer].(*leftout.Result).Add(leftout.Item{Rule: "bounds", Reason: r.Why})
		return r, nil
	}
	r.graph, r.Objects = g, objects
	export(pass, r)
	return r, nil
}

// worthwhile reports whether the package can hold a carrier at all: it meets a
// row, or it imports a package whose types carry limits.
func worthwhile(pass *analysis.Pass, met *calls.Result) bool {
	if len(met.Calls) > 0 {
		return true
	}
	table := met.Table()
	for _, imp := range pass.Pkg.Imports() {
		for _, lib := range table.Library(imp.Path()) {
			for i := range lib.Knobs {
				if lib.Knobs[i].Form == knowledge.Field {
					return true
				}
			}
		}
	}
	return false
}

// Of returns the objects v may be; complete is false if it may be others too.
func (r *Result) Of(v ssa.Value) (objects []*Object, complete bool) {
	if r.graph == nil {
		return nil, false
	}
	complete = true
	for _, o := range r.graph.pts[r.graph.key(v)] {
		if o.Kind == External {
			complete = false
			continue
		}
		objects = append(objects, o)
	}
	return objects, complete && len(objects) > 0
}

// Global returns the objects a package variable of this or another package may
// hold; for http.DefaultClient of net/http it is how its uses are found.
func (r *Result) Global(path, name string) *Object {
	if r.graph == nil {
		return nil
	}
	return r.graph.globals[path+"."+name]
}

// Row is what is known of a function.
func (r *Result) Row(fn *types.Func) *knowledge.Call { return r.calls.Row(fn) }

// Limit is the state of the field of o, joined over its writes, the objects it
// was copied from, and what its maker is known to set.
func (o *Object) Limit(field string) Limit {
	o.mu.Lock()
	defer o.mu.Unlock()
	l, ok := o.limits[field]
	if !ok {
		l = o.limit(field, map[*Object]bool{})
		if o.limits == nil {
			o.limits = map[string]Limit{}
		}
		o.limits[field] = l
	}
	return l
}

func (o *Object) limit(field string, seen map[*Object]bool) Limit {
	out := Limit{Field: field}
	if o.Kind == External {
		out.State = Set
		return out
	}
	if seen[o] {
		return out
	}
	seen[o] = true
	for _, a := range o.Accesses {
		if a.Field.Name() != field || a.Value == nil {
			continue
		}
		l := Limit{Field: field, Value: durations.Of(a.Value, nil), Pos: a.Instr.Pos(), State: Set}
		if l.Value.Zero() || isNil(a.Value) {
			l.State = Zeroed
		}
		out = strongest(out, l)
	}
	for _, p := range o.Presets {
		if p.Field == field {
			out = strongest(out, p)
		}
	}
	for _, c := range o.Copies {
		out = strongest(out, c.limit(field, seen))
	}
	return out
}

func strongest(a, b Limit) Limit {
	if b.State > a.State {
		return b
	}
	if b.State == a.State && a.State == Set {
		a.Value = a.Value.Join(b.Value)
	}
	return a
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// Bounded reports whether any of the fields is set to something that is not
// certainly zero.
func (o *Object) Bounded(fields ...string) bool {
	for _, f := range fields {
		if o.Limit(f).State >= Set {
			return true
		}
	}
	return false
}

// Writes returns what is written to a field of o and of what o was copied from.
func (o *Object) Writes(field string) []Access { return o.writes(field, map[*Object]bool{}) }

func (o *Object) writes(field string, seen map[*Object]bool) []Access {
	if seen[o] {
		return nil // copied back and forth
	}
	seen[o] = true
	var out []Access
	for _, a := range o.accesses(field) {
		if a.Value != nil {
			out = append(out, a)
		}
	}
	for _, c := range o.Copies {
		out = append(out, c.writes(field, seen)...)
	}
	return out
}

// Reads reports whether a field of o is read.
func (o *Object) Reads(field string) bool {
	return slices.ContainsFunc(o.accesses(field), func(a Access) bool { return a.Value == nil })
}

// accesses are those of one field.
func (o *Object) accesses(field string) []Access {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.byField == nil {
		o.byField = map[string][]Access{}
		for _, a := range o.Accesses {
			o.byField[a.Field.Name()] = append(o.byField[a.Field.Name()], a)
		}
	}
	return o.byField[field]
}

// Left reports whether o leaves sight in one of the given ways.
func (o *Object) Left(how ...Exit) bool {
	for _, l := range o.Leaves {
		for _, h := range how {
			if l.How == h {
				return true
			}
		}
	}
	return false
}

// starts maps the position that SSA gives a literal or a call of new (its
// opening brace or parenthesis) to the start of the expression.
func starts(files []*ast.File) map[token.Pos]token.Pos {
	out := map[token.Pos]token.Pos{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				out[n.Lbrace] = n.Pos()
			case *ast.CallExpr:
				out[n.Lparen] = n.Pos()
			}
			return true
		})
	}
	return out
}
