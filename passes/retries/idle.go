package retries

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Idle is a way round a loop on which nothing happens and nothing can leave it.
type Idle struct {
	Kind  IdleKind
	Pos   token.Pos
	Text  string // what has ended, as the source has it
	Whole bool   // the rest of the round does nothing either: the loop spins
	Meant bool   // a break there was meant to leave the loop
}

// IdleKind says what sends the loop round.
type IdleKind string

// The kinds.
const (
	AfterDone  IdleKind = "done"    // the context has ended: its channel is ready for ever
	AfterClose IdleKind = "closed"  // so is a closed channel
	AtDefault  IdleKind = "default" // no case of a select is ready
)

// Idles finds the ways round a loop that begin at a channel which stays ready,
// or at a select's default, and lead to the head without a wait, a call or a
// test.
func (l *Loop) Idles() []Idle {
	var out []Idle
	l.each(func(instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.Select:
			out = append(out, l.idleCases(instr)...)
		case *ssa.UnOp:
			if instr.Op == token.ARROW && instr.CommaOk && l.lasting(instr.X) {
				if ok := extract(instr, 1); ok != nil && l.idleUnless(ok) {
					out = append(out, Idle{AfterClose, instr.Pos(), l.source(instr.X, instr.Pos()), l.straight(instr), false})
				}
			}
		}
	})
	return out
}

// idleCases looks at each case of a select.
func (l *Loop) idleCases(choice *ssa.Select) []Idle {
	var out []Idle
	index := extract(choice, 0)
	if index == nil {
		return nil
	}
	whole := l.straight(choice)
	for i, state := range choice.States {
		at := caseBlock(index, i)
		if at == nil || state.Dir != types.RecvOnly {
			continue
		}
		text := l.source(state.Chan, state.Pos)
		if done, ok := state.Chan.(*ssa.Call); ok && isContextQuestion(done.Common()) {
			if l.questions() == 1 && l.lasting(contextOf(done.Common())) && l.idle(at, choice.Block()) {
				end, _ := l.end(state.Pos)
				out = append(out, Idle{AfterDone, end, text, whole, true})
			}
			continue
		}
		if ok := extract(choice, 1); ok != nil && l.lasting(state.Chan) && oneReceives(choice, state) && l.idleUnless(ok) {
			end, meant := l.end(state.Pos)
			out = append(out, Idle{AfterClose, end, text, whole, meant})
		}
	}
	if !choice.Blocking {
		if at := defaultBlock(index, len(choice.States)); at != nil && l.idle(at, choice.Block()) {
			out = append(out, Idle{AtDefault, choice.Pos(), "", whole, true})
		}
	}
	return out
}

// questions counts how often the loop asks a context whether it has ended.
func (l *Loop) questions() int {
	n := 0
	l.each(func(instr ssa.Instruction) {
		if call, ok := instr.(ssa.CallInstruction); ok && isContextQuestion(call.Common()) {
			n++
		}
	})
	return n
}

// oneReceives: the flag that tells of a closed channel is this case's.
func oneReceives(choice *ssa.Select, state *ssa.SelectState) bool {
	for _, s := range choice.States {
		if s != state && s.Dir == types.RecvOnly {
			if call, ok := s.Chan.(*ssa.Call); !ok || !isContextQuestion(call.Common()) {
				if _, empty := s.Chan.Type().Underlying().(*types.Chan).Elem().Underlying().(*types.Struct); !empty {
					return false
				}
			}
		}
	}
	return true
}

// idleUnless reports whether the branch for a closed channel leads round at once.
func (l *Loop) idleUnless(ok ssa.Value) bool {
	for _, ref := range *ok.Referrers() {
		test, no := ref, 1
		if not, is := ref.(*ssa.UnOp); is && not.Op == token.NOT && len(*not.Referrers()) == 1 {
			test, no = (*not.Referrers())[0], 0
		}
		if branch, is := test.(*ssa.If); is && l.idle(branch.Block().Succs[no], branch.Block()) {
			return true
		}
	}
	return false
}

// idle reports whether all that follows a block, up to the head of the loop,
// is jumps and arithmetic: no test, no call that is more than a log line,
// nothing stored, and no value that tells the loop which way it came.
func (l *Loop) idle(b, from *ssa.BasicBlock) bool {
	own := map[*ssa.BasicBlock]bool{} // blocks that only this way passes
	alone := true
	for range 20 {
		if l.leaves(b) {
			return false
		}
		if len(b.Preds) > 1 && alone {
			alone = false
			if tells(b, from, own) {
				return false
			}
		}
		if b == l.header {
			return true
		}
		own[b] = own[b] || alone
		if len(b.Succs) == 0 {
			return false
		}
		for _, instr := range b.Instrs {
			if !quick(instr) && !l.counting(instr) {
				return false
			}
		}
		next := b.Succs[0]
		if l.leaves(next) && len(b.Succs) > 1 {
			next = b.Succs[1]
		}
		from, b = b, next
	}
	return false
}

// counting: the test of the number of rounds.
func (l *Loop) counting(instr ssa.Instruction) bool {
	test, ok := instr.(*ssa.If)
	if !ok {
		return false
	}
	cond, ok := test.Cond.(*ssa.BinOp)
	return ok && (l.counter(cond.X) || l.counter(cond.Y))
}

