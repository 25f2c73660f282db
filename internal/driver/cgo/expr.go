package cgo

import (
	"go/ast"
	"go/token"
	"go/types"
)

// expr is what stands for an expression whose place asks for a type; nil: for
// none in particular.
func (f *filler) expr(e ast.Expr, want types.Type) ast.Expr {
	switch {
	case e == nil:
		return nil
	case f.info.Types[e].IsType():
		return e
	case !f.known(e):
		if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && f.marks[e] == nil && f.calls(call) && want != nil && types.Identical(f.info.TypeOf(e), want) {
			f.call(call)
			return e
		}
		if want == nil {
			if want = f.info.TypeOf(e); f.lacks(want) {
				want = opaque()
			}
		}
		return f.hole(e, want)
	}
	tv := f.info.Types[e]
	if tv.Value != nil {
		return e
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		e.X = f.expr(e.X, want)
	case *ast.FuncLit:
		f.literal(e)
	case *ast.CompositeLit:
		if !f.composite(e, tv.Type) {
			return f.hole(e, tv.Type)
		}
	case *ast.CallExpr:
		return f.called(e, tv)
	case *ast.UnaryExpr:
		if !f.known(e.X) {
			return f.hole(e, tv.Type)
		}
		if e.Op == token.AND {
			e.X = f.lasting(e.X)
		} else {
			e.X = f.expr(e.X, nil)
		}
	case *ast.StarExpr:
		if !f.known(e.X) {
			return f.hole(e, tv.Type)
		}
		e.X = f.expr(e.X, nil)
	case *ast.SelectorExpr:
		if !f.known(e.X) {
			return f.hole(e, tv.Type)
		}
		e.X = f.lasting(e.X)
	case *ast.IndexExpr:
		if !f.known(e.X) || !f.known(e.Index) {
			return f.hole(e, tv.Type)
		}
		e.X, e.Index = f.lasting(e.X), f.expr(e.Index, nil)
	case *ast.SliceExpr:
		if !f.known(e.X) || !f.optional(e.Low) || !f.optional(e.High) || !f.optional(e.Max) {
			return f.hole(e, tv.Type)
		}
		e.X, e.Low, e.High, e.Max = f.lasting(e.X), f.expr(e.Low, nil), f.expr(e.High, nil), f.expr(e.Max, nil)
	case *ast.TypeAssertExpr:
		if !f.known(e.X) {
			return f.hole(e, tv.Type)
		}
		e.X = f.expr(e.X, nil)
	case *ast.BinaryExpr:
		if !f.known(e.X) || !f.known(e.Y) {
			return f.hole(e, tv.Type)
		}
		e.X, e.Y = f.expr(e.X, nil), f.expr(e.Y, nil)
	}
	return e
}

// lasting is what stands for an expression that may be written, or whose address
// may be asked for.
func (f *filler) lasting(e ast.Expr) ast.Expr {
	tv := f.info.Types[e]
	put := f.expr(e, nil)
	if put == e || !tv.Assignable() {
		return put
	}
	star := &ast.StarExpr{Star: e.Pos(), X: f.hole(e, types.NewPointer(f.info.TypeOf(put)))}
	tv = f.place
	tv.Type = f.info.TypeOf(put)
	f.info.Types[star] = tv
	return star
}

func (f *filler) optional(e ast.Expr) bool { return e == nil || f.known(e) }

// called is a call of which the type is known.
func (f *filler) called(e *ast.CallExpr, tv types.TypeAndValue) ast.Expr {
	want := tv.Type
	if tv.IsVoid() {
		want = nil
	}
	fun := f.info.Types[ast.Unparen(e.Fun)]
	if fun.IsType() || fun.IsBuiltin() {
		for i, arg := range e.Args {
			if f.info.Types[arg].IsType() {
				continue
			}
			if !f.known(arg) {
				return f.hole(e, want)
			}
			e.Args[i] = f.expr(arg, nil)
		}
		return e
	}
	if !f.call(e) {
		return f.hole(e, want)
	}
	return e
}

