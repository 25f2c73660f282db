package tree

// Ways numbers the ways to events, each a chain of calls: code that stands twice
// in a tree, as on two alternatives, has two ways.
type Ways struct {
	known map[step]int
	to    map[*Hop]int // by the path that events share
}

type step struct {
	from int
	node *Node
	to   *Func
}

// NewWays knows none yet.
func NewWays() *Ways { return &Ways{map[step]int{}, map[*Hop]int{}} }

// Step is the way that goes on from another (0: from the entry) with a call of a
// function, or with a wait, where to is nil.
func (w *Ways) Step(from int, node *Node, to *Func) int {
	s := step{from, node, to}
	id, ok := w.known[s]
	if !ok {
		id = len(w.known) + 1
		w.known[s] = id
	}
	return id
}

// Of is the way to an event.
func (w *Ways) Of(e Event) int {
	at, ok := w.to[&e.Path[0]]
	if !ok {
		for i, h := range e.Path {
			if h.Call != nil {
				at = w.Step(at, h.Call, e.Path[i+1].Fn)
			}
		}
		w.to[&e.Path[0]] = at
	}
	return w.Step(at, e.Node, e.To)
}