// quick: an instruction that takes no time and has no consequence, or writes a
// log line.
func quick(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Phi, *ssa.DebugRef, *ssa.Jump, *ssa.FieldAddr, *ssa.MakeInterface, *ssa.Slice, *ssa.IndexAddr, *ssa.Alloc, *ssa.Extract, *ssa.BinOp, *ssa.Convert, *ssa.ChangeType:
		return true
	case *ssa.UnOp:
		return instr.Op != token.ARROW
	case *ssa.Store:
		_, element := instr.Addr.(*ssa.IndexAddr) // of the arguments of a log line
		return element
	case *ssa.Call:
		if _, builtin := instr.Call.Value.(*ssa.Builtin); builtin {
			return true
		}
		fn := callee(instr.Common())
		return fn != nil && fn.Pkg() != nil && logging.MatchString(fn.Pkg().Path()) && !final(instr)
	}
	return false
}

// tells: where this way joins others, it brings something of its own: a flag,
// an error, a channel that is nil now.
func tells(b, from *ssa.BasicBlock, own map[*ssa.BasicBlock]bool) bool {
	for i, pred := range b.Preds {
		if pred != from {
			continue
		}
		for _, instr := range b.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			if _, constant := phi.Edges[i].(*ssa.Const); constant {
				return true
			}
			if made, ok := phi.Edges[i].(ssa.Instruction); ok && own[made.Block()] {
				return true
			}
		}
	}
	return false
}

// straight reports whether nothing happens in a round before an instruction
// but looks at channels, and the statement is a loop without end.
func (l *Loop) straight(to ssa.Instruction) bool {
	loop, ok := l.Node.(*ast.ForStmt)
	if !ok || loop.Cond != nil || loop.Post != nil {
		return false
	}
	b := l.header
	for range 20 {
		for _, instr := range b.Instrs {
			if instr == to {
				return true
			}
			switch instr := instr.(type) {
			case *ssa.Select:
				if instr.Blocking {
					return false
				}
			case *ssa.Call:
				if _, channel := instr.Type().Underlying().(*types.Chan); !channel {
					return false
				}
			case *ssa.If:
				if !l.leaves(b.Succs[0]) && !l.leaves(b.Succs[1]) {
					return false
				}
			default:
				if !quick(instr) {
					return false
				}
			}
		}
		next := b.Succs[0]
		if l.leaves(next) && len(b.Succs) > 1 {
			next = b.Succs[1]
		}
		if l.leaves(next) || next == l.header {
			return false
		}
		b = next
	}
	return false
}

// contextOf is the context that is asked.
func contextOf(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	return c.Args[0]
}

// lasting reports whether the loop always receives from the same channel.
func (l *Loop) lasting(ch ssa.Value) bool {
	if isTimeChan(ch.Type()) {
		return false
	}
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		changed := false
		l.each(func(instr ssa.Instruction) {
			if st, ok := instr.(*ssa.Store); ok && (st.Addr == load.X || sameAddress(st.Addr, load.X)) {
				changed = true
			}
		})
		switch load.X.(type) {
		case *ssa.FieldAddr, *ssa.Global:
			return !changed
		case *ssa.Alloc, *ssa.FreeVar:
			return !changed && !l.holds(load.X)
		}
		return false
	}
	switch ch.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	}
	return !l.holds(ch)
}

// extract is the part of a tuple that is used.
func extract(tuple ssa.Value, index int) *ssa.Extract {
	for _, ref := range *tuple.Referrers() {
		if ext, ok := ref.(*ssa.Extract); ok && ext.Index == index {
			return ext
		}
	}
	return nil
}

// caseBlock is where a select goes for its i-th case.
func caseBlock(index *ssa.Extract, i int) *ssa.BasicBlock {
	if test := caseTest(index, i); test != nil {
		return test.Block().Succs[0]
	}
	return nil
}

func caseTest(index *ssa.Extract, i int) *ssa.If {
	for _, ref := range *index.Referrers() {
		eq, ok := ref.(*ssa.BinOp)
		if !ok || eq.Op != token.EQL {
			continue
		}
		if n, ok := constInt(eq.Y); !ok || n != int64(i) {
			continue
		}
		for _, use := range *eq.Referrers() {
			if test, ok := use.(*ssa.If); ok {
				return test
			}
		}
	}
	return nil
}

// defaultBlock is where a select goes when none of its n cases is ready.
func defaultBlock(index *ssa.Extract, n int) *ssa.BasicBlock {
	if n == 0 {
		return nil
	}
	if test := caseTest(index, n-1); test != nil {
		return test.Block().Succs[1]
	}
	return nil
}

// clause is the case of a select around a position.
func (l *Loop) clause(pos token.Pos) *ast.CommClause {
	if l.Node == nil {
		return nil
	}
	var found *ast.CommClause
	ast.Inspect(l.Node, func(n ast.Node) bool {
		if c, ok := n.(*ast.CommClause); ok && c.Comm != nil && c.Comm.Pos() <= pos && pos < c.Comm.End() {
			found = c
		}
		return true
	})
	return found
}

// end is the statement that was meant to leave the loop, a break in the case,
// and whether there is one; else the case.
func (l *Loop) end(pos token.Pos) (at token.Pos, meant bool) {
	c := l.clause(pos)
	if c == nil {
		return pos, false
	}
	at = c.Pos()
	for _, s := range c.Body {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
				return false
			case *ast.BranchStmt:
				if n.Tok == token.BREAK && n.Label == nil {
					at, meant = n.Pos(), true
				}
			}
			return true
		})
	}
	return at, meant
}

// source is the channel as the source has it.
func (l *Loop) source(ch ssa.Value, pos token.Pos) string {
	var text string
	if l.Node != nil {
		ast.Inspect(l.Node, func(n ast.Node) bool {
			if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.ARROW && u.Pos() <= pos && pos <= u.End() {
				text = types.ExprString(u.X)
			}
			return true
		})
	}
	if text == "" {
		text = ch.Name()
	}
	return text
}
