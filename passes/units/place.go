package units

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// parent is the nearest node above that is not a parenthesis.
func parent(stack []ast.Node) ast.Node {
	for i := len(stack) - 1; i >= 0; i-- {
		if _, ok := stack[i].(*ast.ParenExpr); !ok {
			return stack[i]
		}
	}
	return nil
}

func isSum(e ast.Expr) bool {
	b, ok := e.(*ast.BinaryExpr)
	return ok && (b.Op == token.ADD || b.Op == token.SUB)
}

// place says where the value of e goes; stack is what is above e.
func (c *collector) place(e ast.Expr, stack []ast.Node) Place {
	for len(stack) > 0 {
		p, ok := stack[len(stack)-1].(*ast.ParenExpr)
		if !ok {
			break
		}
		e, stack = p, stack[:len(stack)-1]
	}
	if len(stack) == 0 {
		return Place{}
	}
	up, above := stack[len(stack)-1], stack[:len(stack)-1]
	switch up := up.(type) {
	case *ast.BinaryExpr:
		if isSum(up) && !c.scaledAway(above) && !c.quotient(other(up, e)) {
			return Place{Kind: Sum, Into: c.holder(other(up, e))}
		}
	case *ast.CallExpr:
		return c.argument(up, e)
	case *ast.RangeStmt:
		if up.X == e && up.Value != nil {
			return Place{Kind: Variable, Into: c.holder(up.Value)}
		}
	case *ast.CompositeLit:
		return c.element(up, e, nil, above)
	case *ast.KeyValueExpr:
		if lit, ok := above[len(above)-1].(*ast.CompositeLit); ok && up.Value == e {
			return c.element(lit, e, up.Key, above[:len(above)-1])
		}
	case *ast.ValueSpec:
		for i, v := range up.Values {
			if v == e && len(up.Values) == len(up.Names) && up.Names[i].Name != "_" {
				return Place{Kind: Variable, Into: c.info.Defs[up.Names[i]]}
			}
		}
	case *ast.AssignStmt:
		for i, v := range up.Rhs {
			if v == e && len(up.Lhs) == len(up.Rhs) {
				return c.assigned(up.Lhs[i], up.Tok)
			}
		}
	case *ast.ReturnStmt:
		return Place{Kind: Returned, Into: c.result(stack)}
	}
	return Place{}
}

func other(b *ast.BinaryExpr, e ast.Expr) ast.Expr {
	if b.X == e {
		return b.Y
	}
	return b.X
}

// quotient: a duration divided by a duration is a number.
func (c *collector) quotient(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && b.Op == token.QUO && !c.unitless(b.Y)
}

// scaledAway: the sum is divided or multiplied, which is how one rounds, or
// turned into another type.
func (c *collector) scaledAway(stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch up := stack[i].(type) {
		case *ast.ParenExpr:
		case *ast.BinaryExpr:
			switch up.Op {
			case token.ADD, token.SUB:
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				return false
			default:
				return true
			}
		case *ast.CallExpr:
			tv := c.info.Types[up.Fun]
			return tv.IsType() && !IsDuration(tv.Type)
		case *ast.SelectorExpr:
			return true
		default:
			return false
		}
	}
	return false
}

func (c *collector) argument(call *ast.CallExpr, e ast.Expr) Place {
	for i, arg := range call.Args {
		if arg != e {
			continue
		}
		param := c.parameter(call, i)
		if param == nil {
			return Place{}
		}
		fn, _ := typeutil.Callee(c.info, call).(*types.Func)
		if fn != nil && rounds(fn) {
			return Place{}
		}
		return Place{Kind: Argument, Into: param, Fn: fn}
	}
	return Place{}
}

// rounds: the argument of these is a grain, not a time.
func rounds(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "time" && (fn.Name() == "Truncate" || fn.Name() == "Round")
}

// parameter is the parameter of type Duration that takes argument i, or nil.
func (c *collector) parameter(call *ast.CallExpr, i int) types.Object {
	sig, ok := types.Unalias(c.info.TypeOf(call.Fun)).(*types.Signature)
	if fn, isFunc := typeutil.Callee(c.info, call).(*types.Func); isFunc {
		sig, ok = fn.Origin().Signature(), true
	}
	if !ok || sig.Params().Len() == 0 || c.info.Types[call.Fun].IsType() || c.info.Types[call.Fun].IsBuiltin() {
		return nil
	}
	param := sig.Params().At(min(i, sig.Params().Len()-1))
	if !bears(param.Type()) {
		return nil
	}
	return param
}

// bears reports whether t is a Duration, or holds or points to some.
func bears(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Slice:
		return IsDuration(u.Elem())
	case *types.Array:
		return IsDuration(u.Elem())
	case *types.Map:
		return IsDuration(u.Elem())
	case *types.Pointer:
		return IsDuration(u.Elem())
	}
	return IsDuration(t)
}