// call rewrites the parts of a call; false if it cannot be told what its
// arguments are to be.
func (f *filler) call(e *ast.CallExpr) bool {
	if !f.known(e.Fun) && !f.calls(e) {
		return false
	}
	t := f.info.TypeOf(e.Fun)
	if t == nil {
		return false
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return false
	}
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.SelectorExpr:
		fun.X = f.lasting(fun.X)
	case *ast.FuncLit:
		f.literal(fun)
	default:
		if f.known(e.Fun) {
			e.Fun = f.expr(e.Fun, nil)
		}
	}
	params := sig.Params()
	if len(e.Args) == 1 && params.Len() > 1 {
		e.Args[0] = f.expr(e.Args[0], params)
		return true
	}
	for i, arg := range e.Args {
		var want types.Type
		switch last := params.Len() - 1; {
		case sig.Variadic() && i >= last && !e.Ellipsis.IsValid():
			if s, ok := params.At(last).Type().Underlying().(*types.Slice); ok {
				want = s.Elem()
			}
		case i <= last:
			want = params.At(i).Type()
		default:
			return false
		}
		e.Args[i] = f.expr(arg, want)
	}
	return true
}

// composite rewrites the elements of a literal; false where one has a place that
// is not known.
func (f *filler) composite(e *ast.CompositeLit, t types.Type) bool {
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok { // the type is left out
		t = ptr.Elem()
	}
	var key, elem types.Type
	s, _ := t.Underlying().(*types.Struct)
	switch t := t.Underlying().(type) {
	case *types.Slice:
		elem = t.Elem()
	case *types.Array:
		elem = t.Elem()
	case *types.Map:
		key, elem = t.Key(), t.Elem()
	}
	for i, elt := range e.Elts {
		want := elem
		if s != nil && i < s.NumFields() {
			want = s.Field(i).Type()
		}
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			e.Elts[i] = f.expr(elt, want)
			continue
		}
		if s != nil {
			if id, ok := kv.Key.(*ast.Ident); ok {
				want = f.info.TypeOf(id)
			}
		} else if key != nil {
			kv.Key = f.expr(kv.Key, key)
		} else if !f.known(kv.Key) {
			return false
		}
		kv.Value = f.expr(kv.Value, want)
	}
	return true
}

// literal rewrites a function that is a value.
func (f *filler) literal(e *ast.FuncLit) {
	if f.lits[e] {
		return
	}
	f.lits[e] = true
	if sig, ok := f.info.TypeOf(e).(*types.Signature); ok {
		f.body(e.Body, sig)
	}
}

func (f *filler) body(body *ast.BlockStmt, sig *types.Signature) {
	outer := f.result
	f.result = sig.Results()
	f.list(body.List)
	f.result = outer
}

func (f *filler) decl(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if obj, ok := f.info.Defs[decl.Name].(*types.Func); ok && decl.Body != nil {
			f.body(decl.Body, obj.Signature())
		}
	case *ast.GenDecl:
		if decl.Tok != token.VAR {
			return
		}
		for _, spec := range decl.Specs {
			spec := spec.(*ast.ValueSpec)
			for i, v := range spec.Values {
				spec.Values[i] = f.expr(v, f.declared(spec.Names, i, len(spec.Values)))
				f.values[v] = spec.Values[i]
			}
		}
	}
}

// declared is the type of the variable to which the i-th of n values goes, or of
// all of them if they get one together.
func (f *filler) declared(names []*ast.Ident, i, n int) types.Type {
	if n == len(names) {
		return f.object(names[i])
	}
	var vars []*types.Var
	for _, name := range names {
		t := f.object(name)
		if t == nil {
			t = opaque()
		}
		vars = append(vars, types.NewVar(token.NoPos, f.c, "", t))
	}
	return types.NewTuple(vars...)
}

// object is the type of what a name declares; nil for _ and what has none.
func (f *filler) object(name *ast.Ident) types.Type {
	if obj := f.info.ObjectOf(name); obj != nil && name.Name != "_" {
		return obj.Type()
	}
	return nil
}
