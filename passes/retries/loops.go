package retries

import (
	"go/ast"
	"go/token"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// natural finds the natural loops of a function: an edge back to a block that
// dominates its source, and what lies between. Loops that share a header (a
// for with several continues; goto) are one.
func natural(fn *ssa.Function) []*Loop {
	byHeader := map[*ssa.BasicBlock]*Loop{}
	var out []*Loop
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			if !s.Dominates(b) {
				continue
			}
			l := byHeader[s]
			if l == nil {
				l = &Loop{Form: Looped, Fn: fn, header: s, blocks: map[*ssa.BasicBlock]bool{s: true}}
				byHeader[s] = l
				out = append(out, l)
			}
			l.grow(b)
		}
	}
	if len(out) == 0 {
		return nil
	}
	statements := loopStatements(fn)
	for _, l := range out {
		l.place(statements)
	}
	for _, l := range out {
		for _, o := range out {
			if o != l && o.blocks[l.header] && (l.Outer == nil || len(o.blocks) < len(l.Outer.blocks)) {
				l.Outer = o
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Pos < out[j].Pos })
	return out
}

// grow adds every block that reaches b without passing the header.
func (l *Loop) grow(b *ssa.BasicBlock) {
	todo := []*ssa.BasicBlock{b}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l.blocks[b] {
			continue
		}
		l.blocks[b] = true
		todo = append(todo, b.Preds...)
	}
}

func loopStatements(fn *ssa.Function) []ast.Node {
	var body *ast.BlockStmt
	switch n := fn.Syntax().(type) {
	case *ast.FuncDecl:
		body = n.Body
	case *ast.FuncLit:
		body = n.Body
	case *ast.RangeStmt:
		body = n.Body
	}
	if body == nil {
		return nil
	}
	var out []ast.Node
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			out = append(out, n)
		}
		return true
	})
	return out
}

// place finds the statement: the smallest one around all that the loop does.
func (l *Loop) place(statements []ast.Node) {
	var from, to token.Pos
	first := token.NoPos // of the statements: what is before is the signature, of which results are used
	if len(statements) > 0 {
		first = statements[0].Pos()
	}
	for b := range l.blocks {
		for _, instr := range b.Instrs {
			pos := instr.Pos()
			switch instr.(type) {
			case *ssa.Phi, *ssa.Alloc, *ssa.DebugRef, *ssa.RunDefers:
				continue
			}
			if !pos.IsValid() || pos < first {
				continue
			}
			if !from.IsValid() || pos < from {
				from = pos
			}
			if pos > to {
				to = pos
			}
		}
	}
	l.Pos = from
	for _, s := range statements {
		if s.Pos() <= from && to < s.End() && (l.Node == nil || s.Pos() >= l.Node.Pos()) {
			l.Node = s
		}
	}
	if l.Node != nil {
		l.Pos = l.Node.Pos()
	}
	if !l.Pos.IsValid() {
		l.Pos = l.Fn.Pos()
	}
}

// list is the loop's blocks in order.
func (l *Loop) list() []*ssa.BasicBlock {
	out := make([]*ssa.BasicBlock, 0, len(l.blocks))
	for b := range l.blocks {
		out = append(out, b)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Index < out[j].Index })
	return out
}

// each visits the loop's instructions in order.
func (l *Loop) each(visit func(ssa.Instruction)) {
	for _, b := range l.list() {
		for _, instr := range b.Instrs {
			visit(instr)
		}
	}
}

// holds reports whether the value is computed anew in each round.
func (l *Loop) holds(v ssa.Value) bool {
	instr, ok := v.(ssa.Instruction)
	return ok && instr.Block() != nil && l.blocks[instr.Block()]
}

// carried reports whether v is a variable that the loop hands from round to
// round, and what it is in the next one.
func (l *Loop) carried(v ssa.Value) (next []ssa.Value, init ssa.Value, ok bool) {
	phi, isPhi := v.(*ssa.Phi)
	if !isPhi || phi.Block() != l.header {
		return nil, nil, false
	}
	for i, pred := range phi.Block().Preds {
		if l.blocks[pred] {
			next = append(next, phi.Edges[i])
		} else {
			init = phi.Edges[i]
		}
	}
	return next, init, true
}

// exits lists the tests that can leave the loop at once.
func (l *Loop) exits() []*ssa.If {
	var out []*ssa.If
	for _, b := range l.list() {
		if test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && (l.leaves(b.Succs[0]) || l.leaves(b.Succs[1])) {
			out = append(out, test)
		}
	}
	return out
}

// leaves reports whether a block, entered from the loop, is out of it.
func (l *Loop) leaves(b *ssa.BasicBlock) bool { return !l.blocks[b] }
