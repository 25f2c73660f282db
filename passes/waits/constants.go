package waits

import (
	"go/constant"
	"go/token"
	"go/types"
	"hash/fnv"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// text: a string.
func text(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// word is a number that stands for a constant string, the same for the same
// one, and what a parameter is; nil: another.
func (b *builder) word(v ssa.Value) *tree.Expr {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			h := fnv.New64a()
			h.Write([]byte(constant.StringVal(v.Value)))
			e := tree.Num(int64(h.Sum64()))
			return &e
		}
	}
	_, e := b.handed(v)
	return e
}

// asksText is a test of a string against a constant one; swapped: it holds where
// the test does not.
func (b *builder) asksText(c *ssa.BinOp) (g *tree.Guard, swapped bool) {
	if c.Op != token.EQL && c.Op != token.NEQ || !text(c.X.Type()) {
		return nil, false
	}
	l, r := b.word(c.X), b.word(c.Y)
	if l == nil || r == nil || l.Op == tree.Param && r.Op == tree.Param {
		return nil, false
	}
	return &tree.Guard{Op: token.EQL.String(), L: *l, R: *r}, c.Op == token.NEQ
}

// mostFields of a struct are looked at.
const mostFields = 62

// structure: a struct.
func structure(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// flags is the truth values of a struct: bit N says what its field N is. A
// literal's, of which all are constants, and what a parameter is; nil: another.
func (b *builder) flags(v ssa.Value) *tree.Expr {
	switch v := v.(type) {
	case *ssa.Parameter:
		_, e := b.handed(v)
		return e
	case *ssa.Const:
		if v.Value == nil { // the zero value
			zero := tree.Num(0)
			return &zero
		}
	case *ssa.UnOp:
		if _, e := b.handed(v); e != nil {
			return e
		}
		if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			return literal(alloc, v)
		}
	}
	return nil
}

// spilled is the parameter of which a variable is the copy, if nothing changes
// the copy's truth values; nil: something may.
func spilled(alloc *ssa.Alloc) *ssa.Parameter {
	if !kept(alloc) {
		return nil
	}
	p, _ := stored(alloc)[0].(*ssa.Parameter)
	return p
}

// literal is the truth values of a struct that is put together in the block
// that reads it whole; nil: not constants, or not all of them.
func literal(alloc *ssa.Alloc, read *ssa.UnOp) *tree.Expr {
	fields, ok := alloc.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok || fields.NumFields() > mostFields {
		return nil
	}
	var bits int64
	for _, ref := range *alloc.Referrers() {
		switch r := ref.(type) {
		case *ssa.FieldAddr:
			if !boolean(fields.Field(r.Field).Type()) {
				continue
			}
			for _, use := range *r.Referrers() {
				store, ok := use.(*ssa.Store)
				if !ok || store.Addr != ssa.Value(r) || store.Block() != read.Block() || alloc.Block() != read.Block() || !before(store, read) {
					return nil
				}
				value, ok := store.Val.(*ssa.Const)
				if !ok || value.Value == nil || bits&(1<<r.Field) != 0 {
					return nil
				}
				if constant.BoolVal(value.Value) {
					bits |= 1 << r.Field
				}
			}
		case *ssa.UnOp:
			if r != read {
				return nil
			}
		case *ssa.DebugRef:
		default:
			return nil
		}
	}
	e := tree.Num(bits)
	return &e
}

// before: of two instructions of a block, the first comes first.
func before(first, second ssa.Instruction) bool {
	for _, instr := range first.Block().Instrs {
		switch instr {
		case first:
			return true
		case second:
			return false
		}
	}
	return false
}

// asksFlag is a test of a truth value in a struct that the caller gives.
func (b *builder) asksFlag(load *ssa.UnOp) *tree.Guard {
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok || load.Op != token.MUL || field.Field >= mostFields {
		return nil
	}
	alloc, up := b.outer(field.X)
	if alloc == nil {
		return nil
	}
	p := spilled(alloc)
	if p == nil || !structure(p.Type()) {
		return nil
	}
	return &tree.Guard{Op: tree.Flag, L: tree.Expr{Op: tree.Param, N: int64(index(p)), Up: up}, R: tree.Num(1 << field.Field)}
}
