package places

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Written reports whether the name is written in a declaration or a file, but
// for fields and methods. Each is looked through once.
func (x *Index) Written(in ast.Node, name string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	names, ok := x.names[in]
	if !ok {
		names = map[string]bool{}
		collect(in, names)
		x.names[in] = names
	}
	return names[name]
}

func collect(in ast.Node, names map[string]bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			collect(n.X, names)
			return false
		case *ast.Ident:
			names[n.Name] = true
		}
		return true
	})
}

// Scope is the innermost scope around pos, of which path is what Around says; nil
// where there is none.
func Scope(info *types.Info, path []ast.Node, pos token.Pos) *types.Scope {
	for _, n := range path {
		switch fn := n.(type) {
		case *ast.FuncDecl:
			n = fn.Type
		case *ast.FuncLit:
			n = fn.Type
		}
		if scope := info.Scopes[n]; scope != nil && scope.Contains(pos) {
			return scope
		}
	}
	return nil
}
