package scopes

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/places"
)

// Analyzer remembers what At has found out of a package, so that each list of
// statements, scope and function is looked through once.
var Analyzer = &analysis.Analyzer{
	Name:       "scopes",
	Doc:        "the contexts in scope at calls, for who asks",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{places.Analyzer},
	ResultType: reflect.TypeFor[*known](),
	Run: func(pass *analysis.Pass) (any, error) {
		return &known{
			info: pass.TypesInfo, pkg: pass.Pkg, places: pass.ResultOf[places.Analyzer].(*places.Index),
			calls: map[*ast.CallExpr]answer{}, ends: map[ast.Node]token.Pos{},
			vars: map[*types.Scope][]*types.Var{}, assigned: map[ast.Node]map[types.Object][]*ast.AssignStmt{},
		}, nil
	},
}

// known is what is known of a package so far.
type known struct {
	info   *types.Info
	pkg    *types.Package
	places *places.Index

	mu       sync.Mutex // rules ask at the same time
	calls    map[*ast.CallExpr]answer
	ends     map[ast.Node]token.Pos // by list of statements: where the first ends after which the context has ended; NoPos: none does
	vars     map[*types.Scope][]*types.Var
	assigned map[ast.Node]map[types.Object][]*ast.AssignStmt
}

type answer struct {
	scope Scope
	ok    bool
}

func (k *known) at(call *ast.CallExpr) (Scope, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	a, asked := k.calls[call]
	if !asked {
		a.scope, a.ok = k.find(call)
		k.calls[call] = a
	}
	return a.scope, a.ok
}

// contexts are the variables of a scope that hold one.
func (k *known) contexts(scope *types.Scope) []*types.Var {
	out, ok := k.vars[scope]
	if !ok {
		for _, name := range scope.Names() {
			if v, ok := scope.Lookup(name).(*types.Var); ok && v.Name() != "_" && calls.IsContext(v.Type()) {
				out = append(out, v)
			}
		}
		k.vars[scope] = out
	}
	return out
}

// assignments are those to bare names in a declaration, in source order.
func (k *known) assignments(fn ast.Node) map[types.Object][]*ast.AssignStmt {
	out, ok := k.assigned[fn]
	if !ok {
		out = map[types.Object][]*ast.AssignStmt{}
		ast.Inspect(fn, func(n ast.Node) bool {
			assign, ok := n.(*ast.AssignStmt)
			if !ok {
				return true
			}
			for _, lhs := range assign.Lhs {
				if id, ok := lhs.(*ast.Ident); ok {
					if obj := k.info.ObjectOf(id); obj != nil {
						out[obj] = append(out[obj], assign)
					}
				}
			}
			return true
		})
		k.assigned[fn] = out
	}
	return out
}
