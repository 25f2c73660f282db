package deadlines

import "github.com/timeoutlint/timeoutlint/passes/flow"

// asked is one question of the walk: what a value is as a context, or, carried,
// what the request that it is carries.
type asked struct {
	value   flow.Value
	carried bool
}

// walk goes from contexts to what they are derived from. What is found of a
// value is kept, since many calls hand on the same one; what stands within a
// circle of values is kept for the circle as a whole.
type walk struct {
	memo  map[asked][]Context
	open  map[asked]int // how far out the values lie that are being looked at
	outer int           // the outermost of them that was met again
	left  int           // values that this question may still look at
}

// mostValues is how many values one question looks at. What lies behind them is
// not known, for flow.Budget.
const mostValues = 2000

const nothingOpen = int(^uint(0) >> 1)

func newWalk() walk {
	return walk{memo: map[asked][]Context{}, open: map[asked]int{}, outer: nothingOpen}
}

// once answers a question with of, or with what it answered before.
func (w *walk) once(k asked, of func(flow.Value) []Context) []Context {
	if out, ok := w.memo[k]; ok {
		return out
	}
	if at, ok := w.open[k]; ok {
		w.outer = min(w.outer, at)
		return nil // made of itself: says nothing new
	}
	if w.left--; w.left < 0 {
		return []Context{{State: NotKnown, Why: flow.Budget}}
	}
	at, before := len(w.open), w.outer
	w.open[k], w.outer = at, nothingOpen
	out := tidy(of(k.value))
	delete(w.open, k)
	if w.outer >= at { // no value further out is part of a circle with this one
		if w.left >= 0 {
			w.memo[k] = out
		}
		w.outer = nothingOpen
	}
	w.outer = min(w.outer, before)
	return out
}
