package bounds

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Avoids reports whether control can come from one instruction to another of
// the same function without meeting any of the others.
func Avoids(from, to ssa.Instruction, without []ssa.Instruction) bool {
	start, goal := from.Block(), to.Block()
	if start == nil || goal == nil || start.Parent() != goal.Parent() {
		return false
	}
	blocked := map[*ssa.BasicBlock]bool{}
	for _, w := range without {
		if w.Block() == start || w.Block() == goal && program.Precedes(w, to) {
			return false // straight-line code meets it
		}
		blocked[w.Block()] = true
	}
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock) bool
	walk = func(b *ssa.BasicBlock) bool {
		if b == goal {
			return true
		}
		if seen[b] || blocked[b] {
			return false
		}
		seen[b] = true
		for _, s := range b.Succs {
			if walk(s) {
				return true
			}
		}
		return false
	}
	return walk(start)
}

// Choice is the condition that decides whether an instruction runs: that of
// the nearest branch above it, or nil.
func Choice(instr ssa.Instruction) ssa.Value {
	for b := instr.Block(); b != nil; b = b.Idom() {
		d := b.Idom()
		if d == nil {
			return nil
		}
		if branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok && len(b.Preds) == 1 {
			return branch.Cond
		}
	}
	return nil
}

// AboutTime reports whether a condition asks for a time, a deadline or a
// setting of one: what it guards is bounded or not because somebody chose so.
func AboutTime(cond ssa.Value) bool { return aboutTime(cond, 0) }

func aboutTime(v ssa.Value, depth int) bool {
	if v == nil || depth > 5 {
		return false
	}
	if name := calls.Named(v.Type()); name == "time.Duration" || name == "time.Time" {
		return true
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		return timely(x.Name())
	case *ssa.Call:
		if obj := calledFunc(x); obj != nil && timely(obj.Name()) {
			return true
		}
	case *ssa.FieldAddr:
		if timely(fieldOf(x.X.Type(), x.Field).Name()) {
			return true
		}
	case *ssa.Field:
		if timely(fieldOf(x.X.Type(), x.Field).Name()) {
			return true
		}
	case *ssa.Global:
		return timely(x.Name())
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && aboutTime(*op, depth+1) {
			return true
		}
	}
	return false
}

func timely(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range []string{"timeout", "deadline", "duration", "interval", "period", "grace", "stream", "watch", "follow", "wait", "block"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}
