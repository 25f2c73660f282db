package retries

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/delays"
	"github.com/timeoutlint/timeoutlint/passes/durations"
)

// Random says whether chance has a part in a wait.
type Random = delays.Random

// Whether clients that start together stay together.
const (
	NotKnown = delays.NotKnown // something that is not in sight decides
	Fixed    = delays.Fixed    // constants, settings and counters only
	Jittered = delays.Jittered // a source of chance has a part in it
)

// read fills in what is known of the time that is waited: its length, the
// chance in it, and how it grows. A helper that waits may add its own.
func (r *Result) read(l *Loop) {
	w := &l.Wait
	call, helper := w.Instr.(*ssa.Call)
	helper = helper && qualified(call.Common()) != "time.Sleep"
	if w.Source != nil {
		w.Time = durations.Of(w.Source, nil)
		w.Random = r.delays.Random(l.Fn, w.Source)
		w.Growth, w.Steps = r.growth(l, w.Source)
	}
	if !helper {
		return
	}
	made := r.delays.Sleeps(call)
	if made == nil {
		if w.Random == Fixed {
			w.Random = NotKnown
		}
		return
	}
	random := made.Random
	for _, arg := range call.Call.Args {
		if isNumber(arg.Type()) {
			random = delays.Weaker(random, r.delays.Random(l.Fn, arg))
		}
	}
	w.Random = random
	if w.Source == nil {
		g := grower{r: r, loop: l, seen: map[ssa.Value]bool{}}
		g.made(call, made, false, 0)
		w.Growth, w.Steps = g.out, g.steps || g.out.By != ""
	}
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}
