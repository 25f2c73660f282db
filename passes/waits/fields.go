package waits

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// Of a struct one number is handed on that has two bits for each field: it is
// what a field is that nobody has set, or it is something else. Where neither is
// set nothing is known of the field.

// mostFields of a struct are looked at.
const mostFields = 31

func unset(field int) int64  { return 1 << (2 * field) }
func filled(field int) int64 { return unset(field) << 1 }

// structure: a struct.
func structure(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// shape is that number of a struct that is written down, and what a parameter
// is; nil: another.
func (b *builder) shape(v ssa.Value) *tree.Expr {
	fields, ok := v.Type().Underlying().(*types.Struct)
	if !ok || fields.NumFields() > mostFields {
		return nil
	}
	if c, ok := v.(*ssa.Const); ok && c.Value == nil { // nothing is set
		var bits int64
		for i := range fields.NumFields() {
			bits |= unset(i)
		}
		e := tree.Num(bits)
		return &e
	}
	if _, e := b.handed(v); e != nil {
		return e
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if alloc, ok := load.X.(*ssa.Alloc); ok {
			return literal(alloc, fields, load)
		}
	}
	return nil
}

// literal is the shape of a struct that is put together in the block that reads
// it whole; nil: something else is done to it.
func literal(alloc *ssa.Alloc, fields *types.Struct, whole *ssa.UnOp) *tree.Expr {
	if alloc.Block() != whole.Block() {
		return nil
	}
	known := make([]int64, fields.NumFields())
	for i := range known {
		known[i] = unset(i)
	}
	for _, ref := range *alloc.Referrers() {
		switch r := ref.(type) {
		case *ssa.FieldAddr:
			set := false
			for _, use := range *r.Referrers() {
				switch use := use.(type) {
				case *ssa.Store:
					if set || use.Addr != ssa.Value(r) || use.Block() != whole.Block() || !program.Precedes(use, whole) {
						return nil
					}
					known[r.Field], set = holds(use.Val, r.Field), true
				case *ssa.DebugRef:
				default:
					return nil
				}
			}
		case *ssa.UnOp:
			if r != whole {
				return nil
			}
		case *ssa.DebugRef:
		default:
			return nil
		}
	}
	var bits int64
	for _, b := range known {
		bits |= b
	}
	e := tree.Num(bits)
	return &e
}

// holds is what is known of a field that is given a value.
func holds(v ssa.Value, field int) int64 {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil || zero(v.Value) {
			return unset(field)
		}
		return filled(field)
	case *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Function:
		return filled(field)
	}
	return 0
}

// asksField is a test of whether a field of a struct that the caller gives is
// set; swapped: it holds where it is not.
func (b *builder) asksField(cond ssa.Value) (g *tree.Guard, swapped bool) {
	if c, ok := cond.(*ssa.BinOp); ok {
		nothing, ok := c.Y.(*ssa.Const)
		if !ok || nothing.Value != nil && !zero(nothing.Value) {
			return nil, false
		}
		cond = c.X
		if call, ok := cond.(*ssa.Call); ok && (c.Op == token.EQL || c.Op == token.NEQ || c.Op == token.GTR) {
			if builtin, ok := call.Call.Value.(*ssa.Builtin); !ok || builtin.Name() != "len" {
				return nil, false
			}
			cond = call.Call.Args[0]
		} else if c.Op != token.EQL && c.Op != token.NEQ {
			return nil, false
		}
		swapped = c.Op == token.EQL
	}
	load, ok := cond.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok || field.Field >= mostFields {
		return nil, false
	}
	alloc, up := b.outer(field.X)
	if alloc == nil || !kept(alloc, field.Field) {
		return nil, false
	}
	p, ok := stored(alloc)[0].(*ssa.Parameter)
	if !ok || !structure(p.Type()) {
		return nil, false
	}
	return &tree.Guard{Op: tree.Flag, L: tree.Expr{Op: tree.Param, N: int64(index(p)), Up: up}, R: tree.Num(filled(field.Field))}, swapped
}
