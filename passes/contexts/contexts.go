package contexts

import (
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Result answers for the contexts of one package, with what is known of
// wrappers in others.
type Result struct {
	lazy  *program.Lazy
	facts func(*types.Func) *Derives
}

// Analyzer exports what the functions of a package that return contexts make
// them of, and answers for its values.
var Analyzer = &analysis.Analyzer{
	Name:       "contexts",
	Doc:        "where contexts come from and whether they have a deadline",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{program.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Derives)(nil)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{lazy: pass.ResultOf[program.Analyzer].(*program.Lazy)}
	if !settings.Own(pass) {
		return r, nil
	}
	known := map[*types.Func]*Derives{}
	var mu sync.Mutex // rules ask at the same time
	r.facts = func(fn *types.Func) *Derives {
		mu.Lock()
		defer mu.Unlock()
		d, ok := known[fn]
		if !ok {
			var fact Derives
			if pass.ImportObjectFact(fn, &fact) {
				d = &fact
			}
			known[fn] = d
		}
		return d
	}
	wrappers := wrappersOf(pass)
	if len(wrappers) == 0 {
		return r, nil
	}
	p, _ := r.lazy.Build()
	if p == nil {
		return r, nil
	}
	for _, obj := range wrappers {
		fn := p.Decls[obj]
		if fn == nil || len(fn.Blocks) == 0 {
			continue
		}
		fact := Derives{}
		results := obj.Signature().Results()
		for i := range results.Len() {
			if calls.IsContext(results.At(i).Type()) {
				t := tracer{program: p, facts: r.facts, local: true, seen: map[ssa.Value]bool{}}
				fact.Results = append(fact.Results, t.summary(fn, i))
			}
		}
		pass.ExportObjectFact(obj, &fact)
	}
	return r, nil
}

// wrappersOf is the functions of a package that others may call and that
// return a context.
func wrappersOf(pass *analysis.Pass) []*types.Func {
	var out []*types.Func
	add := func(fn *types.Func) {
		results := fn.Signature().Results()
		for i := range results.Len() {
			if calls.IsContext(results.At(i).Type()) {
				out = append(out, fn)
				return
			}
		}
	}
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Func:
			if obj.Exported() {
				add(obj)
			}
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok || types.IsInterface(named) {
				continue
			}
			for m := range named.Methods() {
				if m.Exported() {
					add(m)
				}
			}
		}
	}
	return out
}

// Of follows v to where it was made, also through the parameters of functions
// whose every call is in sight.
func (r *Result) Of(v ssa.Value) Origin { return r.trace(v, false) }

// Local follows v to where it was made, and no further than the parameters of
// the function that declares it.
func (r *Result) Local(v ssa.Value) Origin { return r.trace(v, true) }

func (r *Result) trace(v ssa.Value, local bool) Origin {
	p, _ := r.lazy.Build()
	if p == nil {
		return unknown("no SSA")
	}
	t := tracer{program: p, facts: r.facts, local: local, seen: map[ssa.Value]bool{}}
	return t.of(v)
}
