package misuse

import (
	"go/ast"
	"go/types"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// function is a function whose source is in the package.
type function struct {
	ast  ast.Node // *ast.FuncLit or *ast.FuncDecl
	typ  *ast.FuncType
	body *ast.BlockStmt
	ctx  *types.Var // its context; nil if it has no name for one
	used bool       // the name is used
}

// function is the one that an expression names, nil if it is out of sight.
func (f *finder) function(e ast.Expr) *function {
	var out *function
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		out = &function{ast: e, typ: e.Type, body: e.Body}
	case *ast.Ident:
		if lit, ok := f.assigned(e).(*ast.FuncLit); ok {
			return f.function(lit)
		}
		out = f.declared(f.info.Uses[e])
	case *ast.SelectorExpr:
		out = f.declared(f.info.Uses[e.Sel])
	}
	return f.withContext(out)
}

// withContext fills in the context of a function, and whether it is used.
func (f *finder) withContext(out *function) *function {
	if out == nil {
		return nil
	}
	for _, field := range out.typ.Params.List {
		if !calls.IsContext(f.info.TypeOf(field.Type)) {
			continue
		}
		if len(field.Names) > 0 {
			out.ctx, _ = f.info.Defs[field.Names[0]].(*types.Var)
		}
		break
	}
	if out.ctx != nil {
		ast.Inspect(out.body, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			out.used = out.used || ok && f.info.Uses[id] == out.ctx
			return !out.used
		})
	}
	return out
}

func (f *finder) declared(obj types.Object) *function {
	if fn, ok := obj.(*types.Func); ok {
		obj = fn.Origin()
	}
	decl, ok := f.decls[obj]
	if !ok {
		return nil
	}
	return &function{ast: decl, typ: decl.Type, body: decl.Body}
}

// assigned is what a local variable is given, if it is given something once; nil
// else.
func (f *finder) assigned(id *ast.Ident) ast.Expr {
	v, ok := f.info.Uses[id].(*types.Var)
	if !ok || v.Kind() != types.LocalVar {
		return nil
	}
	path := f.path(id)
	if len(path) < 3 {
		return nil
	}
	var found []ast.Expr
	ast.Inspect(path[len(path)-2], func(n ast.Node) bool { // the declaration around it
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if to, ok := lhs.(*ast.Ident); ok && f.info.ObjectOf(to) == v {
					if len(n.Lhs) != len(n.Rhs) {
						found = append(found, nil, nil)
						continue
					}
					found = append(found, ast.Unparen(n.Rhs[i]))
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if f.info.Defs[name] == v && i < len(n.Values) {
					found = append(found, ast.Unparen(n.Values[i]))
				}
			}
		}
		return true
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// deepest is how many calls are followed from the function of an operation.
const deepest = 2

// walk visits the calls of a function and of those of the package that it calls
// by name; goroutines are not followed.
func (f *finder) walk(fn *function, visit func(call *ast.CallExpr, in *function, depth int)) {
	f.walkFrom(fn, 0, map[ast.Node]bool{}, visit)
}

func (f *finder) walkFrom(fn *function, depth int, seen map[ast.Node]bool, visit func(*ast.CallExpr, *function, int)) {
	if seen[fn.ast] {
		return
	}
	seen[fn.ast] = true
	ast.Inspect(fn.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.CallExpr:
			visit(n, fn, depth)
			if obj := f.callee(n); obj != nil && depth < deepest {
				if next := f.declared(obj); next != nil {
					f.walkFrom(next, depth+1, seen, visit)
				}
			}
		}
		return true
	})
}
