package entries

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// loops reports whether a function runs in a circle.
func loops(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if program.Reaches(b, b) {
			return true
		}
	}
	return false
}

// paced reports whether an instruction is in a loop that a clock paces: it
// waits for a ticker or a timer, or sleeps, in each turn.
func paced(instr ssa.Instruction) bool {
	home := instr.Block()
	if home == nil || !program.Reaches(home, home) {
		return false
	}
	for _, b := range instr.Parent().Blocks {
		if b != home && !(program.Reaches(home, b) && program.Reaches(b, home)) {
			continue
		}
		for _, i := range b.Instrs {
			if ticks(i) {
				return true
			}
		}
	}
	return false
}

func ticks(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return i.Op == token.ARROW && isTimeChan(i.X.Type())
	case *ssa.Select:
		for _, s := range i.States {
			if ch := s.Chan; isTimeChan(ch.Type()) {
				return true
			}
		}
	case *ssa.Call:
		fn := i.Call.StaticCallee()
		return fn != nil && fn.Object() != nil && fn.String() == "time.Sleep"
	}
	return false
}

func isTimeChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && calls.Named(ch.Elem()) == "time.Time"
}
