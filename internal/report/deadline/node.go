package deadline

import (
	"github.com/timeoutlint/timeoutlint/internal/link"
)

// node is a chain of functions on the way from an entry to its calls, as the
// tree draws it: functions with one way on are one node.
type node struct {
	steps []link.Step // of the chain, Attempts being how often it is called; none at an entry itself
	calls []link.Call // made by the last of them
	below []*node

	order []bool // for each child in order: is it a call?
}

// tree sorts an entry's calls by the ways to them, in the order of the code.
func tree(list []link.Call) *node {
	root := &node{}
	for _, c := range list {
		at := root
		for i := 1; i < len(c.Path); i++ { // the first is the entry's own function
			from := c.Path[i-1]
			at = at.child(link.Step{Function: c.Path[i].Function, Place: from.Place, Attempts: from.Attempts})
		}
		at.calls = append(at.calls, c)
		at.order = append(at.order, true)
	}
	for _, n := range root.below {
		n.collapse()
	}
	return root
}

// child is the node below n for a step. The last one is looked at only, so
// that the order of the code stays.
func (n *node) child(s link.Step) *node {
	if len(n.order) > 0 && !n.order[len(n.order)-1] {
		if last := n.below[len(n.below)-1]; last.steps[0] == s {
			return last
		}
	}
	next := &node{steps: []link.Step{s}}
	n.below = append(n.below, next)
	n.order = append(n.order, false)
	return next
}

// collapse joins a node with the only one below it.
func (n *node) collapse() {
	for len(n.calls) == 0 && len(n.below) == 1 {
		only := n.below[0]
		n.steps = append(n.steps, only.steps...)
		n.calls, n.below, n.order = only.calls, only.below, only.order
	}
	for _, b := range n.below {
		b.collapse()
	}
}

// walk visits what is below a node in the order of the code.
func (n *node) walk(call func(link.Call, bool), sub func(*node, bool)) {
	calls, below := n.calls, n.below
	for i, isCall := range n.order {
		last := i == len(n.order)-1
		if isCall {
			call(calls[0], last)
			calls = calls[1:]
		} else {
			sub(below[0], last)
			below = below[1:]
		}
	}
}
