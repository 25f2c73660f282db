package retries

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// open notes the predicates of this package that send any error back which they
// do not know: they name what is given up on, not what is repeated.
func (l *Loop) opens(test *ssa.If, name string) {
	cond, not := test.Cond, false
	if n, ok := cond.(*ssa.UnOp); ok && n.Op == token.NOT {
		cond, not = n.X, true
	}
	call, ok := cond.(*ssa.Call)
	if !ok {
		return
	}
	says, known := ofAnyError(call.Call.StaticCallee(), 0)
	if !known {
		return
	}
	stays, other := test.Block().Succs[0], test.Block().Succs[1]
	if says == not {
		stays, other = other, stays
	}
	if !l.leaves(stays) && l.leaves(other) {
		if l.open == nil {
			l.open = map[string]bool{}
		}
		l.open[name] = true
	}
}

// ofAnyError is what a predicate says of an error that it has no case for:
// errors.Is and errors.As are false, and so is each comparison.
func ofAnyError(fn *ssa.Function, depth int) (says, known bool) {
	if fn == nil || len(fn.Blocks) == 0 || depth > 2 {
		return false, false
	}
	var from *ssa.BasicBlock
	for b, n := fn.Blocks[0], 0; n < 60; n++ {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			if len(last.Results) != 1 {
				return false, false
			}
			return anyError(last.Results[0], from, b, depth)
		case *ssa.Jump:
			from, b = b, b.Succs[0]
		case *ssa.If:
			yes, known := anyError(last.Cond, from, b, depth)
			if !known {
				return false, false
			}
			next := b.Succs[1]
			if yes {
				next = b.Succs[0]
			}
			from, b = b, next
		default:
			return false, false
		}
	}
	return false, false
}

// anyError is a condition about an error that nothing is known of but that it
// is one.
func anyError(v ssa.Value, from, at *ssa.BasicBlock, depth int) (is, known bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value != nil && v.Value.Kind() == constant.Bool && constant.BoolVal(v.Value), v.Value != nil
	case *ssa.Phi:
		for i, pred := range v.Block().Preds {
			if v.Block() == at && pred == from {
				return anyError(v.Edges[i], nil, nil, depth)
			}
		}
	case *ssa.UnOp:
		if v.Op == token.NOT {
			is, known = anyError(v.X, from, at, depth)
			return !is, known
		}
	case *ssa.BinOp:
		if (v.Op == token.EQL || v.Op == token.NEQ) && isError(v.X.Type()) {
			return v.Op == token.NEQ, true // neither nil nor that one
		}
	case *ssa.Extract:
		if as, ok := v.Tuple.(*ssa.TypeAssert); ok && isError(as.X.Type()) {
			return false, true
		}
	case *ssa.Call:
		switch qualified(v.Common()) {
		case "errors.Is", "errors.As", "errors.AsType":
			return false, true
		}
		if errorArg(v.Common()) != nil && len(v.Call.Args) == 1 {
			return ofAnyError(v.Call.StaticCallee(), depth+1)
		}
	}
	return false, false
}
