package units

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis"
)

// collector walks a package once. What flows where is needed to know counts.
type collector struct {
	pass        *analysis.Pass
	info        *types.Info
	numbers     []Number
	conversions []Conversion
	counts      map[types.Object]bool
	from        map[types.Object][]types.Object // destination to sources
}

func (c *collector) visit(n ast.Node, stack []ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		c.product(n, stack)
	case *ast.AssignStmt:
		c.assign(n)
	case *ast.IncDecStmt:
		if obj := c.holder(n.X); obj != nil && IsDuration(c.info.TypeOf(n.X)) {
			c.counts[obj] = true
		}
	case *ast.ValueSpec:
		for i, v := range n.Values {
			if len(n.Values) == len(n.Names) {
				c.flow(c.info.Defs[n.Names[i]], v)
			}
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok {
			if field, ok := c.info.Uses[key].(*types.Var); ok && field.IsField() {
				c.flow(field.Origin(), n.Value)
			}
		}
	case *ast.RangeStmt:
		if n.Value != nil {
			c.flow(c.holder(n.Value), n.X)
		}
	case *ast.ReturnStmt:
		for _, v := range n.Results {
			c.flow(c.result(stack), v)
		}
	case *ast.CallExpr:
		c.call(n, stack)
	}
	if e, ok := n.(ast.Expr); ok {
		return c.constant(e, stack)
	}
	return true
}

// constant records a number without a unit, and reports whether to go deeper.
func (c *collector) constant(e ast.Expr, stack []ast.Node) bool {
	tv := c.info.Types[e]
	if tv.Value == nil || tv.IsType() || !IsDuration(tv.Type) {
		return true
	}
	if up, ok := parent(stack).(ast.Expr); ok && !isSum(up) {
		if outer := c.info.Types[up]; outer.Value != nil && IsDuration(outer.Type) {
			return true // part of a larger constant, which decides
		}
	}
	if !c.unitless(e) {
		return true // a sum in it is met on the way down
	}
	v, ok := integer(tv.Value)
	if !ok {
		return false
	}
	n := Number{Expr: e, Value: v, Place: c.place(e, stack)}
	if sum, ok := parent(stack).(*ast.BinaryExpr); ok && n.Kind == Sum {
		n.Whole = sum
		if c.unitless(sum) { // 60 + 60: the sum as a whole is the number
			return true
		}
	}
	n.also = c.handedOn(n.Place, stack)
	if n.Kind != Nowhere {
		c.numbers = append(c.numbers, n)
	}
	return false
}

// unitless reports whether a constant is made of plain integers only. Shifts,
// iota, floats and names that say nanoseconds are left alone.
func (c *collector) unitless(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT
	case *ast.Ident:
		return c.plain(c.info.Uses[e])
	case *ast.SelectorExpr:
		return c.plain(c.info.Uses[e.Sel])
	case *ast.UnaryExpr:
		return (e.Op == token.ADD || e.Op == token.SUB) && c.unitless(e.X)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.SUB, token.MUL, token.QUO:
			return c.unitless(e.X) && c.unitless(e.Y)
		}
	case *ast.CallExpr:
		return len(e.Args) == 1 && c.info.Types[e.Fun].IsType() && c.unitless(e.Args[0])
	}
	return false
}

