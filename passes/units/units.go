// Package units finds the numbers that become durations: constants without a
// unit, and conversions of a number whose name says its unit.
//
// It knows where such a number goes and whether it is a count there, that is,
// whether anything it reaches is multiplied by a unit (`timeout * time.Second`
// on a time.Duration), also in another package, through a fact. It does not
// know which of them are wrong.
package units

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Kind is the way in which a number becomes a duration.
type Kind int

// The kinds. Nowhere is a place that is not followed: a comparison, an
// operand of * or /, a map key.
const (
	Nowhere Kind = iota
	Argument
	Field
	Element
	Variable
	Returned
	Sum // added to a duration, or subtracted from one
)

// Place is where a number becomes a duration.
type Place struct {
	Kind  Kind
	Into  types.Object // parameter, field, variable, or function whose result it is; may be nil
	Owner types.Type   // of a field: its struct
	Fn    *types.Func  // of an argument: the function called, if it is a declared one
}

// Number is a constant without a unit where a duration is wanted.
type Number struct {
	Expr  ast.Expr // the number, or time.Duration(number)
	Value int64    // in nanoseconds, as it stands
	Whole ast.Expr // of a Sum: the sum; nil for x += 3
	Place

	also []types.Object // what an argument may be handed on to
}

// Conversion is time.Duration(x) where the name of x says a unit.
type Conversion struct {
	Call   *ast.CallExpr
	Arg    ast.Expr      // x
	Unit   time.Duration // what the name says
	Whole  ast.Expr      // the product, or Call when nothing is multiplied
	Factor time.Duration // what x is multiplied by; 1 when by nothing
	Place
}

// Result is what was found in one package, in source order. Counts and
// places that are not followed are left out.
type Result struct {
	Numbers     []Number
	Conversions []Conversion
}

// Count is a fact of a field, variable, constant, parameter or function: of
// type time.Duration, and multiplied by a unit where it is used.
type Count struct{}

// AFact marks Count as a fact.
func (*Count) AFact() {}

func (*Count) String() string { return "a count, not a duration" }

// Analyzer finds the numbers that become durations.
var Analyzer = &analysis.Analyzer{
	Name:       "units",
	Doc:        "numbers that become durations, with and without a unit",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Count)(nil)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	if !settings.Own(pass) {
		return &Result{}, nil
	}
	c := &collector{pass: pass, info: pass.TypesInfo, counts: map[types.Object]bool{}, from: map[types.Object][]types.Object{}}
	for _, file := range pass.Files {
		ast.PreorderStack(file, nil, c.visit)
	}
	c.spread()
	r := &Result{}
	for _, n := range c.numbers {
		if !c.isCount(n.Into) && !slices.ContainsFunc(n.also, c.isCount) {
			r.Numbers = append(r.Numbers, n)
		}
	}
	for _, conv := range c.conversions {
		if !c.isCount(conv.Into) {
			r.Conversions = append(r.Conversions, conv)
		}
	}
	return r, nil
}

// spread makes a count of everything that flows into a count, and tells
// importing packages of the same module.
func (c *collector) spread() {
	var work []types.Object
	for obj := range c.counts {
		work = append(work, obj)
	}
	for obj := range c.from {
		if !c.counts[obj] && obj.Pkg() != nil && obj.Pkg() != c.pass.Pkg && c.pass.ImportObjectFact(obj, new(Count)) {
			work = append(work, obj)
		}
	}
	for len(work) > 0 {
		obj := work[len(work)-1]
		work = work[:len(work)-1]
		for _, src := range c.from[obj] {
			if !c.counts[src] {
				c.counts[src] = true
				work = append(work, src)
			}
		}
	}
	for obj := range c.counts {
		if obj.Pkg() == c.pass.Pkg && travels(obj) {
			c.pass.ExportObjectFact(obj, new(Count))
		}
	}
}

// travels reports whether another package can name the object.
func travels(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	if !ok {
		return obj.Exported()
	}
	return v.Kind() == types.ParamVar || v.Exported() && v.Kind() != types.LocalVar
}

// isCount: by its uses, or by its name.
func (c *collector) isCount(obj types.Object) bool {
	return obj != nil && (c.counts[obj] || SaysCount(obj.Name()) || OfName(obj.Name()) != 0 ||
		obj.Pkg() != nil && obj.Pkg() != c.pass.Pkg && c.pass.ImportObjectFact(obj, new(Count)))
}

// IsDuration reports whether t is time.Duration or a type of that name made
// from it: an int64 that has a text form or can be turned into one.
func IsDuration(t types.Type) bool {
	named := nameDuration(t)
	if named == nil || isTime(named) {
		return named != nil
	}
	basic, ok := named.Underlying().(*types.Basic)
	if !ok || basic.Kind() != types.Int64 {
		return false
	}
	for m := range named.Methods() {
		switch m.Name() {
		case "String", "Set", "UnmarshalText", "UnmarshalJSON", "UnmarshalYAML":
			return true
		}
		for v := range m.Signature().Results().Variables() {
			if r := nameDuration(v.Type()); r != nil && isTime(r) {
				return true
			}
		}
	}
	return false
}

// nameDuration is t when it is a type with the name Duration.
func nameDuration(t types.Type) *types.Named {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Name() != "Duration" || named.Obj().Pkg() == nil {
		return nil
	}
	return named
}

func isTime(named *types.Named) bool { return named.Obj().Pkg().Path() == "time" }
