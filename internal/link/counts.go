package link

import (
	"math"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// counter says how often each call and wait behind an entry happens. The log
// of the lower bound is one way through the code, so that what is in it is
// counted there. That of the upper bound has every way, and on each the same
// call once more: there only a loop can make a call happen again.
type counter struct {
	least, most map[string]int
	ceiling     map[string]int64 // the own limits of all visits in the upper log, added up
	loops       map[*tree.Func]map[*tree.Node]bool
}

func newCounter(least, most tree.Outcome) *counter {
	c := &counter{least: map[string]int{}, most: map[string]int{}, ceiling: map[string]int64{}, loops: map[*tree.Func]map[*tree.Node]bool{}}
	for _, ev := range least.Log {
		c.least[places(ev)]++
	}
	for _, ev := range most.Log {
		k := places(ev)
		c.most[k]++
		if ev.One.Known && ev.One.Hi < tree.Forever { // an attempt, or a pause, that may be longer each time
			c.ceiling[k] += min(ev.One.Hi, math.MaxInt64-c.ceiling[k])
		}
	}
	return c
}

// walk counts along one path, from outside to inside.
type walk struct {
	*counter
	least, most int // visits so far
}

func (c *counter) walk() *walk { return &walk{counter: c, least: 1, most: 1} }

// next is how often the last function of the path visits a node for each time
// that it is called itself.
func (w *walk) next(path []tree.Hop, fn *tree.Func, n *tree.Node) int {
	k := places(tree.Event{Path: path, Node: n})
	least, most := w.counter.least[k], max(w.counter.most[k], 1)
	times := 1
	switch {
	case least > 0 && w.least > 0:
		times = least / w.least
	case w.looped(fn, n):
		times = most / w.most
	}
	w.least, w.most = least, most
	return max(times, 1)
}

// longest is the own limit of all the visits of a node together, of which there
// are so many.
func (c *counter) longest(ev tree.Event, visits int) int64 {
	k := places(ev)
	return int64(long(time.Duration(c.ceiling[k]/int64(max(c.most[k], 1))), visits))
}

// looped says whether a node of a function is in a loop.
func (c *counter) looped(fn *tree.Func, n *tree.Node) bool {
	in, ok := c.loops[fn]
	if !ok {
		in = map[*tree.Node]bool{}
		tree.Walk(fn.Body, func(loop *tree.Node) {
			if loop.Kind == tree.Loop && len(loop.Kids) > 0 {
				tree.Walk(loop.Kids[:1], func(n *tree.Node) { in[n] = true })
			}
		})
		c.loops[fn] = in
	}
	return in[n]
}
