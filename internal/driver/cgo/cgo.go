// Package cgo makes code that names what comes from C readable for analyzers.
//
// The type checker knows nothing of C: what a package takes from there has no
// type, nor has what is made of it, in that package and in those that import it.
// Neither the SSA builder nor most analyzers can live with an expression without
// a type. Fill puts in its place a call of a function of which nothing is known,
// with the type that its place asks for. The rest of the code stays as it is.
package cgo

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// Path is the import path of what stands for C.
const Path = "C"

// filler rewrites one package.
type filler struct {
	info   *types.Info
	c      *types.Package        // to which the functions belong that stand for C
	values map[ast.Expr]ast.Expr // of variables of the package: what was put in their place
	marks  map[ast.Expr]ast.Expr // of Checked
	result *types.Tuple          // of the function that is being rewritten
	bad    map[types.Type]bool   // known answers of lacks
	lits   map[*ast.FuncLit]bool // rewritten
	value  types.TypeAndValue    // of any value, for its mode: only the checker can set that
	place  types.TypeAndValue    // of any variable
	none   types.TypeAndValue    // of a call without a result
	holes  int
}

// Fill rewrites the files of the package so that no value in them is without a
// type, and corrects the info. It returns how many expressions it has replaced.
func (c *Checked) Fill() int {
	pkg, files, info := c.Package, c.files, c.info
	f := &filler{info: info, marks: c.marks, values: map[ast.Expr]ast.Expr{}, bad: map[types.Type]bool{}, lits: map[*ast.FuncLit]bool{}}
	f.value, _ = types.Eval(token.NewFileSet(), nil, token.NoPos, "new(int)")
	f.place, _ = types.Eval(token.NewFileSet(), nil, token.NoPos, "*new(int)")
	f.none, _ = types.Eval(token.NewFileSet(), nil, token.NoPos, "print()")
	for _, imp := range pkg.Imports() {
		if imp.Path() == Path {
			f.c = imp
		}
	}
	if f.c == nil {
		f.c = types.NewPackage(Path, Path)
	}
	for _, file := range files {
		for _, decl := range file.Decls {
			f.decl(decl)
		}
	}
	for _, init := range info.InitOrder {
		if put := f.values[init.Rhs]; put != nil {
			init.Rhs = put
		}
	}
	return f.holes
}

// Without reports whether a node holds an expression that has no type.
func Without(info *types.Info, n ast.Node) bool {
	f := &filler{info: info, bad: map[types.Type]bool{}}
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && !found {
			if tv, known := info.Types[e]; known {
				found = f.lacks(tv.Type) || tv.Value != nil && tv.Value.Kind() == constant.Unknown
			}
		}
		return !found
	})
	return found
}

// lacks reports whether a type is not known, or a part of it.
func (f *filler) lacks(t types.Type) bool {
	if t == nil {
		return true
	}
	if known, ok := f.bad[t]; ok {
		return known
	}
	f.bad[t] = false // until more is known: a type may lead to itself
	out := f.without(t)
	f.bad[t] = out
	return out
}

func (f *filler) without(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Alias:
		return f.lacks(types.Unalias(t))
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if f.lacks(arg) {
				return true
			}
		}
		_, basic := t.Underlying().(*types.Basic)
		return basic && f.lacks(t.Underlying())
	case *types.Pointer:
		return f.lacks(t.Elem())
	case *types.Slice:
		return f.lacks(t.Elem())
	case *types.Array:
		return f.lacks(t.Elem())
	case *types.Chan:
		return f.lacks(t.Elem())
	case *types.Map:
		return f.lacks(t.Key()) || f.lacks(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if f.lacks(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return f.lacks(t.Params()) || f.lacks(t.Results())
	case *types.Struct:
		for v := range t.Fields() {
			if f.lacks(v.Type()) {
				return true
			}
		}
	}
	return false
}

// known reports whether an expression is a value, or a type, that needs no
// other in its place; what is in it may still need one.
func (f *filler) known(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CallExpr:
		if f.marks[e] != nil {
			return false
		}
	case *ast.FuncLit:
		return true
	case *ast.ParenExpr:
		return f.known(e.X)
	case *ast.Ident:
		if e.Name == "_" {
			return true
		}
		switch obj := f.info.ObjectOf(e).(type) {
		case nil:
			return false
		case *types.PkgName, *types.Builtin, *types.Nil:
			return true
		case *types.Const:
			return !f.lacks(obj.Type()) && obj.Val().Kind() != constant.Unknown
		default:
			return !f.lacks(obj.Type())
		}
	}
	tv, ok := f.info.Types[e]
	return ok && (tv.IsVoid() || tv.IsBuiltin() || !f.lacks(tv.Type)) && (tv.Value == nil || tv.Value.Kind() != constant.Unknown)
}

