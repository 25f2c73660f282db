package tree

import "slices"

// Quiet knows the functions in which nothing is waited for, whatever they call:
// a clock need not go through them. What could not be seen in them counts.
type Quiet struct {
	clock Clock
	known map[*Func]bool     // quiet, or certainly not
	whys  map[*Func][]string // of the quiet ones: what could not be seen
}

// NewQuiet knows nothing yet; the clock says what functions and methods are.
func NewQuiet(c Clock) *Quiet {
	return &Quiet{c, map[*Func]bool{}, map[*Func][]string{}}
}

// Of reports whether a function is quiet, and what could not be seen in it.
func (q *Quiet) Of(f *Func) (whys []string, quiet bool) {
	quiet, ok := q.known[f]
	if !ok {
		visited := map[*Func]bool{}
		if quiet = q.silent(f, visited); quiet {
			for g := range visited {
				q.known[g] = true
			}
		}
		q.known[f] = quiet
	}
	if !quiet {
		return nil, false
	}
	whys, ok = q.whys[f]
	if !ok {
		visited := map[*Func]bool{}
		q.collect(f, visited, &whys)
		slices.Sort(whys)
		q.whys[f] = whys
	}
	return whys, true
}

// silent: neither the function nor one that it calls waits, or calls what is not
// known before it runs.
func (q *Quiet) silent(f *Func, visited map[*Func]bool) bool {
	if quiet, ok := q.known[f]; ok {
		return quiet
	}
	if visited[f] {
		return true
	}
	visited[f] = true
	out := true
	Walk(f.Body, func(n *Node) {
		switch {
		case !out:
		case n.Kind == Sink, n.Kind == Call && n.Fn != nil:
			out = false
		case n.Kind == Call:
			for _, to := range q.called(n) {
				out = out && q.silent(to, visited)
			}
		}
	})
	if !out {
		q.known[f] = false
	}
	return out
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

func (q *Quiet) collect(f *Func, visited map[*Func]bool, whys *[]string) {
	if visited[f] {
		return
	}
	visited[f] = true
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
			to := q.called(n)
			if len(to) == 0 && n.Inline == nil {
				names, complete := n.Names, true
				if n.Iface != "" && q.clock.Behind != nil {
					names, complete = q.clock.Behind(n.Iface)
				}
				if len(names) == 0 {
					add(n.Why)
				}
				if !complete {
					add(n.Iface + ": other implementations")
				}
			}
			for _, g := range to {
				q.collect(g, visited, whys)
			}
		}
	})
}
