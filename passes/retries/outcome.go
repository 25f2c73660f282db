package retries

import (
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Failure is a way for a call to fail after which nobody knows whether the
// other side has done what it was asked.
type Failure string

// The failures, as a message names them.
const (
	AnyError Failure = "any error"         // that nothing in sight has a name for
	TimedOut Failure = "a timeout"         // the answer did not come in time
	LostConn Failure = "a lost connection" // reset, or closed before the answer
	Gateway  Failure = "a 502"             // an answer by somebody in between
)

// failures are asked in this order: the first that goes back is what is said.
var failures = [...]Failure{AnyError, TimedOut, LostConn, Gateway}

// After is the failure of unknown outcome that leads from a call in a loop to
// another attempt; "" if none does, or if what picks the failures is out of
// sight. Errors from before anything was sent, refusals (429, 503), conflicts and
// whatever else is tested for by name do not count: they are never asked about.
func (r *Result) After(l *Loop, call ssa.CallInstruction) Failure {
	if all := r.allAfter(l, call); len(all) > 0 {
		return all[0]
	}
	return ""
}

// allAfter are all failures of unknown outcome that lead to another attempt.
func (r *Result) allAfter(l *Loop, call ssa.CallInstruction) []Failure {
	var out []Failure
	for _, f := range failures {
		if l.Form == Helped && !slices.Contains(l.sends, f) || f == Gateway && !answers(call.Common()) {
			continue
		}
		w := passage{result: r, loop: l, call: call, failure: f, seen: map[[2]*ssa.BasicBlock]bool{}, came: map[*ssa.BasicBlock]*ssa.BasicBlock{}}
		if w.again() {
			out = append(out, f)
		}
	}
	return out
}

// predicates are the functions by which a helper is told which errors to
// repeat: its argument, or that of one of its options.
func (r *Result) predicates(call *ssa.Call) []*ssa.Function {
	var out []*ssa.Function
	look := func(v ssa.Value) {
		sig, ok := v.Type().Underlying().(*types.Signature)
		if ok && sig.Params().Len() > 0 && sig.Results().Len() == 1 && isError(sig.Params().At(sig.Params().Len()-1).Type()) && types.Identical(sig.Results().At(0).Type().Underlying(), types.Typ[types.Bool]) {
			out = append(out, r.functions(v)...)
		}
	}
	for _, arg := range call.Call.Args {
		look(arg)
		if slice, ok := arg.(*ssa.Slice); ok {
			for _, option := range stores(slice.X) {
				if made, ok := strip(option).(*ssa.Call); ok {
					for _, given := range made.Call.Args {
						look(given)
					}
				}
			}
		}
	}
	return out
}

// passage walks from a call that has failed in one way to wherever that leads.
type passage struct {
	result  *Result
	loop    *Loop
	call    ssa.CallInstruction
	failure Failure
	seen    map[[2]*ssa.BasicBlock]bool
	came    map[*ssa.BasicBlock]*ssa.BasicBlock // from where, on the present way
}

// answers reports whether a call returns an HTTP answer, whose status may say
// that it failed.
func answers(c *ssa.CallCommon) bool {
	for v := range c.Signature().Results().Variables() {
		if calls.Named(deref(v.Type())) == "net/http.Response" {
			return true
		}
	}
	return false
}

// again reports whether the failure leads to the next attempt. The way ends
// where something that is not known judges the error.
func (w *passage) again() bool {
	b := w.call.Block()
	if b.Parent() != w.loop.Fn {
		return false
	}
	return w.leave(b, slices.Index(b.Instrs, ssa.Instruction(w.call))+1)
}

func (w *passage) enter(b, from *ssa.BasicBlock) bool {
	key := [2]*ssa.BasicBlock{b, from}
	switch {
	case w.loop.Form == Looped && w.loop.leaves(b), w.seen[key]:
		return false
	}
	w.seen[key] = true
	before := w.came[b]
	w.came[b] = from
	defer func() { w.came[b] = before }()
	return w.leave(b, 0)
}

func (w *passage) leave(b *ssa.BasicBlock, i int) bool {
	for _, instr := range b.Instrs[i:] {
		switch instr := instr.(type) {
		case ssa.CallInstruction:
			if w.loop.Form == Looped && instr == w.call || w.loop.Form == Recursion && instr.Common().StaticCallee() == w.loop.Fn {
				return true
			}
		case *ssa.Jump:
			return w.enter(b.Succs[0], b)
		case *ssa.If:
			switch w.truth(instr.Cond) {
			case yes:
				return w.enter(b.Succs[0], b)
			case no:
				return w.enter(b.Succs[1], b)
			case hidden:
				return false
			}
			return w.enter(b.Succs[0], b) || w.enter(b.Succs[1], b)
		case *ssa.Return:
			return w.loop.Form == Helped && w.returned(instr)
		}
	}
	return false
}

// returned reports whether what a repeated function returns makes its helper
// call it again.
func (w *passage) returned(ret *ssa.Return) bool {
	n := len(ret.Results)
	if n == 0 {
		return false
	}
	err := w.along(ret.Results[n-1])
	if w.loop.polls {
		done, ok := w.along(ret.Results[0]).(*ssa.Const)
		c, none := err.(*ssa.Const)
		return ok && n == 2 && done.Value != nil && done.Value.ExactString() == "false" && none && c.Value == nil
	}
	if !isError(err.Type()) {
		return false
	}
	if c, ok := err.(*ssa.Const); ok && c.Value == nil {
		return false
	}
	if m, ok := err.(*ssa.MakeInterface); ok {
		err = m.X // of a type of its own: *backoff.PermanentError
	}
	call, made := err.(*ssa.Call)
	if !made && w.failure == Gateway && w.fails(err) {
		return false // there is none beside an answer
	}
	marked := made && gaveUp[calleeName(call.Common())]
	if w.loop.marked {
		return made && calleeName(call.Common()) == "RetryableError"
	}
	if marked || made && ssa.CallInstruction(call) != w.call && wraps(call) && !wrapper.MatchString(calleeName(call.Common())) {
		return false // it may mark what is not to be repeated
	}
	if made && !w.tells(call) {
		return false // of something that went well
	}
	for _, predicate := range w.loop.picks {
		v := verdictOf{passage: w, failing: map[ssa.Value]bool{}}
		if v.function(predicate, 0) != yes {
			return false
		}
	}
	return true
}

// tells reports whether a call returns an error because the repeated one has
// failed: it is that one, or makes an error, of nothing or of what that returned.
func (w *passage) tells(call *ssa.Call) bool {
	if ssa.CallInstruction(call) == w.call || w.fails(call) || wrapper.MatchString(calleeName(call.Common())) || qualified(call.Common()) == "errors.New" {
		return true
	}
	return slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool { return w.fails(arg) })
}

// wrapper are the functions that make an error of an error and say no more.
var wrapper = regexp.MustCompile(`^(Errorf|Wrap|Wrapf|WithStack|WithMessage|WithMessagef|Join|Trace|Annotate|Annotatef)$`)

// gaveUp are the functions by which a repeated function says that there is no
// point in another attempt.
var gaveUp = map[string]bool{"Permanent": true, "Unrecoverable": true, "Abort": true, "NonRetryable": true, "NewNonRetryableError": true, "Stop": true, "NoRetry": true}

// along is what a value is on the present way, where it depends on it.
func (w *passage) along(v ssa.Value) ssa.Value {
	for range 8 {
		phi, ok := v.(*ssa.Phi)
		if !ok {
			return v
		}
		i := slices.Index(phi.Block().Preds, w.came[phi.Block()])
		if i < 0 {
			return v
		}
		v = phi.Edges[i]
	}
	return v
}

// fails reports whether an error is, or was made of, what the call returned.
func (w *passage) fails(err ssa.Value) bool {
	return slices.Contains(w.loop.sourcesOf(err), w.call)
}
