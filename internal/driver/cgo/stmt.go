package cgo

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

func (f *filler) list(stmts []ast.Stmt) {
	for i, s := range stmts {
		stmts[i] = f.stmt(s)
	}
}

// stmt is what stands for a statement.
func (f *filler) stmt(s ast.Stmt) ast.Stmt {
	boolean := types.Typ[types.Bool]
	switch s := s.(type) {
	case *ast.ExprStmt:
		s.X = f.effect(s.X)
	case *ast.SendStmt:
		ch, ok := f.under(s.Chan).(*types.Chan)
		if !ok {
			return &ast.ExprStmt{X: f.hole(s.Value, nil)}
		}
		s.Chan, s.Value = f.expr(s.Chan, nil), f.expr(s.Value, ch.Elem())
	case *ast.IncDecStmt:
		if !f.known(s.X) {
			return &ast.EmptyStmt{Semicolon: s.Pos()}
		}
		s.X = f.lasting(s.X)
	case *ast.AssignStmt:
		return f.assign(s)
	case *ast.GoStmt:
		s.Call = f.effect(s.Call).(*ast.CallExpr)
	case *ast.DeferStmt:
		s.Call = f.effect(s.Call).(*ast.CallExpr)
	case *ast.ReturnStmt:
		f.returns(s)
	case *ast.BlockStmt:
		f.list(s.List)
	case *ast.LabeledStmt:
		s.Stmt = f.stmt(s.Stmt)
	case *ast.IfStmt:
		s.Init = f.optionalStmt(s.Init)
		s.Cond = f.expr(s.Cond, boolean)
		f.list(s.Body.List)
		s.Else = f.optionalStmt(s.Else)
	case *ast.ForStmt:
		s.Init = f.optionalStmt(s.Init)
		s.Cond = f.expr(s.Cond, boolean)
		s.Post = f.optionalStmt(s.Post)
		f.list(s.Body.List)
	case *ast.RangeStmt:
		f.ranges(s)
	case *ast.SwitchStmt:
		f.switches(s)
	case *ast.TypeSwitchStmt:
		f.typeSwitch(s)
	case *ast.SelectStmt:
		for _, clause := range s.Body.List {
			clause := clause.(*ast.CommClause)
			f.comm(clause)
			f.list(clause.Body)
		}
	case *ast.DeclStmt:
		f.local(s.Decl.(*ast.GenDecl))
	}
	return s
}

func (f *filler) optionalStmt(s ast.Stmt) ast.Stmt {
	if s == nil {
		return nil
	}
	return f.stmt(s)
}

// effect is an expression of which only what it does counts.
func (f *filler) effect(e ast.Expr) ast.Expr {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && f.calls(call) && f.call(call) {
		return call
	}
	if !f.known(e) {
		return f.hole(e, nil)
	}
	return f.expr(e, nil)
}

// under is the underlying type of a known value, or nil.
func (f *filler) under(e ast.Expr) types.Type {
	if !f.known(e) {
		return nil
	}
	if t := f.info.TypeOf(e); t != nil {
		return t.Underlying()
	}
	return nil
}

// assign drops what goes into something that is not known, but for what it does.
func (f *filler) assign(s *ast.AssignStmt) ast.Stmt {
	op := s.Tok != token.ASSIGN && s.Tok != token.DEFINE
	if op && !f.known(s.Lhs[0]) {
		return &ast.ExprStmt{X: f.hole(s.Rhs[0], nil)}
	}
	blank := true
	for i, lhs := range s.Lhs {
		if !f.known(lhs) {
			s.Lhs[i] = &ast.Ident{NamePos: lhs.Pos(), Name: "_"}
		} else {
			s.Lhs[i] = f.lasting(lhs)
		}
		id, ok := s.Lhs[i].(*ast.Ident)
		blank = blank && ok && id.Name == "_"
	}
	if blank && s.Tok == token.DEFINE {
		s.Tok = token.ASSIGN
	}
	if len(s.Lhs) == len(s.Rhs) {
		for i, rhs := range s.Rhs {
			if s.Rhs[i] = f.expr(rhs, f.assigned(s.Lhs[i])); f.info.Types[rhs].IsNil() && f.blank(s.Lhs[i]) {
				s.Rhs[i] = f.hole(rhs, opaque()) // nil has the type of what it goes into
			}
		}
		return s
	}
	var vars []*types.Var
	for _, lhs := range s.Lhs {
		t := f.assigned(lhs)
		if t == nil {
			t = opaque()
		}
		vars = append(vars, types.NewVar(token.NoPos, f.c, "", t))
	}
	if f.known(s.Rhs[0]) || f.tuple(s.Rhs[0], len(s.Lhs)) {
		s.Rhs[0] = f.expr(s.Rhs[0], f.info.TypeOf(s.Rhs[0]))
		return s
	}
	s.Rhs[0] = f.hole(s.Rhs[0], types.NewTuple(vars...))
	return s
}