// opaque is the type of what nobody asks for.
func opaque() types.Type { return types.Typ[types.Uintptr] }

// hole is a call of an unknown function in the place of an expression. Its
// arguments are the parts of the expression that are known, so that what they do
// is still seen, and where they go. A nil type asks for no result.
func (f *filler) hole(e ast.Expr, want types.Type) *ast.CallExpr {
	f.holes++
	var args []ast.Expr
	f.parts(e, &args)
	var params, results []*types.Var
	for _, arg := range args {
		params = append(params, types.NewParam(token.NoPos, f.c, "", f.info.TypeOf(arg)))
	}
	switch want := want.(type) {
	case nil:
	case *types.Tuple:
		for v := range want.Variables() {
			results = append(results, types.NewParam(token.NoPos, f.c, "", v.Type()))
		}
	default:
		results = []*types.Var{types.NewParam(token.NoPos, f.c, "", types.Default(want))}
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(results...), false)
	name := &ast.Ident{NamePos: e.Pos(), Name: f.calledInC(e)}
	f.info.Uses[name] = types.NewFunc(token.NoPos, f.c, name.Name, sig)
	f.record(name, sig)
	call := &ast.CallExpr{Fun: name, Lparen: e.Pos(), Args: args, Rparen: max(e.Pos(), e.End()-1)}
	switch len(results) {
	case 0:
		f.info.Types[call] = f.none
	case 1:
		f.record(call, results[0].Type())
	default:
		f.record(call, sig.Results())
	}
	return call
}

// record makes an expression a value of a type.
func (f *filler) record(e ast.Expr, t types.Type) {
	tv := f.value
	tv.Type = t
	f.info.Types[e] = tv
}

// calledInC is the name of the C function that an expression calls, or else "value".
func (f *filler) calledInC(e ast.Expr) string {
	if of := f.marks[e]; of != nil {
		e = of
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == Path {
				return sel.Sel.Name
			}
		}
	}
	return "value"
}

// parts collects what is known in an expression that is not, outermost first.
func (f *filler) parts(e ast.Expr, out *[]ast.Expr) {
	switch e := e.(type) {
	case nil:
	case *ast.ParenExpr:
		f.parts(e.X, out)
	case *ast.StarExpr:
		f.some(e.X, out)
	case *ast.BasicLit, *ast.BadExpr:
	case *ast.FuncLit:
		if f.info.TypeOf(e) != nil {
			*out = append(*out, f.expr(e, nil))
		}
	case *ast.CallExpr:
		if of := f.marks[e]; of != nil {
			f.parts(of, out)
			return
		}
		if t := f.info.TypeOf(e); t != nil && !f.info.Types[e].IsVoid() && f.calls(e) {
			if _, many := t.(*types.Tuple); !many && f.call(e) {
				*out = append(*out, e)
				return
			}
		}
		if tv := f.info.Types[e.Fun]; !tv.IsType() {
			f.some(e.Fun, out)
		}
		for _, arg := range e.Args {
			f.some(arg, out)
		}
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			f.some(elt, out)
		}
	case *ast.SelectorExpr:
		f.some(e.X, out)
	case *ast.IndexExpr:
		f.some(e.X, out)
		f.some(e.Index, out)
	case *ast.SliceExpr:
		f.some(e.X, out)
	case *ast.UnaryExpr:
		f.some(e.X, out)
	case *ast.BinaryExpr:
		f.some(e.X, out)
		f.some(e.Y, out)
	case *ast.TypeAssertExpr:
		f.some(e.X, out)
	}
}

// some adds a part: whole where it is a known value, else what is known in it.
func (f *filler) some(e ast.Expr, out *[]ast.Expr) {
	tv := f.info.Types[e]
	switch {
	case e == nil || tv.IsType() || tv.Value != nil || tv.IsNil() || tv.IsBuiltin():
	case f.known(e) && tv.IsValue() && tv.Type != types.Typ[types.UntypedNil]:
		switch t := tv.Type.(type) {
		case *types.Tuple:
			f.parts(e, out)
			return
		case *types.Signature:
			if t.TypeParams() != nil { // for types that are not known
				return
			}
		}
		*out = append(*out, f.expr(e, tv.Type))
	default:
		f.parts(e, out)
	}
}

// calls reports whether an expression calls a function of Go of which the
// signature is there, be a type in it known or not.
func (f *filler) calls(e *ast.CallExpr) bool {
	fun := ast.Unparen(e.Fun)
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if !f.known(sel.X) {
			return false
		}
		fun = sel.Sel
	}
	id, ok := fun.(*ast.Ident)
	if !ok {
		_, literal := fun.(*ast.FuncLit)
		return literal
	}
	fn, ok := f.info.Uses[id].(*types.Func)
	return ok && len(e.Args) == fn.Signature().Params().Len() && !fn.Signature().Variadic() && fn.Signature().TypeParams() == nil
}
