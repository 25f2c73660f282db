package retryjitter

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// place is where the delay is asked for: in a select, the timer.
func place(l *retries.Loop) token.Pos {
	if l.Wait.Instr == nil {
		return l.Pos // a library's
	}
	choice, ok := l.Wait.Instr.(*ssa.Select)
	if !ok {
		return l.Wait.Instr.Pos()
	}
	for _, state := range choice.States {
		if timer := timer(state.Chan); timer != nil {
			return timer.Pos()
		}
	}
	return choice.Pos()
}

// timer is the call that made the timer of a channel.
func timer(channel ssa.Value) *ssa.Call {
	if load, ok := channel.(*ssa.UnOp); ok {
		if field, ok := load.X.(*ssa.FieldAddr); ok {
			channel = field.X
		}
	}
	call, ok := channel.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return nil
	}
	switch call.Call.StaticCallee().String() {
	case "time.After", "time.NewTimer":
		return call
	}
	return nil
}
