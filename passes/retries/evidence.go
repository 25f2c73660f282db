package retries

import (
	"go/token"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
)

// CapKind says what ends a loop besides success.
type CapKind string

// The kinds of cap. Endless: nothing in sight does.
const (
	Endless  CapKind = ""
	Counter  CapKind = "counter"  // attempts are counted
	Elements CapKind = "elements" // what is ranged over runs out
	Clock    CapKind = "clock"    // a time is compared
	Deadline CapKind = "deadline" // a context with a deadline is looked at
	Object   CapKind = "object"   // something else says when: Ongoing(), Next(), a helper that is given the counter
	Given    CapKind = "given"    // the knowledge of a library, or a fact
)

// Cap is the evidence that a loop ends.
type Cap struct {
	Kind     CapKind
	Attempts int64         // where Kind is Counter and the number is a constant; the first counts
	Within   time.Duration // where Kind is Clock and the time is a constant of a library's
	Limit    ssa.Value     // what is counted to, where that is not a constant
	More     int64         // how many attempts more than Limit there are
	Pos      token.Pos
	Stuck    bool // of a recursion: the number is looked at and handed on as it is
}

// Ctx is how a loop listens to the context in scope.
type Ctx struct {
	Value    ssa.Value       // the context a repeated call is given; nil: none
	Origin   contexts.Origin // of Value
	Param    *ssa.Parameter  // a context parameter of the function, or of one around it
	Listens  bool            // Done, Err or an error of the context decides in the loop
	Asks     bool            // Done or Err of a context is looked at
	Perhaps  bool            // something that may look at the context or its errors decides
	Stops    bool            // a channel other than a timer's is waited for
	Daemon   bool            // runs for as long as the program: main, a goroutine of its own
	Deadline bool            // Value, or the context listened to, has a deadline
}

func (r *Result) evidence(l *Loop, waits map[ssa.Instruction]bool) {
	l.pauses = waits
	l.Cap = r.cap(l)
	l.Ctx = r.listens(l, waits)
	if l.Cap.Kind == Endless && l.Ctx.Listens && l.Ctx.Deadline {
		l.Cap.Kind = Deadline
	}
}

// cap looks at every test that can leave the loop.
func (r *Result) cap(l *Loop) Cap {
	best := Cap{}
	better := func(c Cap) {
		rank := map[CapKind]int{Endless: 0, Object: 1, Elements: 2, Clock: 3, Counter: 4}
		if rank[c.Kind] > rank[best.Kind] || c.Kind == best.Kind && c.Attempts > 0 && (best.Attempts == 0 || c.Attempts < best.Attempts) {
			best = c
		}
	}
	for _, test := range l.deciding() {
		better(r.capOf(l, test))
	}
	l.each(func(instr ssa.Instruction) {
		if s, ok := instr.(*ssa.Select); ok {
			for _, st := range s.States {
				// A timer made before the loop bounds all of it.
				if isTimeChan(st.Chan.Type()) && l.before(st.Chan) {
					better(Cap{Kind: Clock, Pos: s.Pos()})
				}
			}
		}
	})
	return best
}

// deciding is the tests that leave the loop on one side, and those from which
// one side leads out without coming to the header again.
func (l *Loop) deciding() []*ssa.If {
	var out []*ssa.If
	for _, b := range l.list() {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && (l.leaves(b.Succs[0]) || l.leaves(b.Succs[1])) {
			out = append(out, test)
		}
	}
	return out
}

func (r *Result) capOf(l *Loop, test *ssa.If) Cap {
	cond := test.Cond
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	if phi, ok := cond.(*ssa.Phi); ok && l.holds(phi) {
		if l.once(phi) {
			return Cap{Kind: Counter, Attempts: 2, Pos: phi.Pos()}
		}
		out := Cap{}
		for _, e := range phi.Edges {
			if c := r.capOfValue(l, test, e); c.Kind != Endless {
				out = c
			}
		}
		return out
	}
	return r.capOfValue(l, test, cond)
}

