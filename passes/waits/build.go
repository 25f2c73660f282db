package waits

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// builder makes the tree of one function.
type builder struct {
	*maker
	fn       *ssa.Function
	loops    []*circle // innermost last, while their bodies are built
	heads    map[*ssa.BasicBlock]*circle
	behind   map[*ssa.BasicBlock]*ssa.BasicBlock // the nearest block that every way to the end goes through
	visits   int
	entering *circle // whose head the next region begins with
}

// circle is a natural loop.
type circle struct {
	head   *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	exits  []*ssa.BasicBlock // in the order in which they were met
	ids    map[*ssa.Phi]int
	vars   []tree.Var
}

const mostVisits = 1500 // blocks; a function with more ways through it is not followed

// body is the tree of a function's blocks.
func (b *builder) body() []tree.Node {
	if len(b.fn.Blocks) == 0 {
		return nil
	}
	b.heads, b.behind = circles(b.fn), behind(b.fn, b.lastArm)
	out := b.region(b.fn.Blocks[0], nil)
	if b.visits > mostVisits {
		return []tree.Node{{Kind: tree.Unseen, Why: "a function with many ways through it: " + short(b.fn)}}
	}
	return out
}

// region is the tree of all that runs from a block on, up to stop.
func (b *builder) region(at, stop *ssa.BasicBlock) []tree.Node {
	var out []tree.Node
	for first := true; at != nil && at != stop; first = false {
		if b.visits++; b.visits > mostVisits {
			return nil
		}
		if in := b.inner(); in != nil {
			if at == in.head && !(first && b.entering == in) {
				return out // round again
			}
			if !in.blocks[at] {
				return append(out, b.exit(at))
			}
		}
		if l := b.heads[at]; l != nil && l != b.inner() {
			return append(out, b.circle(l, stop)...)
		}
		b.entering = nil
		out = append(out, b.block(at)...)
		switch last := at.Instrs[len(at.Instrs)-1].(type) {
		case *ssa.If:
			if b.lastArm(at) {
				at = at.Succs[0]
				break
			}
			join := b.behind[at]
			if in := b.inner(); in != nil && (join == nil || !in.blocks[join] || join == in.head) {
				join = nil
			}
			if alt, ok := b.alt(last, join); ok {
				out = append(out, alt)
			}
			at = join
		case *ssa.Jump:
			at = at.Succs[0]
		default:
			return out
		}
	}
	return out
}

func (b *builder) inner() *circle {
	if len(b.loops) == 0 {
		return nil
	}
	return b.loops[len(b.loops)-1]
}

// exit leaves the innermost loop; where the target lies outside of the next
// one too, what follows the inner loop leaves that.
func (b *builder) exit(to *ssa.BasicBlock) tree.Node {
	l := b.inner()
	for i, have := range l.exits {
		if have == to {
			return tree.Node{Kind: tree.Exit, N: i}
		}
	}
	l.exits = append(l.exits, to)
	return tree.Node{Kind: tree.Exit, N: len(l.exits) - 1}
}

// alt is a branch, if anything happens on either side.
func (b *builder) alt(test *ssa.If, join *ssa.BasicBlock) (tree.Node, bool) {
	yes := b.region(test.Block().Succs[0], join)
	no := b.region(test.Block().Succs[1], join)
	if len(yes) == 0 && len(no) == 0 {
		return tree.Node{}, false
	}
	n := tree.Node{Kind: tree.Alt, Kids: []tree.Node{{Kind: tree.Seq, Kids: yes}, {Kind: tree.Seq, Kids: no}}}
	guard, swapped := b.guard(test.Cond)
	if guard != nil && guard.Fixed() {
		side := n.Kids[1]
		if guard.Holds() != swapped {
			side = n.Kids[0]
		}
		return side, len(side.Kids) > 0
	}
	if swapped {
		n.Kids[0], n.Kids[1] = n.Kids[1], n.Kids[0]
	}
	if n.Guard = guard; guard == nil {
		n.Free, n.Heeds = b.outcome(test.Cond)
		n.Main = wellSide(test.Cond)
	}
	return n, true
}