func (c *collector) plain(obj types.Object) bool {
	k, ok := obj.(*types.Const)
	if !ok || k.Pkg() == nil || k.Pkg().Path() == "math" || OfName(k.Name()) == 1 {
		return false
	}
	b, ok := types.Unalias(k.Type()).(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// product makes counts of the factors that a unit is multiplied with.
func (c *collector) product(b *ast.BinaryExpr, stack []ast.Node) {
	if up, ok := parent(stack).(*ast.BinaryExpr); b.Op != token.MUL || ok && up.Op == token.MUL || !IsDuration(c.info.TypeOf(b)) {
		return
	}
	all := factors(b, nil)
	for i, x := range all {
		obj := c.holder(x)
		if obj == nil || obj.Pkg() != nil && obj.Pkg().Path() == "time" { // time.Second is the unit
			continue
		}
		for j, y := range all {
			if i != j && c.carriesUnit(y) {
				c.counts[obj] = true
			}
		}
	}
}

func factors(e ast.Expr, to []ast.Expr) []ast.Expr {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.MUL {
		return factors(b.Y, factors(b.X, to))
	}
	return append(to, e)
}

// carriesUnit: a constant with a unit, or a value that is not a mere number
// turned into a duration.
func (c *collector) carriesUnit(e ast.Expr) bool {
	if c.info.Types[e].Value != nil {
		return !c.unitless(e)
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return !ok || !c.info.Types[call.Fun].IsType() || IsDuration(c.info.TypeOf(call.Args[0]))
}

func (c *collector) assign(n *ast.AssignStmt) {
	if len(n.Lhs) != len(n.Rhs) {
		for _, lhs := range n.Lhs {
			c.flow(c.holder(lhs), n.Rhs[0])
		}
		return
	}
	for i := range n.Lhs {
		if n.Tok == token.MUL_ASSIGN && IsDuration(c.info.TypeOf(n.Lhs[i])) && c.carriesUnit(n.Rhs[i]) {
			if obj := c.holder(n.Lhs[i]); obj != nil {
				c.counts[obj] = true
			}
		}
		c.flow(c.holder(n.Lhs[i]), n.Rhs[i])
	}
}

func (c *collector) call(n *ast.CallExpr, stack []ast.Node) {
	if tv := c.info.Types[n.Fun]; tv.IsType() {
		if len(n.Args) == 1 {
			c.convert(n, tv.Type, stack)
		}
		return
	}
	for i, arg := range n.Args {
		c.flow(c.parameter(n, i), arg)
	}
}

// convert handles int(d), which makes a count of d, and time.Duration(n).
func (c *collector) convert(n *ast.CallExpr, to types.Type, stack []ast.Node) {
	arg := n.Args[0]
	if basic, ok := types.Unalias(to).(*types.Basic); ok && IsDuration(c.info.TypeOf(arg)) {
		if obj := c.holder(arg); obj != nil && basic.Info()&types.IsInteger != 0 && basic.Kind() != types.Int64 && basic.Kind() != types.Uint64 {
			c.counts[obj] = true
		}
		return
	}
	if !IsDuration(to) || c.info.Types[arg].Value != nil || IsDuration(c.info.TypeOf(arg)) {
		return
	}
	unit := OfName(c.named(arg))
	if unit == 0 {
		return
	}
	conv := Conversion{Call: n, Arg: arg, Unit: unit, Whole: n, Factor: 1}
	depth := len(stack) - 1
	for ; depth >= 0; depth-- {
		up, ok := stack[depth].(ast.Expr)
		if b, isBinary := up.(*ast.BinaryExpr); !ok || isBinary && b.Op != token.MUL || !isBinary && !isParen(up) {
			break
		}
		conv.Whole = up
	}
	for _, f := range factors(conv.Whole, nil) {
		if ast.Unparen(f) == n {
			continue
		}
		v, ok := integer(c.info.Types[f].Value)
		if !ok {
			return
		}
		conv.Factor *= time.Duration(v)
	}
	conv.Place = c.place(conv.Whole, stack[:depth+1])
	for conv.Kind == Sum && depth >= 0 { // the sum goes where its parts go
		if sum, ok := stack[depth].(ast.Expr); ok {
			conv.Place = c.place(sum, stack[:depth])
		}
		depth--
	}
	if conv.Kind != Nowhere {
		c.conversions = append(c.conversions, conv)
	}
}

// named is the name of a variable, field or parameterless call.
func (c *collector) named(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return c.named(e.X)
	case *ast.CallExpr:
		if len(e.Args) == 0 {
			return c.named(e.Fun)
		}
		if c.info.Types[e.Fun].IsType() {
			return c.named(e.Args[0])
		}
	}
	return ""
}

func integer(v constant.Value) (int64, bool) {
	if v == nil {
		return 0, false
	}
	return constant.Int64Val(constant.ToInt(v))
}

func isParen(e ast.Expr) bool { _, ok := e.(*ast.ParenExpr); return ok }
