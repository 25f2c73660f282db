// Package idempotency finds what is done a second time when something is tried
// again: a POST, a statement, a remote call, a message, and the keys by which the
// other side could know it again.
//
// It knows what each function does outside of the process, in terms of its
// parameters, and what of that an attempt does again, at any depth, with the
// failure after which it does. It does not know whether that deserves a finding.
package idempotency

import (
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/tries"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Repeat is something that is done again, at the place where that is known.
type Repeat struct {
	Act  Act
	Pos  token.Pos     // of what is done, or of the call that leads to it
	Loop *retries.Loop // that does it again; nil where another package's does
}

// Renewed is a key that is made anew for each attempt.
type Renewed struct {
	Key  Key
	Made token.Pos
	Loop *retries.Loop
}

// Result is what one package does again.
type Result struct {
	Repeats []Repeat
	Renewed []Renewed

	pass    *analysis.Pass
	calls   *calls.Result
	retries *retries.Result
	program *program.Package
	facts   map[*ssa.Function]*Does
	open    map[*ssa.Function]bool // being summarized
	deep    int                    // calls within calls that origins and texts are being handed through
	loops   map[*ssa.Function][]*retries.Loop
	helped  map[token.Pos][]*retries.Loop // by the call that has a function repeated
}

// Analyzer finds what is done a second time.
var Analyzer = &analysis.Analyzer{
	Name:       "idempotency",
	Doc:        "what is done a second time when something is tried again",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer, retries.Analyzer, tries.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Does)(nil)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, calls: pass.ResultOf[calls.Analyzer].(*calls.Result), retries: pass.ResultOf[retries.Analyzer].(*retries.Result),
		facts: map[*ssa.Function]*Does{}, open: map[*ssa.Function]bool{}, loops: map[*ssa.Function][]*retries.Loop{}, helped: map[token.Pos][]*retries.Loop{}}
	r.program = r.retries.Program
	if !settings.Own(pass) || r.program == nil {
		return r, nil
	}
	for _, l := range r.retries.Loops {
		switch {
		case l.Class != retries.Retry || !l.Confidence.AtLeast(rules.Medium):
		case l.Form == retries.Helped:
			r.helped[l.Pos] = append(r.helped[l.Pos], l)
		default:
			r.loops[l.Fn] = append(r.loops[l.Fn], l)
		}
	}
	for _, fn := range r.program.Funcs {
		if fn.Parent() == nil {
			r.does(fn)
		}
	}
	for obj, fn := range r.program.Decls {
		if d := r.facts[fn]; d != nil && !d.empty() {
			pass.ExportObjectFact(obj, d.plain())
		}
	}
	slices.SortStableFunc(r.Repeats, func(a, b Repeat) int { return int(a.Pos - b.Pos) })
	slices.SortStableFunc(r.Renewed, func(a, b Renewed) int { return int(a.Made - b.Made) })
	return r, nil
}

// imported is the fact of a function of another package, nil if there is none.
func (r *Result) imported(fn *types.Func) *Does {
	d := new(Does)
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == r.pass.Pkg || !r.pass.ImportObjectFact(fn.Origin(), d) {
		return nil
	}
	return d
}

// built are the requests that a call returns.
func (r *Result) built(c *ssa.CallCommon) []Request {
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if len(fn.Blocks) > 0 {
		if fn.Parent() != nil {
			return nil
		}
		return r.does(fn).Builds
	}
	if d := r.imported(callee(c)); d != nil {
		return d.Builds
	}
	return nil
}

const mostActs = 12 // of a function; beyond that it is no helper

// does summarizes a function, once.
func (r *Result) does(fn *ssa.Function) *Does {
	if d := r.facts[fn]; d != nil {
		return d
	}
	if r.open[fn] {
		return &Does{} // calls itself
	}
	r.open[fn] = true
	d := &Does{}
	s := r.scopeOf(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			s.instruction(d, instr)
		}
	}
	d.InTx = d.InTx || strings.HasSuffix(fn.Name(), "Tx")
	s.results(d)
	for _, l := range r.loops[fn] {
		r.repeat(d, l)
	}
	delete(r.open, fn)
	r.facts[fn] = d
	return d
}