// circle is a loop and what follows it.
func (b *builder) circle(l *circle, stop *ssa.BasicBlock) []tree.Node {
	b.loops = append(b.loops, l)
	b.entering = l
	body := b.region(l.head, nil)
	b.entering = nil
	b.loops = b.loops[:len(b.loops)-1]
	var after []tree.Node
	for _, to := range l.exits {
		after = append(after, tree.Node{Kind: tree.Seq, Kids: b.region(to, stop)})
	}
	if !busy(body) {
		switch len(after) {
		case 0:
			return nil
		case 1:
			return after[0].Kids
		}
		return []tree.Node{{Kind: tree.Alt, Kids: after}}
	}
	n := tree.Node{Kind: tree.Loop, Vars: l.vars, Kids: append([]tree.Node{{Kind: tree.Seq, Kids: body}}, after...)}
	n.Counted, n.Each = counted(body, l.vars), each(l.head)
	return []tree.Node{n}
}

// each: the loop goes through a map, a text or a channel.
func each(head *ssa.BasicBlock) bool {
	for _, instr := range head.Instrs {
		switch instr := instr.(type) {
		case *ssa.Next:
			return true
		case *ssa.UnOp:
			if instr.Op == token.ARROW && instr.CommaOk {
				return true
			}
		}
	}
	return false
}

// busy: something in the nodes may take time.
func busy(nodes []tree.Node) bool {
	found := false
	tree.Walk(nodes, func(n *tree.Node) {
		found = found || n.Kind == tree.Sink || n.Kind == tree.Call || n.Kind == tree.Unseen
	})
	return found
}

// counted: a test of a variable of the loop leaves it.
func counted(body []tree.Node, vars []tree.Var) bool {
	found := false
	tree.Walk(body, func(n *tree.Node) {
		if n.Kind != tree.Alt || n.Guard == nil || n.Guard.Done != nil {
			return
		}
		leaves := false
		for i := range n.Kids {
			kids := n.Kids[i].Kids
			leaves = leaves || len(kids) > 0 && kids[len(kids)-1].Kind == tree.Exit
		}
		for _, v := range vars {
			found = found || leaves && (mentions(&n.Guard.L, v.ID) || mentions(&n.Guard.R, v.ID))
		}
	})
	return found
}

func mentions(e *tree.Expr, id int) bool {
	if e.Op == tree.Carried && int(e.N) == id {
		return true
	}
	for i := range e.Args {
		if mentions(&e.Args[i], id) {
			return true
		}
	}
	return false
}

// wellSide is 1 + the side of an alternative on which a call has not failed: of
// err == nil, and of err != nil. The test may stand behind a !, for which its
// sides are swapped. 0: something else is asked.
func wellSide(cond ssa.Value) int {
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond = not.X
	}
	c, ok := cond.(*ssa.BinOp)
	if !ok || !isError(c.X.Type()) || !isNil(c.X) && !isNil(c.Y) {
		return 0
	}
	switch c.Op {
	case token.EQL:
		return 1
	case token.NEQ:
		return 2
	}
	return 0
}

