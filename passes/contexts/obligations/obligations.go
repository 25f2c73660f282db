// Package obligations tells which contexts must have a deadline, and which of
// those have none.
//
// It joins what calls wait for (knowledge, bounds) to where their contexts
// come from (contexts): a call that nothing but its context can end obliges
// whoever gives the context, through any number of functions of the module. It
// does not know whether a wait without an end is wrong where it is found.
package obligations

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/directives"
	"github.com/timeoutlint/timeoutlint/passes/drivers"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Need is one context that a wait depends on and that is not known to have a
// deadline, at the call that hands it over.
type Need struct {
	Call   ssa.CallInstruction
	Origin contexts.Origin // never Unknown, Param or Mixed
	Sink   string          // the wait
	Row    *knowledge.Call // what is known of Call, where it is the wait itself
	Via    []Hop           // else the way from Call to the wait
	Alone  bool            // nothing but the context can end the wait
	Web    bool            // an HTTP request: rules about clients look at it too
}

// Result is what a package's contexts owe.
type Result struct {
	Needs  []Need         // in source order
	Handed map[string]int // why nothing is said of contexts that are given to functions that wait, with counts

	alone []ssa.CallInstruction // waits for others that nothing but a context can end

	pass  *analysis.Pass
	row   func(*types.Func) *knowledge.Call
	once  sync.Once // rules ask at the same time
	exprs map[token.Pos]*ast.CallExpr
}

// Analyzer finds the contexts that must have a deadline.
var Analyzer = &analysis.Analyzer{
	Name:       "obligations",
	Doc:        "which contexts must have a deadline, because a wait depends on them alone",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, contexts.Analyzer, directives.Analyzer, drivers.Analyzer, places.Analyzer, program.Analyzer, scopes.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Obliges)(nil), (*Asks)(nil), (*Wraps)(nil)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{Handed: map[string]int{}, pass: pass, row: pass.ResultOf[calls.Analyzer].(*calls.Result).Row}
	if !settings.Own(pass) {
		return r, nil
	}
	s := solver{
		Result: r,
		bounds: pass.ResultOf[bounds.Analyzer].(*bounds.Result),
		met:    pass.ResultOf[calls.Analyzer].(*calls.Result),
		ctx:    pass.ResultOf[contexts.Analyzer].(*contexts.Result),
		said:   pass.ResultOf[directives.Analyzer].(*directives.Result),
		owed:   map[place]bool{},
		light:  pass.ResultOf[drivers.Analyzer].(*drivers.Result).Light(),
		facts:  map[*types.Func]*Obliges{},

		wraps:    r.findWrappers(pass),
		wrappers: map[*types.Interface]bool{},
	}
	asked := false
	for _, imp := range pass.Pkg.Imports() {
		asked = asked || pass.ImportPackageFact(imp, new(Asks))
	}
	if len(s.met.Calls) == 0 && !asked {
		return r, nil
	}
	if s.program, _ = pass.ResultOf[program.Analyzer].(*program.Lazy).Build(); s.program == nil {
		return r, nil
	}
	s.waits()
	if asked {
		s.imported()
	}
	s.spread()
	if s.export() || asked {
		pass.ExportPackageFact(new(Asks))
	}
	sort.SliceStable(r.Needs, func(i, j int) bool { return r.Needs[i].Call.Pos() < r.Needs[j].Call.Pos() })
	return r, nil
}

// place is one parameter of one function.
type place struct {
	fn    *ssa.Function
	param int
}

type owing struct {
	place
	duty Duty
	web  bool
}

type solver struct {
	*Result
	program *program.Package
	bounds  *bounds.Result
	met     *calls.Result
	ctx     *contexts.Result
	said    *directives.Result
	light   bool // databases here are files on this machine
	owed    map[place]bool
	queue   []owing
	done    []owing
	facts   map[*types.Func]*Obliges

	asked    sync.Once
	client   bool // somebody sets the HTTP client of the AWS SDK
	wraps    *Wraps
	wrappers map[*types.Interface]bool // client interfaces that types of the module have too
}

// waits looks at the calls that rows speak of.
func (s *solver) waits() {
	for _, c := range s.met.Calls {
		slot := pooled(c.Row)
		if !remote(c.Row) && !slot || database(c.Row) && (s.light || lightFile(s.pass, c.Pos())) {
			continue
		}
		call, ok := s.bounds.Call(c)
		if !ok {
			continue
		}
		need := Need{Call: call, Sink: knowledge.Short(c.Row.Name), Row: c.Row, Alone: !slot && s.alone(call, c.Row), Web: c.Row.By("reqctx")}
		if need.Alone {
			s.Result.alone = append(s.Result.alone, call)
		}
		for _, o := range s.given(call, c.Row) {
			if slot && o.Root != contexts.Background && o.Root != contexts.TODO {
				continue
			}
			s.give(need, o)
		}
	}
}

// imported looks at the calls of functions of other packages that have a fact.
func (s *solver) imported() {
	for _, fn := range s.program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				callee := call.Common().StaticCallee()
				if callee == nil || len(callee.Blocks) > 0 {
					continue
				}
				obj, ok := callee.Object().(*types.Func)
				if !ok || obj.Pkg() == s.pass.Pkg {
					continue
				}
				if o := s.fact(obj.Origin()); o != nil {
					for _, d := range o.Duties {
						s.pay(call, d, false)
					}
				}
			}
		}
	}
}

