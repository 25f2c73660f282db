package uses

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// reflected finds the values whose methods somebody may call by name, who is not
// in sight: what is put into a map of anything, for a script or a template, and
// what a library is given, as a router is.
type reflected struct {
	pass    *analysis.Pass
	info    *types.Info
	methods map[types.Type][]string // the exported ones, by full name
}

func newReflected(pass *analysis.Pass) *reflected {
	return &reflected{pass: pass, info: pass.TypesInfo, methods: map[types.Type][]string{}}
}

// in adds the methods of the values that are handed on at a node.
func (r *reflected) in(n ast.Node, to map[string]bool) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) != len(n.Rhs) {
			return
		}
		for i, lhs := range n.Lhs {
			if index, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok && holdsAny(r.info.TypeOf(index.X)) {
				r.add(n.Rhs[i], to)
			}
		}
	case *ast.CompositeLit:
		if !holdsAny(r.info.TypeOf(n)) {
			return
		}
		for _, elt := range n.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				r.add(kv.Value, to)
			}
		}
	case *ast.CallExpr:
		id := name(n.Fun)
		if id == nil || len(n.Args) == 0 {
			return
		}
		fn, ok := r.info.Uses[id].(*types.Func)
		if !ok || !r.mayReflect(fn.Pkg()) {
			return
		}
		params := fn.Signature().Params()
		if params.Len() == 0 {
			return
		}
		for i, arg := range n.Args {
			t := params.At(min(i, params.Len()-1)).Type()
			if s, ok := t.(*types.Slice); ok && fn.Signature().Variadic() && i >= params.Len()-1 {
				t = s.Elem()
			}
			if types.IsInterface(t) {
				r.add(arg, to)
			}
		}
	}
}

// mayReflect: not the user's own packages, and of the standard library's those
// that call by name what they are given.
func (r *reflected) mayReflect(pkg *types.Package) bool {
	if pkg == nil || pkg == r.pass.Pkg {
		return false
	}
	path := pkg.Path()
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		switch path {
		case "net/rpc", "reflect", "text/template", "html/template":
			return true
		}
		return false
	}
	return !settings.Beside(r.pass, path)
}

func holdsAny(t types.Type) bool {
	if t == nil {
		return false
	}
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	i, ok := m.Elem().Underlying().(*types.Interface)
	return ok && i.Empty()
}

// add adds the exported methods of a value.
func (r *reflected) add(value ast.Expr, to map[string]bool) {
	t := r.info.TypeOf(value)
	if t == nil || types.IsInterface(t) {
		return
	}
	names, ok := r.methods[t]
	if !ok {
		for sel := range types.NewMethodSet(t).Methods() {
			if fn, ok := sel.Obj().(*types.Func); ok && fn.Exported() && fn.Pkg() != nil {
				names = append(names, fn.Origin().FullName())
			}
		}
		r.methods[t] = names
	}
	for _, name := range names {
		to[name] = true
	}
}
