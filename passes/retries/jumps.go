package retries

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Jumps reports whether the loop has a wait of its own that its rounds pass when
// the call has worked, and none when it has failed.
func (a *Attempt) Jumps() bool { return a.againFail && a.againOK && a.okWait && !a.waitSome }

// Again reports whether the call is made again at once after each failure.
func (a *Attempt) Again() bool { return a.againFail && !a.waitSome && !a.exitFail }

// Ends is the context that a call is given, if it may end before the program.
func (a *Attempt) Ends() bool {
	for _, arg := range a.Call.Common().Args {
		call, made := arg.(*ssa.Call)
		if made {
			switch qualified(call.Common()) {
			case "context.Background", "context.TODO":
				return false
			}
		}
		if types.TypeString(arg.Type(), nil) == "context.Context" {
			return true
		}
	}
	return false
}

// Streams finds what a loop opens again as soon as it has ended: a watch whose
// channel was closed, a stream of which nothing more comes, with no wait between
// its end and the next.
func (r *Result) Streams(l *Loop, loops []*Loop) []Reopening {
	var out []Reopening
	waits := r.waits(l)
	for _, inner := range loops {
		if inner.Outer != l {
			continue
		}
		opened, text := r.drains(l, inner)
		if opened == nil || inner.blocks[opened.Block()] {
			continue
		}
		if at := l.straightBack(inner, opened, waits); at != nil {
			out = append(out, Reopening{opened, callee(opened.Common()), at.Instrs[len(at.Instrs)-1].Pos(), text})
		}
	}
	return out
}

// drains is the call of the outer loop that opened what the inner one receives
// from.
func (r *Result) drains(l, inner *Loop) (opened *ssa.Call, text string) {
	inner.each(func(instr ssa.Instruction) {
		var from ssa.Value
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.CommaOk {
				from = instr.X
			}
		case *ssa.Select:
			for _, state := range instr.States {
				if state.Dir == types.RecvOnly && r.streamOf(l, state.Chan) != nil {
					from = state.Chan
				}
			}
		case *ssa.Call:
			if strings.HasPrefix(calleeName(instr.Common()), "Recv") {
				from = receiver(instr.Common())
			}
		}
		if from != nil && opened == nil {
			opened = r.streamOf(l, from)
		}
	})
	if opened != nil {
		text = calleeName(opened.Common())
	}
	return opened, text
}

// streamOf is the call of the loop that opened the stream that a value is of.
func (r *Result) streamOf(l *Loop, v ssa.Value) *ssa.Call {
	for _, c := range l.openers(v) {
		call, ok := c.(*ssa.Call)
		if !ok {
			continue
		}
		if row := r.calls.Row(callee(call.Common())); row != nil && row.Does == knowledge.Streams || receives(call.Type()) {
			return call
		}
	}
	return nil
}

// openers are the calls that a value comes from, also by a method without
// arguments of what they return: watcher.ResultChan().
func (l *Loop) openers(v ssa.Value) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, c := range l.sourcesOf(v) {
		out = append(out, c)
		if recv := receiver(c.Common()); recv != nil && len(c.Common().Args) <= 1 {
			out = append(out, l.sourcesOf(recv)...)
		}
	}
	return out
}

// receives reports whether a call's first result is a stream: a client's end of
// gRPC's.
func receives(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	set := types.NewMethodSet(t)
	return set.Lookup(nil, "Recv") != nil && set.Lookup(nil, "CloseSend") != nil
}

// straightBack is the block behind an inner loop from which the outer one comes
// back to the call with no wait on any way, if its end leads there.
func (l *Loop) straightBack(inner *Loop, call *ssa.Call, waits map[ssa.Instruction]bool) *ssa.BasicBlock {
	for _, b := range inner.list() {
		for _, s := range b.Succs {
			if inner.blocks[s] || l.leaves(s) || asksContext(b) {
				continue
			}
			if l.unpaused(s, call, waits, map[*ssa.BasicBlock]bool{}) {
				return b
			}
		}
	}
	return nil
}

// asksContext: what is left here is left because a context has ended.
func asksContext(b *ssa.BasicBlock) bool {
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	cmp, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	call, ok := cmp.X.(*ssa.Call)
	return ok && isContextQuestion(call.Common())
}

// unpaused reports whether all ways from a block lead to the call, or out, and
// one to the call, with nothing that lets time pass.
func (l *Loop) unpaused(b *ssa.BasicBlock, call *ssa.Call, waits map[ssa.Instruction]bool, seen map[*ssa.BasicBlock]bool) bool {
	if l.leaves(b) || seen[b] {
		return false
	}
	seen[b] = true
	for _, instr := range b.Instrs {
		if instr == ssa.Instruction(call) {
			return true
		}
		if waits[instr] {
			return false
		}
	}
	for _, s := range b.Succs {
		if l.unpaused(s, call, waits, seen) {
			return true
		}
	}
	return false
}
