package deadline

import (
	"fmt"

	"github.com/timeoutlint/timeoutlint/internal/link"
)

// The kinds of node, from left to right.
const (
	entryNode = iota
	functionNode
	dependencyNode
)

// graph is who calls whom, how often: entries, the functions that repeat, and
// dependencies. Functions that call each of theirs once are left out, so that
// a line means one call unless it says more.
type graph struct {
	nodes []graphNode
	edges []graphEdge
}

type graphNode struct {
	kind   int
	name   string
	note   string // of an entry its budget, of a dependency the most calls
	broken bool   // an entry whose budget does not hold
	level  int    // functions: how many repeat before it
}

type graphEdge struct {
	from, to int
	times    link.Count
}

// lines is what is written in a node.
func (n graphNode) lines() []string {
	if n.note == "" {
		return []string{n.name}
	}
	return []string{n.name, n.note}
}

// graph builds the graph of all entries that call something.
func (r Report) graph() graph {
	b := graphBuilder{node: map[string]int{}, edge: map[[2]int]int{}}
	for _, e := range r.Tree.Entries {
		if len(e.Calls) == 0 {
			continue
		}
		from := len(b.nodes) // two may have the same name
		b.nodes = append(b.nodes, graphNode{kind: entryNode, name: e.Name, note: join(", ", "budget "+budgetOf(e), onceMore(e)), broken: !holds(e)})
		b.calls(from, e.Calls)
	}
	most := map[int]link.Count{}
	for _, e := range r.Tree.Entries {
		for _, c := range e.Calls {
			if pause(c) {
				continue
			}
			to := b.at(dependencyNode, c.Dependency, 0)
			most[to] = larger(most[to], c.Total)
		}
	}
	for i, c := range most {
		if !once(c) {
			b.nodes[i].note = atMost(c)
		}
	}
	return b.graph
}

type graphBuilder struct {
	graph
	node map[string]int
	edge map[[2]int]int
}

// calls adds what is called from a node.
func (b *graphBuilder) calls(from int, list []link.Call) {
	for _, c := range list {
		if pause(c) {
			continue
		}
		at, pending, level := from, link.Count{Lo: 1, Hi: 1, Known: true}, 0
		for i, s := range c.Path[:max(len(c.Path)-1, 0)] { // the last step makes the call
			if i > 0 && !once(s.Attempts) { // it repeats what follows
				level++
				next := b.at(functionNode, shortName(s.Function), level)
				if next != at { // a function and a literal in it are one
					b.line(at, next, pending)
				}
				at, pending = next, link.Count{Lo: 1, Hi: 1, Known: true}
			}
			pending = product(pending, s.Attempts)
		}
		if !once(c.Attempts) && len(c.Path) > 0 && at != from {
			maker := b.at(functionNode, shortName(c.Path[len(c.Path)-1].Function), level+1)
			if maker != at {
				b.line(at, maker, pending)
				at, pending = maker, link.Count{Lo: 1, Hi: 1, Known: true}
			}
		}
		to := b.at(dependencyNode, c.Dependency, 0)
		b.line(at, to, product(product(pending, c.Attempts), front(c.Front)))
		if len(c.Calls) > 0 {
			b.calls(to, c.Calls)
		}
	}
}

// at is the node of a name.
func (b *graphBuilder) at(kind int, name string, level int) int {
	key := string(rune('0'+kind)) + name
	i, ok := b.node[key]
	if !ok {
		i = len(b.nodes)
		b.node[key] = i
		b.nodes = append(b.nodes, graphNode{kind: kind, name: name})
	}
	b.nodes[i].level = max(b.nodes[i].level, level)
	return i
}

// line adds an edge; of several between the same two, the most often counts.
func (b *graphBuilder) line(from, to int, n link.Count) {
	key := [2]int{from, to}
	i, ok := b.edge[key]
	if !ok {
		i = len(b.edges)
		b.edge[key] = i
		b.edges = append(b.edges, graphEdge{from: from, to: to})
	}
	b.edges[i].times = larger(b.edges[i].times, n)
}

// atMost is the most calls for one run of an entry.
func atMost(c link.Count) string {
	if !c.Known {
		return calls(c)
	}
	return fmt.Sprintf("≤ %d calls", c.Hi)
}

// onceMore says that an entry may be asked the same more than once.
func onceMore(e link.Entry) string {
	if e.Front == nil {
		return ""
	}
	return fmt.Sprintf("asked ×%d", e.Front.Attempts)
}

// front is how often something on the way sends what it is given once.
func front(f *link.Front) link.Count {
	n := 1
	if f != nil {
		n = f.Attempts
	}
	return link.Count{Lo: n, Hi: n, Known: true}
}

func product(a, b link.Count) link.Count {
	if b == (link.Count{}) {
		return a // nothing was said
	}
	return link.Count{Lo: max(a.Lo, 1) * max(b.Lo, 1), Hi: max(a.Hi, 1) * max(b.Hi, 1), Known: a.Known && b.Known, Endless: a.Endless || b.Endless}
}

func larger(a, b link.Count) link.Count {
	if most(b) > most(a) {
		return b
	}
	return a
}
