package cgo

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
)

// Checked is a package that names what comes from C, as the type checker sees it.
type Checked struct {
	Package *types.Package
	Errors  []error

	files []*ast.File
	ofC   *ast.File // what cgo declares; nil: it is not known
	info  *types.Info
	marks map[ast.Expr]ast.Expr // stands for what is made of something from C, of which the type is written
}

// Check checks a package. Where code gives what comes from C a type of Go, as in
// int(C.f()), the checker knows no more of it than of C itself; here it has that
// type. The files are changed: Fill is to follow, if anybody looks at them. Where
// cgo's declarations are known, of [Declarations], everything has the type it has.
func Check(conf types.Config, path string, fset *token.FileSet, files []*ast.File, ofC *ast.File, info *types.Info) *Checked {
	if ofC != nil && !resolve(&conf) {
		ofC = nil
	}
	c := &Checked{files: files, ofC: ofC, info: info, marks: map[ast.Expr]ast.Expr{}}
	if info.Types == nil {
		info.Types = map[ast.Expr]types.TypeAndValue{}
	}
	for _, direct := range []bool{true, false} {
		c.check(conf, path, fset)
		if !c.mark(direct) {
			return c
		}
	}
	c.check(conf, path, fset)
	return c
}

func (c *Checked) check(conf types.Config, path string, fset *token.FileSet) {
	clear(c.info.Types)
	clear(c.info.Instances)
	clear(c.info.Defs)
	clear(c.info.Uses)
	clear(c.info.Implicits)
	clear(c.info.Selections)
	clear(c.info.Scopes)
	clear(c.info.FileVersions)
	c.info.InitOrder, c.Errors = nil, nil
	conf.Error = func(err error) { c.Errors = append(c.Errors, err) }
	if c.ofC == nil {
		c.Package, _ = conf.Check(path, fset, c.files, c.info)
		return
	}
	within := func(pos token.Pos) bool { return c.ofC.FileStart <= pos && pos < c.ofC.FileEnd }
	c.Package, _ = conf.Check(path, fset, append(slices.Clip(c.files), c.ofC), c.info)
	c.Errors = slices.DeleteFunc(c.Errors, func(err error) bool {
		var one types.Error
		return errors.As(err, &one) && within(one.Pos)
	})
	c.info.InitOrder = slices.DeleteFunc(c.info.InitOrder, func(init *types.Initializer) bool { return within(init.Rhs.Pos()) })
}

// mark puts a value of the written type in the place of what is made of
// something without one: first of what names C itself, then of the rest.
func (c *Checked) mark(direct bool) bool {
	f := &filler{info: c.info, bad: map[types.Type]bool{}}
	changed := false
	for _, file := range c.files {
		astutil.Apply(file, func(at *astutil.Cursor) bool {
			if decl, ok := at.Node().(*ast.GenDecl); ok && decl.Tok == token.CONST {
				return false
			}
			return true
		}, func(at *astutil.Cursor) bool {
			e, ok := at.Node().(ast.Expr)
			if !ok || !replaceable(at) {
				return true
			}
			if t := f.written(e, direct); t != nil {
				put := value(e, t)
				c.marks[put] = e
				at.Replace(put)
				changed = true
			}
			return true
		})
	}
	return changed
}

// value is a call of a literal that takes what the expression is made of and
// gives the type.
func value(e, t ast.Expr) *ast.CallExpr {
	at := e.Pos()
	args := []ast.Expr{e}
	switch e := e.(type) {
	case *ast.CallExpr:
		if t == e.Fun {
			args = e.Args
		}
	case *ast.BinaryExpr:
		args = []ast.Expr{e.X, e.Y}
	}
	list := func(e ast.Expr) *ast.FieldList {
		return &ast.FieldList{Opening: at, List: []*ast.Field{{Type: e}}, Closing: at}
	}
	lit := &ast.FuncLit{
		Type: &ast.FuncType{Func: at, Params: list(&ast.Ellipsis{Ellipsis: at, Elt: &ast.Ident{NamePos: at, Name: "any"}}), Results: list(t)},
		Body: &ast.BlockStmt{Lbrace: at, List: []ast.Stmt{&ast.ForStmt{For: at, Body: &ast.BlockStmt{Lbrace: at, Rbrace: at}}}, Rbrace: at},
	}
	return &ast.CallExpr{Fun: lit, Lparen: at, Args: args, Rparen: max(at, e.End()-1)}
}

// replaceable: a statement stays a call.
func replaceable(at *astutil.Cursor) bool {
	switch at.Parent().(type) {
	case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return true
}

// written is the type that an expression has by what is written there, if it has
// none because of what it is made of; else nil.
func (f *filler) written(e ast.Expr, direct bool) ast.Expr {
	lost := func(e ast.Expr) bool {
		if direct {
			return namesC(e)
		}
		return !f.known(e)
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		if len(e.Args) == 1 && f.info.Types[e.Fun].IsType() && !f.lacks(f.info.TypeOf(e.Fun)) && lost(e.Args[0]) && !f.known(e.Args[0]) {
			return e.Fun
		}
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && direct && !f.known(e) {
			if x, ok := sel.X.(*ast.Ident); ok && f.isC(x) {
				return helper(sel.Sel.Name, e.Pos())
			}
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			if lost(e.X) && !f.known(e.X) || lost(e.Y) && !f.known(e.Y) {
				return &ast.Ident{NamePos: e.Pos(), Name: "bool"}
			}
		}
	}
	return nil
}

// isC reports whether a name is that of the import of C.
func (f *filler) isC(id *ast.Ident) bool {
	name, ok := f.info.ObjectOf(id).(*types.PkgName)
	return ok && name.Imported().Path() == Path
}

// helper is the type of what cgo's own function of that name gives, or nil.
func helper(name string, at token.Pos) ast.Expr {
	switch name {
	case "GoString", "GoStringN":
		return &ast.Ident{NamePos: at, Name: "string"}
	case "GoBytes":
		return &ast.ArrayType{Lbrack: at, Elt: &ast.Ident{NamePos: at, Name: "byte"}}
	}
	return nil
}

// namesC reports whether an expression names something of C.
func namesC(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			x, ok := sel.X.(*ast.Ident)
			found = found || ok && x.Name == Path
		}
		return !found
	})
	return found
}
