package retries

import (
	"regexp"

	"golang.org/x/tools/go/ssa"
)

// counters are the variables that count attempts and can end the loop.
func (l *Loop) counters() []*ssa.Phi {
	var out []*ssa.Phi
	for _, instr := range l.header.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if l.counts(phi) && l.limits(phi) {
			out = append(out, phi)
		}
	}
	return out
}

// uncounted reports whether a way enters the head of the loop with every number of
// attempts as it was: the loop counts, but not this round.
func (w *walk) uncounted(at *way) bool {
	for _, phi := range w.counts {
		for i, pred := range phi.Block().Preds {
			if pred == at.block && at.resolve(strip(phi.Edges[i])) != ssa.Value(phi) {
				return false
			}
		}
	}
	return len(w.counts) > 0
}

// limits reports whether the loop can be left by a test of the counter.
func (l *Loop) limits(phi *ssa.Phi) bool {
	for _, test := range l.deciding() {
		cmp, ok := test.Cond.(*ssa.BinOp)
		if ok && (l.madeOf(cmp.X, phi) || l.madeOf(cmp.Y, phi)) {
			return true
		}
	}
	return false
}

// madeOf: the counter itself, or one step ahead.
func (l *Loop) madeOf(v ssa.Value, phi *ssa.Phi) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return v == phi
	case *ssa.BinOp:
		return l.madeOf(v.X, phi)
	case *ssa.Convert:
		return l.madeOf(v.X, phi)
	}
	return false
}

var throttled = regexp.MustCompile(`(?i)throttl|rate_?limit|too_?many|quota|slow_?down|^429$|^503$|EINTR|EAGAIN|retry_?after`)

// Uncounted is a call that is made again after some failures with the number of
// attempts as it was, in a loop that has no limit but that number; nil if there is
// none. Where the other side itself asks for patience that is meant.
func (r *Result) Uncounted(l *Loop) *Attempt {
	if l.Form != Looped || l.Cap.Kind != Counter || l.Ctx.Deadline {
		return nil
	}
	for _, name := range l.Filtered {
		if throttled.MatchString(name) {
			return nil
		}
	}
	timed := false
	l.each(func(instr ssa.Instruction) {
		if v, ok := instr.(ssa.Value); ok {
			timed = timed || r.clock(l, v, 0)
		}
	})
	if timed {
		return nil
	}
	for _, a := range l.Calls {
		if a.free {
			return a
		}
	}
	return nil
}
