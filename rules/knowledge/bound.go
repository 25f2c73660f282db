package knowledge

import (
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
