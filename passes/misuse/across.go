package misuse

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Uses is what a function does that matters to an operation of another package that
// it is given to, or that calls it.
type Uses struct {
	Op     string   // it returns the result of this operation: Do or DoOr
	Client bool     // it makes a client, and nothing else
	Deaf   string   // the call with which it waits, its context unused
	Post   string   // POST or PATCH: such a request it makes, and names no key
	Nested []string // dependencies on which it makes idempotent operations, as the code writes them
}

// AFact marks Uses as a fact.
func (*Uses) AFact() {}

func (u *Uses) String() string {
	return strings.TrimSpace("uses " + strings.Join(append([]string{u.Op, u.Deaf, u.Post}, u.Nested...), " "))
}

// tell exports what other packages have to know of the functions of this one. A
// function that is given no context has nothing to do with an operation, unless it
// makes a client.
func (f *finder) tell(in *inspector.Inspector, companion bool) {
	posts := false
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) { posts = posts || f.posts(n.(*ast.CallExpr)) != "" })
	for obj, decl := range f.decls {
		fn, ok := obj.(*types.Func)
		if !ok || !fn.Exported() || fn.Origin() != fn {
			continue
		}
		var u Uses
		if companion {
			u.Client = f.makes(decl)
		}
		if takesContext(fn) {
			u = f.uses(fn, companion, posts)
		}
		if u.Client || u.Op != "" || u.Deaf != "" || u.Post != "" || len(u.Nested) > 0 {
			f.pass.ExportObjectFact(fn, &u)
		}
	}
}

func takesContext(fn *types.Func) bool {
	params := fn.Signature().Params()
	return params.Len() > 0 && calls.IsContext(params.At(0).Type())
}

// uses looks through a function of this package.
func (f *finder) uses(fn *types.Func, companion, posts bool) (u Uses) {
	in := f.withContext(f.declared(fn))
	if in == nil {
		return u
	}
	if in.ctx == nil || !in.used {
		if deaf := f.deaf(in); deaf != nil {
			u.Deaf = types.ExprString(deaf.Fun)
		}
	}
	if posts {
		_, u.Post = f.unkeyed(in)
	}
	if companion {
		u.Op = f.does(fn)
		for _, n := range f.operations(in) {
			u.Nested = append(u.Nested, n.on)
		}
		slices.Sort(u.Nested)
		u.Nested = slices.Compact(u.Nested)
	}
	return u
}

// deaf is the first call of a function that waits without any context.
func (f *finder) deaf(fn *function) (deaf *ast.CallExpr) {
	ast.Inspect(fn.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if _, given := f.given(n, fn); !given && (deaf == nil || n.End() < deaf.End()) && f.waits(n) {
				deaf = n
			}
		}
		return true
	})
	return deaf
}

// across is what a function of another package does; nil if that is not known.
func (f *finder) across(fn *types.Func) *Uses {
	u := new(Uses)
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == f.pass.Pkg || !f.pass.ImportObjectFact(fn.Origin(), u) {
		return nil
	}
	return u
}

// named is the function that an expression names.
func (f *finder) named(e ast.Expr) *types.Func {
	var obj types.Object
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj = f.info.Uses[e]
	case *ast.SelectorExpr:
		obj = f.info.Uses[e.Sel]
	}
	fn, _ := obj.(*types.Func)
	return fn
}

// elsewhere looks at an operation whose function is another package's.
func (f *finder) elsewhere(op *ast.CallExpr) {
	fn := op.Args[2]
	u := f.across(f.named(fn))
	if u == nil {
		return
	}
	if u.Deaf != "" {
		f.report(Finding{Kind: NoCtx, At: fn, Sure: true, What: types.ExprString(fn), Also: op.Pos()})
	}
	if !f.idempotent(op) {
		return
	}
	if u.Post != "" {
		f.report(Finding{Kind: Post, At: fn, What: u.Post, Also: op.Pos()})
	}
	for _, on := range u.Nested {
		f.report(Finding{Kind: Nested, At: fn, What: on, Who: types.ExprString(op.Args[1]), Also: op.Pos()})
	}
}
