package retries

import (
	"fmt"
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
)

// Repeats reports whether an error of the given name leads to another attempt.
func (l *Loop) Repeats(name string) bool {
	return !l.Ctx.Asks && l.goesBack(name) // one that asks knows whose time is up
}

func (l *Loop) goesBack(name string) bool {
	for _, b := range l.list() {
		last, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		t := take(last.Cond)
		if t.kind != byClass || t.name != name {
			continue
		}
		yes := b.Succs[0]
		if t.yes != fail {
			yes = b.Succs[1]
		}
		if !l.leaves(yes) && l.returns(yes, map[*ssa.BasicBlock]bool{}) {
			return true
		}
	}
	return false
}

// returns follows a branch back to the header, and gives up at a further test:
// it may know better.
func (l *Loop) returns(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	for !seen[b] {
		if b == l.header {
			return true
		}
		seen[b] = true
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.If:
			// Only the counter may stand between the failure and the next attempt, and
			// the error of the wait.
			test, ok := last.Cond.(*ssa.BinOp)
			if !ok || !l.counter(test.X) && !l.counter(test.Y) && !l.ofWait(test.X) {
				return false
			}
			if b = b.Succs[0]; l.leaves(b) {
				b = last.Block().Succs[1]
			}
		case *ssa.Jump:
			b = b.Succs[0]
		default:
			return false
		}
	}
	return false
}

// ofWait reports whether an error is that of a wait between the attempts.
func (l *Loop) ofWait(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && isError(v.Type()) && l.pauses[call]
}

// waitsWith reports whether a wait of the loop is given the context.
func (l *Loop) waitsWith(ctx ssa.Value) bool {
	for instr := range l.pauses {
		if call, ok := instr.(*ssa.Call); ok && slices.Contains(call.Call.Args, ctx) {
			return true
		}
	}
	return false
}

// SharedTimeout is the WithTimeout outside the loop from which a call in it
// has its context, and how long it is, for a message.
func (r *Result) SharedTimeout(l *Loop, a *Attempt) (made *ssa.Call, after string) {
	for _, arg := range a.Call.Common().Args {
		if !calls.IsContext(arg.Type()) {
			continue
		}
		v := arg
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			if alloc, ok := load.X.(*ssa.Alloc); ok && len(stores(alloc)) == 1 {
				v = stores(alloc)[0]
			}
		}
		ext, ok := v.(*ssa.Extract)
		if !ok || ext.Index != 0 {
			return nil, ""
		}
		call, ok := ext.Tuple.(*ssa.Call)
		if !ok || l.Inside(call) || l.waitsWith(v) {
			return nil, ""
		}
		switch qualified(call.Common()) {
		case "context.WithTimeout", "context.WithTimeoutCause":
			if d, ok := durations.Of(call.Call.Args[1], nil).Exact(); ok {
				after = fmt.Sprintf(" of %s", durations.Short(time.Duration(d)))
			}
			return call, after
		case "context.WithDeadline", "context.WithDeadlineCause":
			return call, ""
		}
	}
	return nil, ""
}
