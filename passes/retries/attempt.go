package retries

import (
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Step is an instruction that runs again with an attempt.
type Step struct {
	Instr ssa.Instruction
	Way   []ssa.CallInstruction // from the attempt to its function, outermost first; empty in the attempt itself
}

// In is the function that the step is in.
func (s Step) In() *ssa.Function { return s.Instr.Parent() }

// At is the step's own instruction, or the call in the attempt that leads to it.
func (s Step) At() ssa.Instruction {
	if len(s.Way) > 0 {
		return s.Way[0]
	}
	return s.Instr
}

const (
	deepestWay = 8      // calls between an attempt and what it runs
	mostSteps  = 20_000 // instructions of one attempt that are looked at
)

// Runs visits what runs again with each attempt of a loop: its own
// instructions, the literals made in it, and the functions of this package that
// these call, at any depth. An attempt is everything that runs again; what
// functions of other packages do is said by their facts, at the call. A function
// that is called from several places is visited once for each, so that its
// parameters can be read from the way; one that calls itself is not entered again.
func (r *Result) Runs(l *Loop) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		w := attempts{result: r, yield: yield, inside: []*ssa.Function{l.Fn}}
		for _, b := range l.list() {
			if !w.block(b, nil) {
				return
			}
		}
	}
}

type attempts struct {
	result *Result
	yield  func(Step) bool
	inside []*ssa.Function // entered and not yet left
	steps  int
}

func (w *attempts) block(b *ssa.BasicBlock, way []ssa.CallInstruction) bool {
	for _, instr := range b.Instrs {
		if w.steps++; w.steps > mostSteps || !w.yield(Step{Instr: instr, Way: way}) {
			return false
		}
		switch instr := instr.(type) {
		case *ssa.MakeClosure:
			// What the literal does belongs to the attempt, whoever calls it.
			if !onlyCalled(instr) && !w.enter(instr.Fn.(*ssa.Function), way) {
				return false
			}
		case ssa.CallInstruction:
			if len(way) == deepestWay || w.result.repeatsParam(instr.Common()) {
				continue
			}
			for _, fn := range w.result.Callees(instr.Common()) {
				if !w.enter(fn, append(slices.Clip(way), instr)) {
					return false
				}
			}
		}
	}
	return true
}

func (w *attempts) enter(fn *ssa.Function, way []ssa.CallInstruction) bool {
	if slices.Contains(w.inside, fn) {
		return true
	}
	w.inside = append(w.inside, fn)
	for _, b := range fn.Blocks {
		if !w.block(b, way) {
			return false
		}
	}
	w.inside = w.inside[:len(w.inside)-1]
	return true
}

// repeatsParam reports whether what is called is a function parameter that its
// function is known to repeat: whoever hands it over has a loop for it.
func (r *Result) repeatsParam(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return false
	}
	fn, i := r.functionParam(c.Value)
	if fn == nil || r.facts[fn] == nil {
		return false
	}
	return slices.ContainsFunc(r.facts[fn].Repeats, func(rep Repeat) bool { return rep.Param == i })
}

// Callees are the functions of this package that a call may run: the one it
// names, what a function value may be, and the methods of this package behind
// an interface of its own.
func (r *Result) Callees(c *ssa.CallCommon) []*ssa.Function {
	if c.IsInvoke() {
		return r.behindMethod(c)
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		return nil
	}
	return r.functions(c.Value)
}

// onlyCalled reports whether a literal is used for nothing but being called
// where it is made: the calls then lead to it.
func onlyCalled(made *ssa.MakeClosure) bool {
	for _, ref := range *made.Referrers() {
		call, ok := ref.(ssa.CallInstruction)
		if !ok || call.Common().Value != ssa.Value(made) {
			return false
		}
	}
	return true
}
