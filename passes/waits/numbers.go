package waits

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// expr is a number as the tree sees it.
func (b *builder) expr(v ssa.Value) tree.Expr { return b.fold(v, 0, 0) }

const deepestExpr = 10

var operations = map[token.Token]tree.Op{
	token.ADD: tree.Add, token.SUB: tree.Sub, token.MUL: tree.Mul, token.QUO: tree.Quo, token.SHL: tree.Shl,
}

// fold reads a value; up is how many literals out its function is.
func (b *builder) fold(v ssa.Value, up, depth int) tree.Expr {
	if v == nil || depth > deepestExpr {
		return tree.Expr{}
	}
	if known := durations.Of(v, nil); known.Known {
		if known.Lo == known.Hi {
			return tree.Num(known.Lo)
		}
		if _, isPhi := v.(*ssa.Phi); !isPhi {
			return tree.Expr{Op: tree.Between, Args: []tree.Expr{tree.Num(known.Lo), tree.Num(known.Hi)}}
		}
	}
	again := func(x ssa.Value) tree.Expr { return b.fold(x, up, depth+1) }
	switch v := v.(type) {
	case *ssa.Parameter:
		return tree.Expr{Op: tree.Param, N: int64(index(v)), Up: up}
	case *ssa.FreeVar:
		if bound := b.program.Binding(v); bound != nil {
			return b.fold(bound, up+1, depth+1)
		}
	case *ssa.Convert:
		if number(v.X.Type()) && number(v.Type()) {
			return again(v.X)
		}
	case *ssa.ChangeType:
		return again(v.X)
	case *ssa.BinOp:
		if op, ok := operations[v.Op]; ok && number(v.Type()) {
			return operation(op, again(v.X), again(v.Y))
		}
	case *ssa.Phi:
		return b.phi(v, up, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return b.load(v, up, depth)
		}
	case *ssa.Call:
		return b.computed(v, up, depth)
	}
	return tree.Expr{}
}

func operation(op tree.Op, args ...tree.Expr) tree.Expr {
	fixed := true
	for _, a := range args {
		if a.Op == tree.Opaque {
			return tree.Expr{}
		}
		fixed = fixed && a.Op == tree.Const
	}
	e := tree.Expr{Op: op, Args: args}
	if v := e.Eval(nil); fixed && v.Known && v.Lo == v.Hi {
		return tree.Num(v.Lo)
	}
	return e
}

// phi is a variable that a loop carries, or one of two values.
func (b *builder) phi(v *ssa.Phi, up, depth int) tree.Expr {
	if up > 0 || !number(v.Type()) {
		return tree.Expr{}
	}
	if l := b.heads[v.Block()]; l != nil {
		id, ok := l.ids[v]
		if !ok {
			b.ids++
			id = b.ids
			l.ids[v] = id
			var init, next []tree.Expr
			for i, pred := range v.Block().Preds {
				if e := b.fold(v.Edges[i], 0, depth+1); l.blocks[pred] {
					next = append(next, e)
				} else {
					init = append(init, e)
				}
			}
			l.vars = append(l.vars, tree.Var{ID: id, Init: either(init), Next: either(next)})
		}
		return tree.Expr{Op: tree.Carried, N: int64(id)}
	}
	if len(v.Edges) == 2 {
		if e, ok := b.chosen(v, depth); ok {
			return e
		}
	}
	var all []tree.Expr
	for _, edge := range v.Edges {
		if edge != ssa.Value(v) {
			all = append(all, b.fold(edge, 0, depth+2))
		}
	}
	return either(all)
}

// chosen: if a < b { x = y }.
func (b *builder) chosen(v *ssa.Phi, depth int) (tree.Expr, bool) {
	top := v.Block().Idom()
	if top == nil {
		return tree.Expr{}, false
	}
	test, ok := top.Instrs[len(top.Instrs)-1].(*ssa.If)
	if !ok {
		return tree.Expr{}, false
	}
	c, ok := test.Cond.(*ssa.BinOp)
	if !ok || !number(c.X.Type()) || !number(c.Y.Type()) {
		return tree.Expr{}, false
	}
	side := [2]int{-1, -1}
	for i, pred := range v.Block().Preds {
		for k, s := range top.Succs {
			if pred == top && s == v.Block() || pred != top && s != v.Block() && s.Dominates(pred) {
				side[k] = i
			}
		}
	}
	if side[0] < 0 || side[1] < 0 {
		return tree.Expr{}, false
	}
	l, r := b.fold(c.X, 0, depth+1), b.fold(c.Y, 0, depth+1)
	x, y := b.fold(v.Edges[side[0]], 0, depth+1), b.fold(v.Edges[side[1]], 0, depth+1)
	if l.Op == tree.Opaque || r.Op == tree.Opaque || x.Op == tree.Opaque || y.Op == tree.Opaque {
		return tree.Expr{}, false
	}
	return tree.Expr{Op: tree.If, Text: c.Op.String(), Args: []tree.Expr{l, r, x, y}}, true
}

