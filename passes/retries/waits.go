package retries

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Pause says how time passes between two attempts.
type Pause string

// The pauses.
const (
	NoPause Pause = ""
	Slept   Pause = "sleep"  // time.Sleep: nothing ends it early
	Timed   Pause = "timer"  // a timer or ticker
	Event   Pause = "event"  // something else of this process
	ByOther Pause = "helper" // a function that waits
)

// Wait is what passes between a failure and the next attempt.
type Wait struct {
	Some, All bool // on some, on every way from the failure to the next attempt
	Kind      Pause
	Instr     ssa.Instruction
	Source    ssa.Value       // the time that is waited; nil: not in sight
	Time      durations.Value // what is known of Source; of the first wait where it grows
	Random    Random
	Growth    Growth
	Steps     bool // each wait is longer than the last, by whatever
}

// waits lists the instructions of a loop that let time pass.
func (r *Result) waits(l *Loop) map[ssa.Instruction]bool {
	out := map[ssa.Instruction]bool{}
	l.each(func(instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.Select:
			if instr.Blocking {
				out[instr] = true
			}
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				out[instr] = true
			}
		case *ssa.Call:
			if r.lets(instr.Common()) {
				out[instr] = true
			}
		}
	})
	return out
}

// lets reports whether a call lets time pass: by its row, its fact, or its name.
func (r *Result) lets(c *ssa.CallCommon) bool {
	obj := callee(c)
	if row := r.calls.Row(obj); row != nil {
		switch row.Does {
		case knowledge.Sleeps, knowledge.Waits:
			return true
		case knowledge.Acquires:
			return !fast(obj)
		}
		return false
	}
	if b := r.behaves(c); b != nil {
		return b.Waits
	}
	if obj == nil {
		_, builtin := c.Value.(*ssa.Builtin)
		return !builtin && durationArg(c) != nil && c.Signature().Results().Len() <= 1
	}
	return waitName(obj.Name()) && !quiet(obj) || obj.Name() == "Take" && durationArg(c) == nil && c.Signature().Results().Len() == 1
}

// fast: a mutex is not what one waits for between attempts.
func fast(fn *types.Func) bool { return fn.Pkg().Path() == "sync" }

func durationArg(c *ssa.CallCommon) ssa.Value {
	for _, arg := range c.Args {
		if calls.Named(arg.Type()) == "time.Duration" {
			return arg
		}
	}
	return nil
}

// judgeWait picks the wait that stands between the attempts and reads it.
func (r *Result) judgeWait(l *Loop, waits map[ssa.Instruction]bool) {
	l.Wait.All = len(l.Calls) > 0
	own := map[ssa.Instruction]bool{}
	for _, a := range l.Calls {
		l.Wait.Some = l.Wait.Some || a.waitSome || l.Class == Poll && a.okWait
		l.Wait.All = l.Wait.All && a.waitAll
		own[a.Call] = true
		a.Waits = a.waitSome
		if r.pausesItself(a) {
			a.Waits = true
			l.Wait.Some, l.Wait.All = true, true
			l.Wait.Kind = ByOther
		}
	}
	l.each(func(instr ssa.Instruction) {
		if !waits[instr] || own[instr] {
			return
		}
		kind, source := r.pause(l, instr)
		if l.Wait.Instr == nil || l.Wait.Source == nil && source != nil {
			l.Wait.Instr, l.Wait.Source, l.Wait.Kind = instr, source, kind
		}
	})
	if l.Wait.Instr != nil {
		r.read(l)
	}
}

// pausesItself: the repeated call sleeps on its own before it comes back.
func (r *Result) pausesItself(a *Attempt) bool {
	c := a.Call.Common()
	if b := r.behaves(c); b != nil {
		return b.Pauses
	}
	if !c.IsInvoke() {
		return false
	}
	// An interface of another package, of which the types are this one's: a
	// listener whose own Accept sits out what will pass.
	pauses := false
	for _, t := range r.concrete(c.Value) {
		obj, _, _ := types.LookupFieldOrMethod(t, true, r.pass.Pkg, c.Method.Name())
		fn, ok := obj.(*types.Func)
		if !ok {
			return false
		}
		b := r.of(fn)
		if b == nil || !b.Pauses {
			return false
		}
		pauses = true
	}
	return pauses
}

// pause reads one waiting instruction.
func (r *Result) pause(l *Loop, instr ssa.Instruction) (Pause, ssa.Value) {
	switch instr := instr.(type) {
	case *ssa.Select:
		for _, st := range instr.States {
			if st.Dir == types.RecvOnly && isTimeChan(st.Chan.Type()) && !l.before(st.Chan) {
				return Timed, l.timeOf(st.Chan)
			}
		}
		return Event, nil
	case *ssa.UnOp:
		if isTimeChan(instr.X.Type()) {
			return Timed, l.timeOf(instr.X)
		}
		return Event, nil
	case *ssa.Call:
		row := r.calls.Row(callee(instr.Common()))
		if row != nil && row.Does == knowledge.Sleeps {
			return Slept, durationArg(instr.Common())
		}
		return ByOther, durationArg(instr.Common())
	}
	return NoPause, nil
}

// timeOf is the time after which a channel delivers.
func (l *Loop) timeOf(ch ssa.Value) ssa.Value {
	switch ch := ch.(type) {
	case *ssa.Call:
		return durationArg(ch.Common())
	case *ssa.UnOp:
		fa, ok := ch.X.(*ssa.FieldAddr)
		if !ok {
			return nil
		}
		var reset ssa.Value
		l.each(func(instr ssa.Instruction) {
			call, ok := instr.(*ssa.Call)
			if ok && calleeName(call.Common()) == "Reset" && len(call.Call.Args) == 2 && call.Call.Args[0] == fa.X {
				reset = call.Call.Args[1]
			}
		})
		if reset != nil {
			return reset
		}
		if made, ok := fa.X.(*ssa.Call); ok {
			return durationArg(made.Common())
		}
	}
	return nil
}
