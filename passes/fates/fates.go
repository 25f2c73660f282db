// Package fates tells what becomes of a value in the function that makes it: a
// command, a request.
//
// It knows one function with the literals in it and follows one variable. It
// does not know what the methods do, nor what others do with the value.
package fates

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// Fate is what becomes of one value.
type Fate struct {
	Methods map[string]int      // methods called on it, and how often outside of goroutines
	Fields  map[string]ast.Expr // fields read (nil) or set
	Passed  []*ast.CallExpr     // calls that it is an argument of
	Kept    bool                // returned, stored, sent, or copied: others decide
	Return  bool                // Kept, by returning it
}

// Of follows the value made at path[0], by a call or a literal; path leads
// outwards from it.
func Of(info *types.Info, path []ast.Node) Fate {
	f := Fate{Methods: map[string]int{}, Fields: map[string]ast.Expr{}}
	made := path[0]
	f.use(info, path, false)
	for _, n := range path[1:] {
		var lhs ast.Expr
		switch n := n.(type) {
		case *ast.ParenExpr:
			continue
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 {
				lhs = n.Lhs[0]
			}
		case *ast.ValueSpec:
			if len(n.Values) == 1 {
				lhs = n.Names[0]
			}
		}
		id, ok := lhs.(*ast.Ident)
		if !ok {
			if lhs != nil {
				f.Kept = true
			}
			break
		}
		if obj := info.ObjectOf(id); obj != nil && id.Name != "_" {
			f.follow(info, path, obj, made)
		}
		break
	}
	return f
}

// follow collects the uses of obj in the declared function around the call.
func (f *Fate) follow(info *types.Info, path []ast.Node, obj types.Object, made ast.Node) {
	if v, ok := obj.(*types.Var); !ok || v.Kind() == types.PackageVar || v.Kind() == types.ResultVar {
		f.Kept = true
		return
	}
	var decl ast.Node
	for _, n := range path {
		if fd, ok := n.(*ast.FuncDecl); ok {
			decl = fd
		}
	}
	if decl == nil {
		f.Kept = true
		return
	}
	ast.PreorderStack(decl, nil, func(n ast.Node, stack []ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] == obj {
			up := []ast.Node{id}
			goroutine := false
			for i := len(stack) - 1; i >= 0; i-- {
				up = append(up, stack[i])
				if _, ok := stack[i].(*ast.GoStmt); ok && stack[i].Pos() > made.Pos() {
					goroutine = true
				}
			}
			f.use(info, up, goroutine)
		}
		return true
	})
}

// use looks at one use of the value, path[0].
func (f *Fate) use(info *types.Info, path []ast.Node, goroutine bool) {
	e := path[0].(ast.Expr)
	i := 1
	for ; i < len(path); i++ {
		if _, ok := path[i].(*ast.ParenExpr); !ok {
			break
		}
		e = path[i].(ast.Expr)
	}
	switch up := path[i].(type) {
	case *ast.SelectorExpr:
		name := up.Sel.Name
		if call, ok := path[i+1].(*ast.CallExpr); ok && call.Fun == ast.Expr(up) {
			if n := f.Methods[name]; goroutine {
				f.Methods[name] = n // seen, and not counted
			} else {
				f.Methods[name] = n + 1
			}
			return
		}
		f.Fields[name] = nil
		if assign, ok := path[i+1].(*ast.AssignStmt); ok && len(assign.Lhs) == len(assign.Rhs) {
			for j, lhs := range assign.Lhs {
				if lhs == ast.Expr(up) {
					f.Fields[name] = assign.Rhs[j]
				}
			}
		}
	case *ast.CallExpr:
		if ast.Unparen(up.Fun) != e && !prints(info, up) {
			f.Passed = append(f.Passed, up)
		}
	case *ast.ReturnStmt:
		f.Kept, f.Return = true, true
	case *ast.AssignStmt:
		f.Kept = f.Kept || isIdent(e) && slices.Contains(up.Rhs, e)
	case *ast.ValueSpec:
		f.Kept = f.Kept || isIdent(e)
	case *ast.KeyValueExpr, *ast.CompositeLit, *ast.UnaryExpr, *ast.SendStmt, *ast.StarExpr:
		f.Kept = true
	}
}

func isIdent(e ast.Expr) bool { _, ok := e.(*ast.Ident); return ok }

// prints: formatting a value is no use of it.
func prints(info *types.Info, call *ast.CallExpr) bool {
	fn := typeutil.StaticCallee(info, call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "fmt", "log", "log/slog":
		return true
	}
	return false
}

// Calls reports whether a method of one of the names is called in fn.
func Calls(fn ast.Node, names ...string) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && slices.Contains(names, sel.Sel.Name) {
				found = true
			}
		}
		return !found
	})
	return found
}
