package obligations

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Closure is a call in a function literal that is given a context of the
// function around it, although the literal has been given one of its own and
// uses it nowhere.
type Closure struct {
	At     analysis.Range // the context that is passed
	Lit    token.Pos      // the literal
	Callee string
	Given  string // the context that is passed
	Own    string // the literal's
}

// Closures finds the literals that ignore the context they are given.
func (r *Result) Closures() []Closure {
	var out []Closure
	here := map[*ast.FuncLit]bool{} // called where it is written: deferred, in a goroutine, at once
	for _, file := range r.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
					here[lit] = true
				}
			}
			lit, ok := n.(*ast.FuncLit)
			if !ok || here[lit] {
				return true
			}
			if own := contextParam(r.pass.TypesInfo, lit.Type); own != nil && !used(r.pass.TypesInfo, lit, own) {
				if c, ok := r.ignores(lit, own); ok {
					out = append(out, c)
				}
			}
			return true
		})
	}
	return out
}

func contextParam(info *types.Info, t *ast.FuncType) *types.Var {
	for _, field := range t.Params.List {
		for _, name := range field.Names {
			if v, ok := info.Defs[name].(*types.Var); ok && name.Name != "_" && calls.IsContext(v.Type()) {
				return v
			}
		}
	}
	return nil
}

func used(info *types.Info, lit *ast.FuncLit, v *types.Var) bool {
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}

// ignores looks for a blocking call in the literal that is given a context
// variable from around it.
func (r *Result) ignores(lit *ast.FuncLit, own *types.Var) (Closure, bool) {
	var out Closure
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok || found {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		fn, ok := typeutil.Callee(r.pass.TypesInfo, call).(*types.Func)
		if !ok || !r.blocks(fn) {
			return true
		}
		given, ok := r.foreign(call.Args[0], lit)
		if !ok || explained(r.pass, call) {
			return true
		}
		out = Closure{At: call.Args[0], Lit: lit.Pos(), Callee: knowledge.Short(calls.FullName(fn)), Given: given, Own: own.Name()}
		found = true
		return true
	})
	return out, found
}

// foreign reports whether an argument is a context variable from around the
// literal, or a context that starts anew.
func (r *Result) foreign(arg ast.Expr, lit *ast.FuncLit) (string, bool) {
	switch arg := arg.(type) {
	case *ast.Ident:
		v, ok := r.pass.TypesInfo.Uses[arg].(*types.Var)
		outside := ok && calls.IsContext(v.Type()) && !v.IsField() && v.Parent() != r.pass.Pkg.Scope() && (v.Pos() < lit.Pos() || v.Pos() >= lit.End())
		return arg.Name, outside
	case *ast.CallExpr:
		fn := typeutil.StaticCallee(r.pass.TypesInfo, arg)
		if fn != nil && (fn.FullName() == "context.Background" || fn.FullName() == "context.TODO") {
			return fn.FullName(), true
		}
	}
	return "", false
}

// blocks: a row says that it waits for somebody else, or it takes a context
// first and can fail.
func (r *Result) blocks(fn *types.Func) bool {
	if row := r.row(fn); row != nil {
		return remote(row)
	}
	sig := fn.Signature()
	n := sig.Results().Len()
	if n == 0 || sig.Params().Len() == 0 || !calls.IsContext(sig.Params().At(0).Type()) {
		return false
	}
	if fn.Pkg() == nil || strings.Contains(fn.Pkg().Path(), "log") {
		return false
	}
	return types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}