func either(list []tree.Expr) tree.Expr {
	if len(list) == 0 {
		return tree.Expr{}
	}
	for _, e := range list {
		if e.Op == tree.Opaque {
			return tree.Expr{}
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return tree.Expr{Op: tree.Either, Args: list}
}

// load is a variable that is stored once, or an unexported field that the
// package gives one value.
func (b *builder) load(v *ssa.UnOp, up, depth int) tree.Expr {
	switch addr := v.X.(type) {
	case *ssa.Alloc:
		if all := stored(addr); len(all) == 1 {
			return b.fold(all[0], up, depth+1)
		}
	case *ssa.FreeVar:
		if alloc, out := b.outer(addr); alloc != nil {
			if all := stored(alloc); len(all) == 1 {
				return b.fold(all[0], up+out, depth+1)
			}
		}
	case *ssa.FieldAddr:
		if f := program.FieldOf(addr); f != nil && !f.Exported() && f.Pkg() == b.pass.Pkg {
			return b.fields()[f]
		}
	}
	return tree.Expr{}
}

// computed is what a call returns, where that is arithmetic.
func (b *builder) computed(call *ssa.Call, up, depth int) tree.Expr {
	args := call.Call.Args
	again := func(x ssa.Value) tree.Expr { return b.fold(x, up, depth+1) }
	if builtin, ok := call.Call.Value.(*ssa.Builtin); ok {
		switch {
		case (builtin.Name() == "min" || builtin.Name() == "max") && number(call.Type()):
			out := again(args[0])
			for _, a := range args[1:] {
				out = operation(tree.Op(builtin.Name()), out, again(a))
			}
			return out
		case builtin.Name() == "len":
			return b.length(args[0])
		}
		return tree.Expr{}
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return tree.Expr{}
	}
	obj, _ := fn.Object().(*types.Func)
	if obj != nil && obj.Pkg() != nil {
		switch path := obj.Pkg().Path(); {
		case (path == "math/rand" || path == "math/rand/v2") && len(args) > 0:
			switch obj.Name() {
			case "N", "Int63n", "Int64N", "Intn", "IntN", "Int31n", "Int32N":
				return operation(tree.Random, again(args[len(args)-1]))
			}
			return tree.Expr{}
		case path == "time" && calls.Named(call.Type()) == "" && len(args) == 1 && calls.Named(args[0].Type()) == "time.Duration":
			return tree.Expr{}
		}
	}
	if len(fn.Blocks) == 1 && fn.Parent() == nil && fn.Signature.Results().Len() == 1 && number(call.Type()) {
		if ret, ok := fn.Blocks[0].Instrs[len(fn.Blocks[0].Instrs)-1].(*ssa.Return); ok {
			inner := builder{maker: b.maker, fn: fn, heads: map[*ssa.BasicBlock]*circle{}}
			given := make([]tree.Expr, len(args))
			for i, a := range args {
				if number(a.Type()) {
					given[i] = again(a)
				}
			}
			return replace(inner.fold(ret.Results[0], 0, depth+2), given)
		}
	}
	return tree.Expr{}
}

// list: what has a length that a caller decides.
func list(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// length is how many elements a slice has: a literal's, or what the caller gives.
func (b *builder) length(v ssa.Value) tree.Expr {
	switch v := v.(type) {
	case *ssa.Slice:
		if ptr, ok := v.X.Type().Underlying().(*types.Pointer); ok && v.Low == nil && v.High == nil {
			if array, ok := ptr.Elem().Underlying().(*types.Array); ok {
				return tree.Num(array.Len())
			}
		}
	case *ssa.Const:
		if isNil(v) && list(v.Type()) {
			return tree.Num(0)
		}
	}
	if p, e := b.handed(v); e != nil && list(p.Type()) {
		return *e
	}
	return tree.Expr{}
}

// replace puts arguments in the place of parameters.
func replace(e tree.Expr, given []tree.Expr) tree.Expr {
	if e.Op == tree.Param && e.Up == 0 {
		if int(e.N) < len(given) {
			return given[e.N]
		}
		return tree.Expr{}
	}
	if len(e.Args) == 0 {
		return e
	}
	args := make([]tree.Expr, len(e.Args))
	for i, a := range e.Args {
		if args[i] = replace(a, given); args[i].Op == tree.Opaque {
			return tree.Expr{}
		}
	}
	e.Args = args
	return e
}

// fields is what the package stores in its unexported fields that hold numbers,
// where that is known for each place.
func (m *maker) fields() map[*types.Var]tree.Expr {
	if m.fieldValues != nil {
		return m.fieldValues
	}
	m.fieldValues = map[*types.Var]tree.Expr{}
	values, open := map[*types.Var][]tree.Expr{}, map[*types.Var]bool{}
	for _, fn := range m.program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				addr, ok := instr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				f := program.FieldOf(addr)
				if f == nil || f.Exported() || f.Pkg() != m.pass.Pkg || !number(f.Type()) {
					continue
				}
				for _, ref := range *addr.Referrers() {
					switch ref := ref.(type) {
					case *ssa.Store:
						v := durations.Of(ref.Val, nil)
						if !v.Known {
							open[f] = true
						}
						values[f] = append(values[f], tree.Expr{Op: tree.Between, Args: []tree.Expr{tree.Num(v.Lo), tree.Num(v.Hi)}})
					case *ssa.UnOp, *ssa.DebugRef:
					default:
						open[f] = true
					}
				}
			}
		}
	}
	for f, list := range values {
		if !open[f] {
			m.fieldValues[f] = either(list)
		}
	}
	return m.fieldValues
}

func constantInt(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}
