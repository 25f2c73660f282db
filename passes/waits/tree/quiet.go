package tree

import "slices"

// Quiet knows the functions in which nothing is waited for, whatever they call:
// a clock need not go through them. What could not be seen in them counts.
type Quiet struct {
	clock Clock
	known map[*Func]noise
	whys  map[*Func][]string // of those that are not loud: what could not be seen
}

// noise is whether something is waited for in a function.
type noise int

const (
	silent noise = iota
	lent         // in the functions that it is given, if at all
	loud         // or what it calls is not known before it runs
)

// NewQuiet knows nothing yet; the clock says what functions and methods are.
func NewQuiet(c Clock) *Quiet {
	return &Quiet{c, map[*Func]noise{}, map[*Func][]string{}}
}

// of is the noise of a function.
func (q *Quiet) of(f *Func) noise {
	if n, ok := q.known[f]; ok {
		return n
	}
	visited := map[*Func]bool{}
	n := q.visit(f, nil, visited)
	if n == silent {
		for g := range visited {
			if _, ok := q.known[g]; !ok {
				q.known[g] = silent
			}
		}
	}
	q.known[f] = n
	return n
}

// visit looks at a function, around which are others if it is a literal. One
// that is visited already adds nothing of its own.
func (q *Quiet) visit(f *Func, around []*Func, visited map[*Func]bool) noise {
	if n, ok := q.known[f]; ok {
		return n
	}
	if visited[f] {
		return silent
	}
	visited[f] = true
	around = append(slices.Clip(around), f)
	out := silent
	Walk(f.Body, func(n *Node) {
		switch {
		case out == loud:
		case n.Kind == Sink:
			out = loud
		case n.Kind == Call:
			out = max(out, q.call(n, around, visited))
		}
	})
	if out != silent {
		q.known[f] = out
	}
	return out
}

// call is the noise of one call, in the innermost of some functions.
func (q *Quiet) call(n *Node, around []*Func, visited map[*Func]bool) noise {
	if n.Fn != nil {
		to, of := q.value(n.Fn, around, visited)
		if to == nil || of != lent {
			return of
		}
		return q.lends(n, around, visited)
	}
	out := silent
	for _, to := range q.called(n) {
		of := q.visit(to, nil, visited)
		if of == lent {
			of = q.lends(n, around, visited)
		}
		out = max(out, of)
	}
	return out
}

// lends is the noise of the functions that a call gives.
func (q *Quiet) lends(n *Node, around []*Func, visited map[*Func]bool) noise {
	out := silent
	for _, a := range n.Args {
		if a.Fn != nil {
			_, of := q.value(a.Fn, around, visited)
			out = max(out, of)
		}
	}
	return out
}

// value is a function as a value, where that is one by name, and its noise.
func (q *Quiet) value(v *FuncVal, around []*Func, visited map[*Func]bool) (*Func, noise) {
	switch {
	case v.IsPar && v.Up == 0:
		return nil, lent
	case v.IsPar, v.Made != nil:
		return nil, loud
	}
	for i, f := range slices.Backward(around) {
		for _, lit := range f.Lits {
			if lit.Name == v.Name {
				return lit, q.visit(lit, around[:i+1], visited)
			}
		}
	}
	if q.clock.Resolve != nil {
		if f := q.clock.Resolve(v.Name); f != nil {
			return f, q.visit(f, nil, visited)
		}
	}
	return nil, loud
}

// called are the functions that a call may run, of those in sight.
func (q *Quiet) called(n *Node) []*Func {
	if n.Inline != nil {
		return []*Func{q.clock.Named(n)}
	}
	names := n.Names
	if n.Iface != "" && q.clock.Behind != nil {
		names, _ = q.clock.Behind(n.Iface)
	}
	var out []*Func
	for _, name := range names {
		if q.clock.Resolve == nil {
			break
		}
		if f := q.clock.Resolve(name); f != nil {
			out = append(out, f)
		}
	}
	return out
}

// unseen is what could not be seen in a function that is not loud.
func (q *Quiet) unseen(f *Func) []string {
	whys, ok := q.whys[f]
	if !ok {
		q.collect(f, nil, map[*Func]bool{}, &whys)
		slices.Sort(whys)
		q.whys[f] = whys
	}
	return whys
}

func (q *Quiet) collect(f *Func, around []*Func, visited map[*Func]bool, whys *[]string) {
	if visited[f] {
		return
	}
	visited[f] = true
	around = append(slices.Clip(around), f)
	add := func(why string) {
		if why != "" && !slices.Contains(*whys, why) {
			*whys = append(*whys, why)
		}
	}
	Walk(f.Body, func(n *Node) {
		switch n.Kind {
		case Unseen:
			add(n.Why)
		case Call:
			names, complete := n.Names, true
			if n.Iface != "" && q.clock.Behind != nil {
				names, complete = q.clock.Behind(n.Iface)
			}
			if n.Fn == nil && n.Inline == nil && len(names) == 0 {
				add(n.Why)
			}
			if !complete {
				add(n.Iface + ": other implementations")
			}
			for _, g := range q.called(n) {
				q.collect(g, nil, visited, whys)
			}
			given := []*FuncVal{n.Fn}
			for _, a := range n.Args {
				given = append(given, a.Fn)
			}
			for _, v := range given {
				if v == nil || v.IsPar || v.Made != nil {
					continue
				}
				if to, _ := q.value(v, around, map[*Func]bool{}); to != nil {
					q.collect(to, nil, visited, whys)
				}
			}
		}
	})
}
