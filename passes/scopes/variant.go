package scopes

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Variant is a function that does what another does and takes a context.
type Variant struct {
	Fn   *types.Func
	Same bool // a method of the same type, or a function of the same package
	fits int  // 0: its arguments differ; 1: a context comes first; 2: and it ends in an optional pointer
}

// Of finds the variant that knowledge names for fn. False: it is not there in
// this version of the library, or it takes neither a context nor a request,
// which carries one.
func Of(fn *types.Func, instead string) (Variant, bool) {
	v := Variant{Same: !strings.ContainsAny(instead, "./")}
	recv, name := fn.Signature().Recv(), instead
	var obj types.Object
	switch {
	case v.Same && recv != nil:
		obj, _, _ = types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), name)
	case v.Same:
		obj = fn.Pkg().Scope().Lookup(name)
	default:
		obj = lookup(fn.Pkg(), instead)
	}
	v.Fn, _ = obj.(*types.Func)
	if v.Fn == nil || v.Fn.Signature().Params().Len() == 0 {
		return v, false
	}
	first := v.Fn.Signature().Params().At(0).Type()
	v.fits = fits(fn.Signature(), v.Fn.Signature())
	return v, calls.IsContext(first) || request(first)
}

// lookup resolves "path.Func" and "(*path.T).Method" within pkg.
func lookup(pkg *types.Package, name string) types.Object {
	typ, method, isMethod := strings.Cut(strings.TrimLeft(name, "(*"), ").")
	if !isMethod {
		path, fn := cutLast(name)
		if path != pkg.Path() {
			return nil
		}
		return pkg.Scope().Lookup(fn)
	}
	path, typeName := cutLast(typ)
	tn, ok := pkg.Scope().Lookup(typeName).(*types.TypeName)
	if !ok || path != pkg.Path() {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(tn.Type(), true, pkg, method)
	return obj
}

func cutLast(name string) (path, last string) {
	i := strings.LastIndexByte(name, '.')
	return name[:max(i, 0)], name[i+1:]
}

func fits(plain, ctx *types.Signature) int {
	n := plain.Params().Len()
	extra := ctx.Params().Len() - n
	if extra < 1 || extra > 2 || plain.Variadic() != ctx.Variadic() || !calls.IsContext(ctx.Params().At(0).Type()) {
		return 0
	}
	for i := range n {
		if !types.Identical(plain.Params().At(i).Type(), ctx.Params().At(i+1).Type()) {
			return 0
		}
	}
	if extra == 2 {
		if _, ok := ctx.Params().At(n + 1).Type().(*types.Pointer); !ok || n > 0 {
			return 0
		}
	}
	return extra
}

// Rewrite turns the call into one of the variant, or gives nothing where that
// is more than a new name and new arguments.
func (v Variant) Rewrite(info *types.Info, call *ast.CallExpr, ctx string) []analysis.TextEdit {
	if !v.Same || v.fits == 0 {
		return nil
	}
	name, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr); isSel {
		name, ok = sel.Sel, true
		if selection := info.Selections[sel]; selection != nil { // an embedding type may have its own
			obj, _, _ := types.LookupFieldOrMethod(selection.Recv(), true, v.Fn.Pkg(), v.Fn.Name())
			ok = obj == v.Fn && selection.Kind() == types.MethodVal
		}
	}
	if !ok {
		return nil
	}
	args := ctx
	if v.fits == 2 {
		args += ", nil"
	}
	if len(call.Args) > 0 {
		args += ", "
	}
	return []analysis.TextEdit{
		{Pos: name.Pos(), End: name.End(), NewText: []byte(v.Fn.Name())},
		{Pos: call.Lparen + 1, End: call.Lparen + 1, NewText: []byte(args)},
	}
}