// tuple reports whether an expression calls a function of Go with n results.
func (f *filler) tuple(e ast.Expr, n int) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !f.calls(call) {
		return false
	}
	t, ok := f.info.TypeOf(e).(*types.Tuple)
	return ok && t.Len() == n
}

func (f *filler) blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// assigned is the type that what is written asks for, or nil.
func (f *filler) assigned(lhs ast.Expr) types.Type {
	if f.blank(lhs) {
		return nil
	}
	return f.info.TypeOf(lhs)
}

func (f *filler) returns(s *ast.ReturnStmt) {
	n := 0
	if f.result != nil {
		n = f.result.Len()
	}
	switch {
	case len(s.Results) == n:
		for i, e := range s.Results {
			s.Results[i] = f.expr(e, f.result.At(i).Type())
		}
	case len(s.Results) == 1:
		s.Results[0] = f.expr(s.Results[0], f.result)
	}
}

func (f *filler) ranges(s *ast.RangeStmt) {
	if !f.known(s.X) {
		var key, value types.Type = types.Typ[types.Int], types.NewStruct(nil, nil)
		if s.Key != nil && f.known(s.Key) && !f.blank(s.Key) {
			key = f.info.TypeOf(s.Key)
		}
		if s.Value != nil && f.known(s.Value) && !f.blank(s.Value) {
			value = f.info.TypeOf(s.Value)
		}
		if key == types.Typ[types.Int] {
			s.X = f.hole(s.X, types.NewSlice(value))
		} else {
			s.X = f.hole(s.X, types.NewMap(key, value))
		}
	} else {
		s.X = f.expr(s.X, nil)
	}
	for _, e := range []*ast.Expr{&s.Key, &s.Value} {
		if *e != nil && !f.known(*e) {
			*e = &ast.Ident{NamePos: (*e).Pos(), Name: "_"}
		}
	}
	f.list(s.Body.List)
}

func (f *filler) switches(s *ast.SwitchStmt) {
	s.Init = f.optionalStmt(s.Init)
	var want types.Type = types.Typ[types.Bool]
	lost := s.Tag != nil && !f.known(s.Tag)
	switch {
	case lost:
		if s.Init == nil {
			s.Init = &ast.ExprStmt{X: f.hole(s.Tag, nil)}
		}
		s.Tag = nil
	case s.Tag != nil:
		s.Tag = f.expr(s.Tag, nil)
		want = f.info.TypeOf(s.Tag)
	}
	for _, clause := range s.Body.List {
		clause := clause.(*ast.CaseClause)
		for i, e := range clause.List {
			if lost {
				clause.List[i] = f.hole(e, want)
			} else {
				clause.List[i] = f.expr(e, want)
			}
		}
		f.list(clause.Body)
	}
}

func (f *filler) typeSwitch(s *ast.TypeSwitchStmt) {
	s.Init = f.optionalStmt(s.Init)
	var x *ast.TypeAssertExpr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		x, _ = ast.Unparen(a.X).(*ast.TypeAssertExpr)
	case *ast.AssignStmt:
		x, _ = ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr)
	}
	if x != nil {
		x.X = f.expr(x.X, types.Universe.Lookup("any").Type())
	}
	for _, clause := range s.Body.List {
		f.list(clause.(*ast.CaseClause).Body)
	}
}

// comm rewrites what a case of a select sends or receives.
func (f *filler) comm(clause *ast.CommClause) {
	switch s := clause.Comm.(type) {
	case *ast.SendStmt:
		if ch, ok := f.under(s.Chan).(*types.Chan); ok {
			s.Chan, s.Value = f.expr(s.Chan, nil), f.expr(s.Value, ch.Elem())
			return
		}
		s.Chan, s.Value = f.hole(s.Chan, types.NewChan(types.SendRecv, opaque())), f.hole(s.Value, opaque())
	case *ast.ExprStmt:
		f.receive(s.X)
	case *ast.AssignStmt:
		f.receive(s.Rhs[0])
		for i, lhs := range s.Lhs {
			if !f.known(lhs) {
				s.Lhs[i] = &ast.Ident{NamePos: lhs.Pos(), Name: "_"}
			}
		}
		if s.Tok == token.DEFINE && !slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { return !f.blank(e) }) {
			s.Tok = token.ASSIGN
		}
	}
}

func (f *filler) receive(e ast.Expr) {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
		if !f.known(u.X) {
			f.record(u, opaque())
			u.X = f.hole(u.X, types.NewChan(types.SendRecv, opaque()))
			return
		}
		u.X = f.expr(u.X, nil)
	}
}

// local rewrites what a function declares.
func (f *filler) local(decl *ast.GenDecl) {
	if decl.Tok != token.VAR {
		return
	}
	for _, spec := range decl.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, v := range spec.Values {
			spec.Values[i] = f.expr(v, f.declared(spec.Names, i, len(spec.Values)))
		}
		for i, name := range spec.Names {
			if !f.known(name) {
				spec.Names[i] = &ast.Ident{NamePos: name.NamePos, Name: "_"}
			}
		}
	}
}
