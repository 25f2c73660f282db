// Package delays tells what a time that is waited is made of: whether chance
// has a part in it, and whether it grows from one wait to the next.
//
// It follows a value through helpers, methods that count, tables, options and
// function values of the package, and through the facts of imported ones. A
// source of chance that reaches the value is what counts, and never a name. It
// does not know which loop waits, nor whether that is wrong.
package delays

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Random says whether chance has a part in a wait.
type Random int

// Whether clients that start together stay together.
const (
	NotKnown Random = iota // something that is not in sight decides
	Fixed                  // constants, settings and counters only
	Jittered               // a source of chance has a part in it
)

// Itself is the Count of what counts its own calls.
const Itself = -2

// none is the Count of what does not grow.
const none = -1

// Made is a time that a function makes, as a term over its parameters.
type Made struct {
	Random  Random
	By      string // "doubles", "shift", "power": exponential; "linear", "table"; empty: it does not grow
	Count   int    // index in the SSA parameters, receiver included, of the number that it grows with; Itself
	Clamped bool   // it is held below something
	Late    bool   // only after the number may have overflowed
}

// Exponential reports whether it grows by a factor.
func (m Made) Exponential() bool { return m.By == "doubles" || m.By == "shift" || m.By == "power" }

// Delays is the fact of a function that makes a time or waits one.
type Delays struct {
	Returns, Sleeps *Made
}

// AFact marks Delays as a fact.
func (*Delays) AFact() {}

func (d *Delays) String() string {
	var parts []string
	for _, m := range []struct {
		name string
		made *Made
	}{{"returns", d.Returns}, {"sleeps", d.Sleeps}} {
		if m.made != nil {
			parts = append(parts, fmt.Sprintf("%s a delay %v %q of %d", m.name, m.made.Random, m.made.By, m.made.Count))
		}
	}
	return strings.Join(parts, ", ")
}

// Result answers for the values of one package.
type Result struct {
	pass    *analysis.Pass
	program *program.Package
	memo    map[*ssa.Function]*Delays
	busy    map[*ssa.Function]bool
}

// Analyzer tells what times that are waited are made of.
var Analyzer = &analysis.Analyzer{
	Name:       "delays",
	Doc:        "whether chance has a part in a delay, and how it grows",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{program.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Delays)(nil)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, memo: map[*ssa.Function]*Delays{}, busy: map[*ssa.Function]bool{}}
	if !settings.Own(pass) || !concerned(pass) {
		return r, nil
	}
	r.program, _ = pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
	if r.program == nil {
		return r, nil
	}
	for obj, fn := range r.program.Decls {
		if d := r.of(fn); d.Returns != nil || d.Sleeps != nil {
			pass.ExportObjectFact(obj, d)
		}
	}
	return r, nil
}

// concerned: somebody here names a time.
func concerned(pass *analysis.Pass) bool {
	for _, imp := range pass.Pkg.Imports() {
		if imp.Path() == "time" {
			return true
		}
	}
	return false
}

// of is what a function of this package makes and waits.
func (r *Result) of(fn *ssa.Function) *Delays {
	if d := r.memo[fn]; d != nil {
		return d
	}
	if r.busy[fn] {
		return &Delays{}
	}
	r.busy[fn] = true
	d := &Delays{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Return:
				for _, v := range instr.Results {
					if isDelay(v.Type()) {
						d.Returns = d.Returns.join(r.made(fn, v))
					}
				}
			case *ssa.Call:
				if v := slept(instr.Common()); v != nil {
					d.Sleeps = d.Sleeps.join(r.made(fn, v))
				} else if m := r.Sleeps(instr); m != nil {
					d.Sleeps = d.Sleeps.join(r.within(fn, instr, m))
				}
			}
		}
	}
	delete(r.busy, fn)
	r.memo[fn] = d
	return d
}

// slept is the time that a call of package time lets pass.
func slept(c *ssa.CallCommon) ssa.Value {
	switch full(c) {
	case "time.Sleep", "time.After", "time.NewTimer":
		return c.Args[0]
	case "(*time.Timer).Reset":
		return c.Args[1]
	}
	return nil
}

func isDelay(t types.Type) bool { return calls.Named(t) == "time.Duration" }

// made reads a value of a function as a term over its parameters.
func (r *Result) made(fn *ssa.Function, v ssa.Value) *Made {
	out := r.grows(fn, v)
	out.Random = r.chance(fn, v)
	return &out
}

// within reads what a callee waits as a term over the caller's parameters.
func (r *Result) within(fn *ssa.Function, call *ssa.Call, m *Made) *Made {
	out := *m
	for _, arg := range call.Call.Args {
		if isNumber(arg.Type()) {
			out.Random = Weaker(out.Random, r.chance(fn, arg))
		}
	}
	if out.Count >= 0 && out.Count < len(call.Call.Args) {
		out.Count = r.counter(fn, call.Call.Args[out.Count], 0)
	}
	if out.Count == none {
		out.By = ""
	}
	return &out
}

// join is what holds when either may be the one.
func (m *Made) join(o *Made) *Made {
	switch {
	case m == nil:
		return o
	case o == nil:
		return m
	}
	out := *m
	if out.By == "" || o.Exponential() && !out.Exponential() {
		out.By, out.Count, out.Clamped, out.Late = o.By, o.Count, o.Clamped, o.Late
	}
	if m.By == "" || o.By == "" { // one of the ways out is the limit, and looks before
		out.Clamped, out.Late = true, false
	}
	out.Random = Weaker(m.Random, o.Random)
	return &out
}

// Weaker is the one that holds when both have a part: where chance has a part on one way it has a part.
func Weaker(a, b Random) Random {
	switch {
	case a == Jittered || b == Jittered:
		return Jittered
	case a == NotKnown || b == NotKnown:
		return NotKnown
	}
	return Fixed
}

// Makes is what a function of this package or an imported one makes; nil if
// nothing is known.
func (r *Result) Makes(fn *ssa.Function) *Made {
	if r.program == nil {
		return nil
	}
	if d := r.known(fn); d != nil {
		return d.Returns
	}
	return nil
}

// Returns is what a call makes, as a term over its arguments; nil if nothing is
// known.
func (r *Result) Returns(call *ssa.Call) *Made {
	return r.each(call, func(d *Delays) *Made { return d.Returns })
}

// Sleeps is what a call waits, as a term over its arguments; nil if nothing is
// known.
func (r *Result) Sleeps(call *ssa.Call) *Made {
	return r.each(call, func(d *Delays) *Made { return d.Sleeps })
}

func (r *Result) each(call *ssa.Call, of func(*Delays) *Made) *Made {
	if r.program == nil {
		return nil
	}
	var out *Made
	for _, fn := range r.targets(call.Common()) {
		d := r.known(fn)
		if d == nil || of(d) == nil {
			return nil
		}
		out = out.join(of(d))
	}
	return out
}

// known is what a function of this package or an imported one makes.
func (r *Result) known(fn *ssa.Function) *Delays {
	if len(fn.Blocks) > 0 {
		return r.of(fn)
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil || obj.Pkg() == r.pass.Pkg {
		return nil
	}
	d := new(Delays)
	if !r.pass.ImportObjectFact(obj.Origin(), d) {
		return nil
	}
	return d
}

// full is the name of a callee with its package, "" if unknown.
func full(c *ssa.CallCommon) string {
	fn := c.StaticCallee()
	if c.IsInvoke() || fn == nil {
		return ""
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok && fn.Origin() != nil {
		obj, ok = fn.Origin().Object().(*types.Func)
	}
	if !ok {
		return ""
	}
	return calls.FullName(obj)
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}
