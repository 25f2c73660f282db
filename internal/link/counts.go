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
	ways        map[way]int
	places      map[tree.Place]int
	to          map[*tree.Hop]int // by the path that events share
	least, most []int             // visits, by way
	single      []int             // visits, where code that stands there twice, on alternatives, is gone through once a round
	ceiling     []int64           // the own limits of all visits in the upper log, added up
	high        []int64           // the longest of these limits
	certain     []int64           // what passed there, in the lower log
	loops       map[*tree.Func]map[*tree.Node]loop
	tried       map[*tree.Func]map[*tree.Node]bool
	open        map[*tree.Node]bool
}

// loop is what a node is in.
type loop int

const (
	none    loop = iota
	counted      // so often is known
	byData       // a test of something else than whether a call has failed ends it
	endless      // nothing else ends it
)

// way is one step further: the same code on several alternatives is one way, and
// each implementation of an interface another.
type way struct {
	from, place int
	to          string // the function that is called
}

func newCounter(least, most tree.Outcome) *counter {
	c := &counter{ways: map[way]int{}, places: map[tree.Place]int{}, to: map[*tree.Hop]int{}, loops: map[*tree.Func]map[*tree.Node]loop{}, tried: map[*tree.Func]map[*tree.Node]bool{}, open: most.Open}
	for _, ev := range least.Log {
		k := c.way(ev)
		c.least[k]++
		c.certain[k] += ev.D
	}
	type round struct{ way, turn int }
	type stands struct {
		round
		node *tree.Node
	}
	each, highest := map[stands]int{}, map[round]int{}
	for _, ev := range most.Log {
		k := c.way(ev)
		c.most[k]++
		in := round{k, ev.Turn}
		each[stands{in, ev.Node}]++
		if n := each[stands{in, ev.Node}]; n > highest[in] {
			highest[in] = n
			c.single[k]++
		}
		if ev.One.Known && ev.One.Hi < tree.Forever { // an attempt, or a pause, that may be longer each time
			c.ceiling[k] += min(ev.One.Hi, math.MaxInt64-c.ceiling[k])
			c.high[k] = max(c.high[k], ev.One.Hi)
		}
	}
	return c
}

// step is the number of a way that goes one further, from 0.
func (c *counter) step(from int, n *tree.Node, to *tree.Func) int {
	place, ok := c.places[n.Place]
	if !ok {
		place = len(c.places)
		c.places[n.Place] = place
	}
	next := way{from: from, place: place}
	if to != nil {
		next.to = to.Name
	}
	k, ok := c.ways[next]
	if !ok {
		k = len(c.ways) + 1
		c.ways[next] = k
		for len(c.least) <= k {
			c.least, c.most, c.single, c.ceiling, c.high, c.certain = append(c.least, 0), append(c.most, 0), append(c.single, 0), append(c.ceiling, 0), append(c.high, 0), append(c.certain, 0)
		}
	}
	return k
}

// way is the number of the way to an event.
func (c *counter) way(ev tree.Event) int {
	at, ok := c.to[&ev.Path[0]]
	if !ok {
		for i, h := range ev.Path {
			if h.Call != nil {
				at = c.step(at, h.Call, ev.Path[i+1].Fn)
			}
		}
		c.to[&ev.Path[0]] = at
	}
	return c.step(at, ev.Node, ev.To)
}

// walk counts along one path, from outside to inside.
type walk struct {
	*counter
	at          int
	least, most int // visits so far
}

func (c *counter) walk() *walk { return &walk{counter: c, least: 1, most: 1} }

// next is how often a function, the last of the path so far, visits a node for
// each time that it is called itself; not known of a node in a loop of which no
// number says how often.
func (w *walk) next(fn *tree.Func, n *tree.Node, to *tree.Func, guess bool) (times int, known, ever bool) {
	w.at = w.step(w.at, n, to)
	least, most := w.counter.least[w.at], max(w.counter.most[w.at], 1)
	in := w.looped(fn, n)
	times = 1
	switch {
	case least > 0 && w.least > 0:
		times = least / w.least
	case in != none:
		times = w.single[w.at] / w.most
	}
	w.least, w.most = least, most
	times = max(times, 1)
	known = !guess || in <= counted
	return times, known, !known && in == endless && n.Again
}

// longest is the own limit of all the visits of a way together, of which there
// are so many.
func (c *counter) longest(way, visits int) int64 {
	return int64(long(time.Duration(c.ceiling[way]/int64(max(c.most[way], 1))), visits))
}

// looped says what loops of its function a node is in.
func (c *counter) looped(fn *tree.Func, n *tree.Node) loop {
	in, ok := c.loops[fn]
	if !ok {
		in = map[*tree.Node]loop{}
		tree.Walk(fn.Body, func(round *tree.Node) {
			if round.Kind != tree.Loop || len(round.Kids) == 0 {
				return
			}
			kind := endless
			switch {
			case !c.open[round]:
				kind = counted
			case round.Counted, decided(round.Kids[:1], 0, false):
				kind = byData
			}
			tree.Walk(round.Kids[:1], func(n *tree.Node) { in[n] = max(in[n], kind) })
		})
		c.loops[fn] = in
	}
	return in[n]
}

// mayRepeat: a loop around a node may be there because what is in it has failed:
// it goes through nothing and counts nothing, or runs a function that it was given.
func (c *counter) mayRepeat(fn *tree.Func, n *tree.Node) bool {
	in, ok := c.tried[fn]
	if !ok {
		in = map[*tree.Node]bool{}
		tree.Walk(fn.Body, func(round *tree.Node) {
			if round.Kind != tree.Loop || len(round.Kids) == 0 {
				return
			}
			tree.Walk(round.Kids[:1], func(n *tree.Node) {
				in[n] = in[n] || !round.Counted && !round.Each || n.Fn != nil && n.Fn.IsPar
			})
		})
		c.tried[fn] = in
	}
	return in[n]
}

// decided: a test of something else than whether a call has failed leaves the
// loop that is so many loops out.
func decided(nodes []tree.Node, level int, tested bool) bool {
	for i := range nodes {
		n := &nodes[i]
		inner, test := level, tested
		switch {
		case n.Kind == tree.Exit && n.Level == level && tested:
			return true
		case n.Kind == tree.Loop:
			inner++
		case n.Kind == tree.Alt && !n.Free && (n.Guard == nil || n.Guard.Done == nil):
			test = true
		}
		if decided(n.Kids, inner, test) {
			return true
		}
	}
	return false
}