// guard is a test that can be decided: of numbers, or whether a context has
// ended. swapped: it holds where the test does not.
func (b *builder) guard(cond ssa.Value) (g *tree.Guard, swapped bool) {
	if g, swapped = b.asksField(cond); g != nil {
		return g, swapped
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			g, swapped = b.guard(c.X)
			return g, !swapped
		}
	case *ssa.BinOp:
		if ctx, equal, ok := b.asksEnd(c); ok {
			return &tree.Guard{Op: "done", Done: &ctx}, equal
		}
		if g, swapped = b.asksNil(c); g != nil {
			return g, swapped
		}
		if g, swapped = b.asksText(c); g != nil {
			return g, swapped
		}
		if !number(c.X.Type()) || !number(c.Y.Type()) {
			return nil, false
		}
		switch c.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			l, r := b.expr(c.X), b.expr(c.Y)
			if l.Op == tree.Opaque || r.Op == tree.Opaque && l.Op != tree.Carried && l.Op != tree.Add {
				return nil, false
			}
			return &tree.Guard{Op: c.Op.String(), L: l, R: r}, false
		}
	}
	if e := b.truth(cond); e != nil { // as the caller says, or as it is written
		return &tree.Guard{Op: tree.True, L: *e}, false
	}
	return nil, false
}

// asksEnd: ctx.Err() compared with nil, or the arm of a select that waits for
// the context. equal: the context lives where the comparison holds.
func (b *builder) asksEnd(c *ssa.BinOp) (ctx tree.Ctx, equal, ok bool) {
	if c.Op != token.EQL && c.Op != token.NEQ {
		return ctx, false, false
	}
	if call, isCall := c.X.(*ssa.Call); isCall && isNil(c.Y) && call.Call.IsInvoke() && call.Call.Method.Name() == "Err" && isContext(call.Call.Value.Type()) {
		return b.ctx(call.Call.Value), c.Op == token.EQL, true
	}
	if arm, isArm := c.X.(*ssa.Extract); isArm && arm.Index == 0 && c.Op == token.EQL {
		sel, isSelect := arm.Tuple.(*ssa.Select)
		n, isConst := constantInt(c.Y)
		if isSelect && isConst && n >= 0 && int(n) < len(sel.States) && sel.Blocking && timed(sel) {
			if done := doneOf(sel.States[n].Chan); done != nil {
				return b.ctx(done), false, true
			}
		}
	}
	return ctx, false, false
}

// timed: a timer, or the context, ends the select, and nothing else.
func timed(sel *ssa.Select) bool {
	for _, s := range sel.States {
		if doneOf(s.Chan) == nil && !isTimer(s.Chan.Type()) {
			return false
		}
	}
	return true
}

// outcome reports whether a test depends on what a call that can fail has
// answered, and the contexts that such calls were given.
func (b *builder) outcome(cond ssa.Value) (free bool, heeds []tree.Ctx) {
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value, depth int)
	visit = func(v ssa.Value, depth int) {
		if v == nil || seen[v] || depth > 12 {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Extract:
			if call, ok := v.Tuple.(*ssa.Call); ok && isError(v.Type()) && b.plainly(call) {
				free = true
				return
			}
			visit(v.Tuple, depth+1)
		case *ssa.Call:
			sig := v.Call.Signature()
			for i := range sig.Results().Len() {
				if isError(sig.Results().At(i).Type()) {
					free = true
				}
			}
			for _, arg := range v.Call.Args {
				if isContext(arg.Type()) {
					if c := b.ctx(arg); c.Kind != tree.CtxUnknown && free {
						heeds = append(heeds, c)
					}
				} else {
					visit(arg, depth+1)
				}
			}
		case *ssa.Select:
			free = true
		case *ssa.UnOp:
			if v.Op == token.ARROW {
				free = true
				return
			}
			if alloc, ok := v.X.(*ssa.Alloc); ok {
				for _, s := range stored(alloc) {
					visit(s, depth+1)
				}
				return
			}
			visit(v.X, depth+1)
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Const, *ssa.Global, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
		case ssa.Instruction:
			for _, op := range v.Operands(nil) {
				if *op != nil {
					visit(*op, depth+1)
				}
			}
		}
	}
	visit(cond, 0)
	return free, heeds
}

// stored is everything stored in a local variable of its function.
func stored(alloc *ssa.Alloc) []ssa.Value {
	var out []ssa.Value
	for _, ref := range *alloc.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == alloc {
			out = append(out, s.Val)
		}
	}
	return out
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func number(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}
