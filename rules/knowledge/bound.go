package knowledge

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Bound names one thing that ends a wait. It is text so that a table of a
// thousand rows costs nothing at start-up and reads the same in a user's file:
//
//	ctx:N       the context at argument N (0-based, receiver not counted)
//	reqctx      the context carried by the request argument
//	recvctx     a context kept in the receiver
//	arg:N       the duration or time at argument N
//	deadline    a deadline set on the connection
//	field:F     the knob, a struct field
//	setter:F    the knob, a method
//	option:F    the knob, a functional option
//	builder:F   the wrapper that must have been applied
//	dsn:P       the parameter of the connection string
//	const:D     a time built into the library
//	chan        the caller's channel
//	recv, self  of a policy: the receiver, or the row itself
//	peer:…      the other side alone decides
//	none        nothing
type Bound string

// NoBound is the bound of a wait that nothing ends.
const NoBound Bound = "none"

// Kind is the word before the colon.
func (b Bound) Kind() string {
	kind, _, _ := strings.Cut(string(b), ":")
	return kind
}

// Name is what follows the colon: a knob, a parameter, a note.
func (b Bound) Name() string {
	_, name, _ := strings.Cut(string(b), ":")
	return name
}

// Arg is the argument index of a "ctx" or "arg" bound, and -1 for any other.
func (b Bound) Arg() int {
	kind, rest, _ := strings.Cut(string(b), ":")
	if kind != "ctx" && kind != "arg" {
		return -1
	}
	n, err := strconv.Atoi(rest)
	if err != nil {
		return -1
	}
	return n
}

// Fixed is the time of a "const" bound, and 0 where it is not a duration.
func (b Bound) Fixed() time.Duration {
	if b.Kind() != "const" {
		return 0
	}
	d, err := time.ParseDuration(b.Name())
	if err != nil {
		return 0
	}
	return d
}

// CtxArg is the argument index of the context that bounds the call, or -1.
func (c *Call) CtxArg() int {
	for _, b := range c.Bound {
		if b.Kind() == "ctx" {
			return b.Arg()
		}
	}
	return -1
}

// By reports whether a bound of the given kind is listed.
func (c *Call) By(kind string) bool {
	for _, b := range c.Bound {
		if b.Kind() == kind {
			return true
		}
	}
	return false
}

// Unbounded reports whether nothing can end the wait.
func (c *Call) Unbounded() bool {
	for _, b := range c.Bound {
		if b != NoBound && b.Kind() != "peer" {
			return false
		}
	}
	return true
}

// kinds are the words that a bound may begin with, and what follows each.
var kinds = map[string]operand{
	"ctx": index, "arg": index,
	"field": named, "setter": named, "option": named, "builder": named, "dsn": named, "const": named,
	"peer": anything,
	"none": nothing, "chan": nothing, "deadline": nothing, "reqctx": nothing, "recvctx": nothing, "recv": nothing, "self": nothing,
}

type operand int

const (
	nothing  operand = iota
	anything         // or nothing
	named
	index // an argument, or the number in one with a constant added: 0, 1+1
)

// BoundKinds lists the words that a bound may begin with.
func BoundKinds() []string { return slices.Sorted(maps.Keys(kinds)) }

// Err is what is wrong with a bound as text; nil: nothing.
func (b Bound) Err() error {
	kind, rest, colon := strings.Cut(string(b), ":")
	wants, ok := kinds[kind]
	switch {
	case !ok:
		return fmt.Errorf("there is no bound %q", kind)
	case wants == nothing && colon:
		return fmt.Errorf("nothing follows %s", kind)
	case wants == named && strings.TrimSpace(rest) == "":
		return fmt.Errorf("%s needs a name, as in %s:NAME", kind, kind)
	case wants == index:
		for part := range strings.SplitSeq(rest, "+") {
			if n, err := strconv.ParseUint(part, 10, 8); err != nil || strconv.FormatUint(n, 10) != part {
				return fmt.Errorf("%s needs the number of an argument, from 0, as in %s:0", kind, kind)
			}
		}
	}
	return nil
}