func (s *solver) fact(fn *types.Func) *Obliges {
	o, ok := s.facts[fn]
	if !ok {
		var fact Obliges
		if s.pass.ImportObjectFact(fn, &fact) {
			o = &fact
		}
		s.facts[fn] = o
	}
	return o
}

// pay looks at the context that a call gives to a function that asks for one.
func (s *solver) pay(call ssa.CallInstruction, d Duty, web bool) {
	if d.Param >= len(call.Common().Args) {
		return
	}
	arg := call.Common().Args[d.Param]
	if !calls.IsContext(arg.Type()) {
		return
	}
	s.give(Need{Call: call, Sink: d.Sink, Via: d.Via, Alone: true, Web: web}, s.ctx.Local(arg))
}

// give settles one need: by a deadline, by whoever gave the context, or not.
func (s *solver) give(n Need, o contexts.Origin) {
	switch o.State {
	case contexts.Unknown:
		s.lost(n, o.Why)
		return
	case contexts.Mixed:
		return
	case contexts.Param:
		if !n.Alone {
			return
		}
		switch {
		case o.Param == nil || o.Field != nil:
			s.lost(n, "one of several parameters")
		case s.async(n.Call, o.Param.Parent()):
			s.lost(n, "a goroutine's caller")
		default:
			s.owe(n, o.Param)
		}
		return
	}
	n.Origin = o
	s.Needs = append(s.Needs, n)
}

// lost counts a context of which nothing is known, where it is given to a
// function: of the waits themselves passes/gaps keeps the count.
func (s *solver) lost(n Need, why string) {
	if n.Row == nil {
		s.Handed[why]++
	}
}

// owe records that a parameter needs a deadline, unless somebody vouches for
// the waits of its function.
func (s *solver) owe(n Need, p *ssa.Parameter) {
	if n.Row != nil && strings.HasPrefix(n.Row.Name, "(*net.Dialer)") || Stops(n.Row) {
		return // the system gives up in the end; and who stops a server says for how long
	}
	at := place{p.Parent(), contexts.Index(p)}
	if s.owed[at] || len(n.Via) >= longest {
		return
	}
	if obj, ok := p.Parent().Object().(*types.Func); ok && s.said.Bounded(obj) {
		return
	}
	s.owed[at] = true
	hop := Hop{Func: Name(p.Parent()), At: s.at(n.Call.Pos())}
	via := append([]Hop{hop}, n.Via...)
	s.queue = append(s.queue, owing{at, Duty{Param: at.param, Sink: n.Sink, Via: via}, n.Web})
}

// spread goes from functions that ask to their callers in this package.
func (s *solver) spread() {
	for len(s.queue) > 0 {
		o := s.queue[0]
		s.queue = s.queue[1:]
		s.done = append(s.done, o)
		for _, call := range s.program.Calls[o.fn] {
			s.pay(call, o.duty, o.web)
		}
	}
}

// async reports whether a call runs in a goroutine that the function around it
// starts: that function does not wait for it.
func (s *solver) async(call ssa.CallInstruction, until *ssa.Function) bool {
	if _, ok := call.(*ssa.Go); ok {
		return true
	}
	for fn := call.Parent(); fn != nil && fn != until; fn = fn.Parent() {
		if Started(s.program, fn) {
			return true
		}
	}
	return false
}

// Started reports whether a function literal is run by a go statement.
func Started(p *program.Package, fn *ssa.Function) bool {
	var refs []ssa.Instruction
	if made := p.Makes[fn]; made != nil {
		refs = *made.Referrers()
	}
	for _, ref := range refs {
		if g, ok := ref.(*ssa.Go); ok && g.Call.Value == ssa.Value(p.Makes[fn]) {
			return true
		}
	}
	for _, call := range p.Calls[fn] {
		if _, ok := call.(*ssa.Go); ok {
			return true
		}
	}
	return false
}

// export writes the facts of the functions that others may call.
func (s *solver) export() bool {
	facts := map[*types.Func]*Obliges{}
	for _, o := range s.done {
		obj, ok := o.fn.Object().(*types.Func)
		if !ok || !obj.Exported() || s.program.Decls[obj] != o.fn {
			continue
		}
		if facts[obj] == nil {
			facts[obj] = &Obliges{}
		}
		facts[obj].Duties = append(facts[obj].Duties, o.duty)
	}
	for obj, fact := range facts {
		sort.Slice(fact.Duties, func(i, j int) bool { return fact.Duties[i].Param < fact.Duties[j].Param })
		s.pass.ExportObjectFact(obj, fact)
	}
	return len(facts) > 0
}

func (r *Result) at(pos token.Pos) string {
	at := r.pass.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
}

// Name is a function as a message names it.
func Name(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return knowledge.Short(calls.FullName(obj))
	}
	return fn.Name()
}

// Expr is the call expression whose opening parenthesis is at pos, as the
// instruction's position is, or nil.
func (r *Result) Expr(pos token.Pos) *ast.CallExpr {
	r.once.Do(func() {
		r.exprs = map[token.Pos]*ast.CallExpr{}
		for _, file := range r.pass.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					r.exprs[call.Lparen] = call
				}
				return true
			})
		}
	})
	return r.exprs[pos]
}
