package dsn

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// folder puts together the texts of a package, as far as they are constant.
type folder struct {
	pass   *analysis.Pass
	values map[*types.Var][]ast.Expr // what variables are given; nil stands for what is not seen
}

// fold is the text of an expression, with Unknown for each part that is not
// constant.
func (f *folder) fold(e ast.Expr, depth int) string {
	if v := f.pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v)
	}
	if depth > 6 {
		return Unknown
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return f.fold(e.X, depth+1) + f.fold(e.Y, depth+1)
		}
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(f.pass.TypesInfo, e).(*types.Func)
		if ok && calls.FullName(fn) == "fmt.Sprintf" && len(e.Args) > 0 && !e.Ellipsis.IsValid() {
			return f.format(e, depth)
		}
	case *ast.Ident:
		if v := f.only(e); v != nil {
			return f.fold(v, depth+1)
		}
	}
	return Unknown
}

// format puts the arguments of a Sprintf into its format.
func (f *folder) format(call *ast.CallExpr, depth int) string {
	format := f.fold(call.Args[0], depth+1)
	if strings.Contains(format, Unknown) {
		return Unknown
	}
	var out strings.Builder
	arg := 1
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out.WriteByte(format[i])
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0; i++ {
		}
		switch {
		case i >= len(format) || format[i] == '[' || format[i] == '*':
			return Unknown
		case format[i] == '%':
			out.WriteByte('%')
			continue
		case format[i] == 's' && arg < len(call.Args):
			out.WriteString(f.fold(call.Args[arg], depth+1))
		default:
			out.WriteString(Unknown)
		}
		arg++
	}
	return out.String()
}

// only is the one expression that a local variable, or an unexported one of the
// package, is ever given; nil if there are more or they are not all seen.
func (f *folder) only(id *ast.Ident) ast.Expr {
	v, ok := f.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Pkg() != f.pass.Pkg || v.Parent() == v.Pkg().Scope() && v.Exported() {
		return nil
	}
	if f.values == nil {
		f.values = map[*types.Var][]ast.Expr{}
		for _, file := range f.pass.Files {
			ast.Inspect(file, f.collect)
		}
	}
	if values := f.values[v]; len(values) == 1 {
		return values[0]
	}
	return nil
}

func (f *folder) collect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			var value ast.Expr
			if len(n.Lhs) == len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
				value = n.Rhs[i]
			}
			f.gives(lhs, value)
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			switch {
			case len(n.Values) == len(n.Names):
				f.gives(name, n.Values[i])
			case len(n.Values) > 0:
				f.gives(name, nil)
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			f.gives(n.X, nil)
			f.gives(n.X, nil)
		}
	case *ast.RangeStmt:
		f.gives(n.Key, nil)
		f.gives(n.Value, nil)
	}
	return true
}

func (f *folder) gives(to, value ast.Expr) {
	if to == nil {
		return
	}
	id, ok := ast.Unparen(to).(*ast.Ident)
	if !ok {
		return
	}
	obj := f.pass.TypesInfo.Defs[id]
	if obj == nil {
		obj = f.pass.TypesInfo.Uses[id]
	}
	if v, ok := obj.(*types.Var); ok {
		if value == nil { // unknown, and so never the only one
			value = &ast.BadExpr{}
		}
		f.values[v] = append(f.values[v], value)
	}
}

// written is where the text of an expression stands: the declaration of a
// constant or variable of this package, or the expression.
func (f *folder) written(e ast.Expr) ast.Node {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return e
	}
	switch obj := f.pass.TypesInfo.Uses[id].(type) {
	case *types.Const:
		if obj.Pkg() == f.pass.Pkg {
			return place(obj.Pos())
		}
	case *types.Var:
		if v := f.only(id); v != nil {
			return v
		}
	}
	return e
}

// Texts returns a function that puts together the text of an expression, with
// Unknown for each part that is not constant. It keeps what it has seen of the
// package, and is not safe for concurrent use.
func Texts(pass *analysis.Pass) func(ast.Expr) string {
	f := &folder{pass: pass}
	return func(e ast.Expr) string { return f.fold(e, 0) }
}