func (c *collector) element(lit *ast.CompositeLit, e, key ast.Expr, above []ast.Node) Place {
	t := c.info.TypeOf(lit)
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok && c.picked(lit, above) {
		return Place{}
	}
	if !ok {
		return Place{Kind: Element, Into: c.place(lit, above).Into}
	}
	if id, ok := key.(*ast.Ident); ok {
		if field, ok := c.info.Uses[id].(*types.Var); ok {
			return Place{Kind: Field, Into: field.Origin(), Owner: t}
		}
		return Place{}
	}
	for i, elt := range lit.Elts {
		if elt == e && i < s.NumFields() {
			return Place{Kind: Field, Into: s.Field(i).Origin(), Owner: t}
		}
	}
	return Place{}
}

// picked: an element is taken where the list is written, and multiplied by a unit:
// []time.Duration{1, 2, 5}[i] * time.Second.
func (c *collector) picked(lit *ast.CompositeLit, above []ast.Node) bool {
	if len(above) < 2 {
		return false
	}
	index, ok := above[len(above)-1].(*ast.IndexExpr)
	product, is := above[len(above)-2].(*ast.BinaryExpr)
	return ok && is && index.X == ast.Expr(lit) && product.Op == token.MUL && c.carriesUnit(other(product, index))
}

func (c *collector) assigned(lhs ast.Expr, tok token.Token) Place {
	into := c.holder(lhs)
	switch {
	case into == nil:
	case tok == token.ADD_ASSIGN || tok == token.SUB_ASSIGN:
		return Place{Kind: Sum, Into: into}
	case tok != token.ASSIGN && tok != token.DEFINE:
	default:
		switch lhs := ast.Unparen(lhs).(type) {
		case *ast.SelectorExpr:
			if sel := c.info.Selections[lhs]; sel != nil {
				return Place{Kind: Field, Into: into, Owner: sel.Recv()}
			}
		case *ast.IndexExpr:
			return Place{Kind: Element, Into: into}
		}
		return Place{Kind: Variable, Into: into}
	}
	return Place{}
}

// result is the declared function whose result is returned; nil in a literal.
func (c *collector) result(stack []ast.Node) types.Object {
	for i := len(stack) - 1; i >= 0; i-- {
		switch fn := stack[i].(type) {
		case *ast.FuncLit:
			return nil
		case *ast.FuncDecl:
			return c.info.Defs[fn.Name]
		}
	}
	return nil
}

// holder is the variable, field, constant or function whose value e is, as
// far as durations go: an element stands for what it is in.
func (c *collector) holder(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return c.object(e)
	case *ast.SelectorExpr:
		return c.object(e.Sel)
	case *ast.IndexExpr:
		return c.holder(e.X)
	case *ast.StarExpr:
		return c.holder(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return c.holder(e.X)
		}
	case *ast.CallExpr:
		if c.info.Types[e.Fun].IsType() {
			if len(e.Args) == 1 && IsDuration(c.info.TypeOf(e.Args[0])) {
				return c.holder(e.Args[0])
			}
			return nil
		}
		if fn, ok := typeutil.Callee(c.info, e).(*types.Func); ok {
			return fn.Origin()
		}
	}
	return nil
}

func (c *collector) object(id *ast.Ident) types.Object {
	switch obj := c.info.ObjectOf(id).(type) {
	case *types.Var:
		if bears(obj.Type()) {
			return obj.Origin()
		}
	case *types.Const:
		if IsDuration(obj.Type()) {
			return obj
		}
	}
	return nil
}

// flow records that what e holds reaches obj.
func (c *collector) flow(obj types.Object, e ast.Expr) {
	if obj == nil {
		return
	}
	if src := c.holder(e); src != nil && src != obj {
		c.from[obj] = append(c.from[obj], src)
	}
}

// handedOn is what a function of another package may hand its argument on to:
// wait := flag.Duration("wait", 30, …), flag.DurationVar(&wait, "wait", 30, …).
func (c *collector) handedOn(p Place, stack []ast.Node) []types.Object {
	call, ok := parent(stack).(*ast.CallExpr)
	if !ok || p.Kind != Argument || p.Into.Pkg() == c.pass.Pkg {
		return nil
	}
	var out []types.Object
	for _, arg := range call.Args {
		if obj := c.holder(arg); obj != nil {
			out = append(out, obj)
		}
	}
	for i := len(stack) - 1; i >= 0; i-- {
		if stack[i] == ast.Node(call) {
			if into := c.place(call, stack[:i]).Into; into != nil {
				out = append(out, into)
			}
		}
	}
	return out
}
