package entries

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// loops reports whether a function runs in a circle.
func loops(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if reaches(b, b) {
			return true
		}
	}
	return false
}

// paced reports whether an instruction is in a loop that a clock paces: it
// waits for a ticker or a timer, or sleeps, in each turn.
func paced(instr ssa.Instruction) bool {
	home := instr.Block()
	if home == nil || !reaches(home, home) {
		return false
	}
	for _, b := range instr.Parent().Blocks {
		if b != home && !(reaches(home, b) && reaches(b, home)) {
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

// reaches reports whether control can go from a to b in one step or more.
func reaches(a, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	todo := append([]*ssa.BasicBlock(nil), a.Succs...)
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			todo = append(todo, x.Succs...)
		}
	}
	return false
}

func isTimeChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && calls.Named(ch.Elem()) == "time.Time"
}
