package obligations

import (
	"fmt"
	"strings"
)

// Obliges is the fact that a function waits on contexts it is given, with
// nothing else to end the wait: whoever calls it must give one that has a
// deadline.
type Obliges struct {
	Duties []Duty // at most one a parameter, in their order
}

// Duty is one parameter that must have a deadline, and why.
type Duty struct {
	Param int    // the receiver counted
	Sink  string // the wait: "sql.DB.QueryContext"
	Via   []Hop  // from the function to the wait, at most six
}

// Hop is one step on the way to a wait: a function, and where in it the next
// one is called.
type Hop struct{ Func, At string }

const longest = 6 // hops of a witness

// AFact marks Obliges as a fact.
func (*Obliges) AFact() {}

func (o *Obliges) String() string {
	var out []string
	for _, d := range o.Duties {
		out = append(out, fmt.Sprintf("parameter %d needs a deadline for %s", d.Param, d.Sink))
	}
	return strings.Join(out, ", ")
}

// Asks is the package fact that some function of a package, or of one that it
// imports, has an Obliges fact: whoever imports it has something to look at.
type Asks struct{}

// AFact marks Asks as a fact.
func (*Asks) AFact() {}

func (*Asks) String() string { return "asks for deadlines" }

// Way is the path as a message shows it: "store.Release (store.go:160)".
func Way(via []Hop) string {
	var out []string
	for _, h := range via {
		out = append(out, fmt.Sprintf("%s (%s)", h.Func, h.At))
	}
	return strings.Join(out, " -> ")
}
