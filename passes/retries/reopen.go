package retries

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Reopening is a call that a loop makes when a channel tells it that what the
// call opened before has failed.
type Reopening struct {
	Call  *ssa.Call
	Fn    *types.Func
	Error token.Pos // where the failure is received
	Text  string    // the channel, as the source has it
}

// Reopenings finds the cases of a select that receive an error from a field,
// open something again that sends its error there too, and come back to the
// select with no wait: as fast as the other side refuses, it is asked again.
func (r *Result) Reopenings(l *Loop) []Reopening {
	var out []Reopening
	l.each(func(instr ssa.Instruction) {
		choice, ok := instr.(*ssa.Select)
		if !ok || !choice.Blocking || hasTimer(choice) {
			return
		}
		index := extract(choice, 0)
		for i, state := range choice.States {
			field := errorField(state)
			if index == nil || field == nil {
				continue
			}
			at := caseBlock(index, i)
			if at == nil || l.leaves(at) {
				continue
			}
			if call := r.reopens(l, at, field); call != nil {
				out = append(out, Reopening{call, callee(call.Common()), state.Pos, l.source(state.Chan, state.Pos)})
			}
		}
	})
	return out
}

// errorField is the field that a case receives an error from.
func errorField(state *ssa.SelectState) *types.Var {
	if state.Dir != types.RecvOnly || !isError(state.Chan.Type().Underlying().(*types.Chan).Elem()) {
		return nil
	}
	return fieldOf(state.Chan)
}

// fieldOf is the field that a channel is kept in.
func fieldOf(ch ssa.Value) *types.Var {
	load, ok := ch.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	st, ok := deref(fa.X.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return st.Field(fa.Field)
}

// reopens looks at all that lies between a case and the head of the loop.
func (r *Result) reopens(l *Loop, at *ssa.BasicBlock, field *types.Var) *ssa.Call {
	var found *ssa.Call
	waits := r.waits(l)
	seen := map[*ssa.BasicBlock]bool{l.header: true}
	todo := []*ssa.BasicBlock{at}
	comesBack := false
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		comesBack = comesBack || b == l.header
		if seen[b] || l.leaves(b) {
			continue
		}
		seen[b] = true
		todo = append(todo, b.Succs...)
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || found != nil || !r.starts(call, field) {
				if waits[instr] {
					return nil
				}
				continue
			}
			found = call
		}
	}
	if found == nil || !comesBack {
		return nil
	}
	return found
}

// starts reports whether a call opens something remote and starts a goroutine
// that sends to the field, and does not let time pass before.
func (r *Result) starts(call *ssa.Call, field *types.Var) bool {
	fn := call.Call.StaticCallee()
	b := r.facts[fn]
	if fn == nil || b == nil || remote[b.Reaches] < remote[knowledge.Streams] {
		return false
	}
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			g, ok := instr.(*ssa.Go)
			if !ok {
				continue
			}
			started := g.Call.StaticCallee()
			if started == nil {
				continue
			}
			if does := r.facts[started]; does != nil && !does.Pauses && sendsTo(started, field) {
				return true
			}
		}
	}
	return false
}

func sendsTo(fn *ssa.Function, field *types.Var) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Send:
				if fieldOf(instr.Chan) == field {
					return true
				}
			case *ssa.Select:
				for _, s := range instr.States {
					if s.Dir == types.SendOnly && fieldOf(s.Chan) == field {
						return true
					}
				}
			}
		}
	}
	return false
}