func (r *Result) capOfValue(l *Loop, test *ssa.If, cond ssa.Value) Cap {
	pos := cond.Pos()
	switch c := cond.(type) {
	case *ssa.BinOp:
		if counted, ok := l.counted(test, c); ok {
			counted.Pos = pos
			return counted
		}
		if r.clock(l, c, 0) {
			return Cap{Kind: Clock, Pos: pos}
		}
		for _, side := range []ssa.Value{c.X, c.Y} {
			if call, ok := side.(*ssa.Call); ok && l.holds(call) && r.decides(l, call, isError(side.Type())) {
				return Cap{Kind: Object, Pos: pos}
			}
			if ext, ok := side.(*ssa.Extract); ok {
				if call, ok := ext.Tuple.(*ssa.Call); ok && l.holds(call) && r.decides(l, call, isError(side.Type())) {
					return Cap{Kind: Object, Pos: pos}
				}
			}
		}
	case *ssa.Extract:
		switch tuple := c.Tuple.(type) {
		case *ssa.Next:
			return Cap{Kind: Elements, Pos: pos}
		case *ssa.UnOp:
			return Cap{Kind: Elements, Pos: pos}
		case *ssa.Call:
			if l.holds(tuple) && r.decides(l, tuple, false) {
				return Cap{Kind: Object, Pos: pos}
			}
		}
	case *ssa.Call:
		switch {
		case r.clock(l, c, 0):
			return Cap{Kind: Clock, Pos: pos}
		case r.decides(l, c, false):
			return Cap{Kind: Object, Pos: pos}
		}
	}
	return Cap{}
}

// once reports whether a flag is set in the first round and looked at in the
// next, as in "if tried { return err }; tried = true".
func (l *Loop) once(phi *ssa.Phi) bool {
	next, init, ok := l.carried(phi)
	if !ok {
		return false
	}
	first, ok := init.(*ssa.Const)
	if !ok || first.Value == nil {
		return false
	}
	for _, n := range next {
		c, ok := n.(*ssa.Const)
		if !ok || c.Value == nil || c.Value.ExactString() == first.Value.ExactString() {
			return false
		}
	}
	return len(next) > 0
}

// decides reports whether a call may know when it is enough: it is given the
// counter, or it is asked of something that has a memory, and not of the
// error alone.
func (r *Result) decides(l *Loop, call *ssa.Call, failed bool) bool {
	c := call.Common()
	if isContextQuestion(c) || failed && !retryObject.MatchString(calleeName(c)) {
		return false
	}
	name := qualified(c)
	if name == "errors.Is" || name == "errors.As" {
		return false
	}
	for _, arg := range c.Args {
		if phi, ok := arg.(*ssa.Phi); ok && l.counts(phi) {
			return true
		}
		if bin, ok := arg.(*ssa.BinOp); ok {
			if phi, ok := bin.X.(*ssa.Phi); ok && l.counts(phi) {
				return true
			}
		}
	}
	kind, _ := r.kind(call)
	if kind == Value {
		return errorArg(c) == nil || len(c.Args) > 1
	}
	if len(c.Args) == 0 && !c.IsInvoke() && returnsBool(c) {
		return true // a condition of its own: starting()
	}
	if c.IsInvoke() || c.Signature().Recv() != nil {
		return retryObject.MatchString(calleeName(c))
	}
	return false
}

// clock reports whether a condition looks at the time.
func (r *Result) clock(l *Loop, v ssa.Value, depth int) bool {
	if depth > 5 || v == nil {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		switch qualified(v.Common()) {
		case "time.Now", "time.Since", "time.Until", "(time.Time).After", "(time.Time).Before", "(time.Time).Sub", "(time.Time).Compare", "(time.Time).Equal":
			return true
		}
		if c := v.Common(); c.IsInvoke() && (c.Method.Name() == "Since" || c.Method.Name() == "Now") {
			return true
		}
		for _, arg := range v.Call.Args {
			if calls.Named(arg.Type()) == "time.Time" && r.clock(l, arg, depth+1) {
				return true
			}
		}
	case *ssa.BinOp:
		return r.clock(l, v.X, depth+1) || r.clock(l, v.Y, depth+1)
	case *ssa.Convert:
		return r.clock(l, v.X, depth+1)
	case *ssa.UnOp:
		return v.Op != token.MUL && r.clock(l, v.X, depth+1)
	case *ssa.Phi:
		// A sum of the delays so far.
		if next, _, ok := l.carried(v); ok && calls.Named(v.Type()) == "time.Duration" {
			for _, n := range next {
				if b, ok := n.(*ssa.BinOp); ok && b.Op == token.ADD {
					return true
				}
			}
		}
	}
	return false
}

// before reports whether a channel was made before the loop.
func (l *Loop) before(ch ssa.Value) bool {
	switch c := ch.(type) {
	case *ssa.UnOp:
		if fa, ok := c.X.(*ssa.FieldAddr); ok && c.Op == token.MUL {
			made, ok := fa.X.(*ssa.Call)
			return ok && !l.holds(made) && qualified(made.Common()) == "time.NewTimer"
		}
	case *ssa.Call:
		return !l.holds(c) && qualified(c.Common()) == "time.After"
	}
	return false
}
