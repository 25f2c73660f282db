package waits

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// selects is a select that waits for a timer or a context.
func (b *builder) selects(sel *ssa.Select) []tree.Node {
	if !sel.Blocking {
		return nil
	}
	w := &tree.Wait{What: "a timer", Effect: string(knowledge.Sleeps)}
	others, ends, sooner := false, false, false
	for _, s := range sel.States {
		switch done := doneOf(s.Chan); {
		case done != nil:
			c := b.ctx(done)
			switch {
			case w.Ctx == nil:
				w.Ctx = &c
			case *w.Ctx == c || c.Kind == tree.CtxNone:
			default: // of several, what the caller gives ends it for sure
				sooner = sooner || w.Ctx.Kind != tree.CtxNone
				if w.Ctx.Kind != tree.CtxParam {
					w.Ctx = &c
				}
			}
		case s.Dir == types.RecvOnly && isTimer(s.Chan.Type()):
			d := b.after(s.Chan, sel)
			ends = ends || certain(s.Chan, sel)
			if w.Cap != nil {
				d = operation(tree.Min, *w.Cap, d)
			}
			w.Cap = &d
		default:
			others = true
		}
	}
	beside := b.besides(sel)
	if w.Cap == nil {
		return beside // a channel: others decide
	}
	if others && !ends {
		return []tree.Node{{Kind: tree.Unseen, Why: "how long: a timer that may be stopped or set again", Place: b.place(sel.Pos())}}
	}
	if w.GivesUp = others; (others || sooner) && w.Cap.Op != tree.Opaque {
		w.Cap = &tree.Expr{Op: tree.Between, Args: []tree.Expr{tree.Num(0), *w.Cap}}
	}
	return append(beside, tree.Node{Kind: tree.Sink, Place: b.place(sel.Pos()), Wait: w})
}

func isTimer(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && calls.Named(ch.Elem()) == "time.Time"
}

func isTimerReceive(op *ssa.UnOp) bool { return op.Op.String() == "<-" && isTimer(op.X.Type()) }

// after is the time after which a timer's channel delivers, as it is waited for.
func (b *builder) after(ch ssa.Value, at ssa.Instruction) tree.Expr {
	if call := makes(ch); call != nil && certain(ch, at) {
		switch name := callee(call.Common()).Name(); {
		case name == "NewTimer", name == "After" && len(call.Call.Args) == 1:
			return b.expr(call.Call.Args[0])
		case (name == "NewTicker" || name == "Tick") && !calledOn(call, "Reset"): // some of it may have passed
			return operation(tree.Between, tree.Num(0), b.expr(call.Call.Args[0]))
		}
	}
	return tree.Expr{}
}

// makes is the call that made a timer's channel, or the timer; nil: not in sight.
func makes(ch ssa.Value) *ssa.Call {
	if load, ok := ch.(*ssa.UnOp); ok { // timer.C
		if f, ok := load.X.(*ssa.FieldAddr); ok {
			ch = f.X
		}
	}
	call, ok := ch.(*ssa.Call)
	if !ok || callee(call.Common()) == nil || len(call.Call.Args) == 0 {
		return nil
	}
	return call
}

// certain: the channel delivers by itself, whatever else happens. A timer that
// was stopped, or is set again, may not run.
func certain(ch ssa.Value, at ssa.Instruction) bool {
	call := makes(ch)
	if call == nil {
		return false
	}
	switch calls.FullName(callee(call.Common())) {
	case "time.NewTimer", "time.NewTicker":
		return !touches(call, at)
	}
	obj := callee(call.Common())
	return obj.Name() == "After" || obj.Name() == "Tick"
}

// calledOn: a method is called on a timer.
func calledOn(timer *ssa.Call, method string) bool {
	for _, ref := range *timer.Referrers() {
		if call, ok := ref.(*ssa.Call); ok && callee(call.Common()) != nil && callee(call.Common()).Name() == method {
			return true
		}
	}
	return false
}

// touches: a timer is set again somewhere, or it, or a ticker, is stopped before
// it is waited for.
func touches(timer *ssa.Call, at ssa.Instruction) bool {
	for _, ref := range *timer.Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok || callee(call.Common()) == nil {
			continue
		}
		switch callee(call.Common()).Name() {
		case "Reset":
			if callee(timer.Common()).Name() != "NewTicker" { // that goes on
				return true
			}
		case "Stop":
			if call.Block() == at.Block() && program.Precedes(call, at) || onward(call.Block(), at.Block(), timer.Block()) {
				return true
			}
		}
	}
	return false
}

// onward: control can go from a block to another in one step or more, and not
// through the one where the timer is made anew.
func onward(from, to, anew *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{anew: true}
	todo := slices.Clone(from.Succs)
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[x] {
			continue
		}
		if x == to {
			return true
		}
		seen[x] = true
		todo = append(todo, x.Succs...)
	}
	return false
}
