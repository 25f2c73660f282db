package retries

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// walk follows every way from one execution of a call to the next, or out of
// the loop, and remembers on each what the tests on the way say of the call:
// that is what makes a loop a retry, and where its wait must be.
//
// It resolves joins by the way it came, so that a flag set in an error branch
// and tested later is understood, and skips ways that contradict a test
// already passed.
type walk struct {
	loop    *Loop
	from    ssa.CallInstruction
	tests   map[*ssa.If]test
	about   map[*ssa.If]bool   // tests that look at the call
	keep    map[ssa.Value]bool // values whose outcome matters more than once
	waits   map[ssa.Instruction]bool
	back    map[ssa.Instruction]bool // of a recursion: the calls of itself
	seen    map[string]bool
	numbers map[any]uint64 // of values and names, for the keys of ways
	text    []byte         // room for a key
	result  *Attempt
	counts  []*ssa.Phi // the numbers of attempts that limit the loop
	decides bool       // the call returns a bool and an error, and only the bool is looked at
	over    bool       // too many ways: nothing is known
}

type sentinel struct {
	value ssa.Value
	name  string
}

type way struct {
	block  *ssa.BasicBlock
	start  int
	known  notes[ssa.Value, outcome]
	class  notes[sentinel, bool] // whether a value is, or is of, a particular error
	alias  notes[ssa.Value, ssa.Value]
	said   outcome // of the call, by error or status
	flag   outcome // of the call, by a bool or nil result
	state  bool    // said by a status
	others bool    // another call failed on the way
	waited bool
	turned bool // the head of the loop was passed
	free   bool // and this round is not counted
}

const mostStates = 6000

func (l *Loop) walk(from ssa.CallInstruction, tests map[*ssa.If]test, about map[*ssa.If]bool, waits map[ssa.Instruction]bool) *Attempt {
	return l.walkTo(nil, from, tests, about, waits)
}

// walkTo is walk for a recursion, where the next attempt is one of back.
func (l *Loop) walkTo(back map[ssa.Instruction]bool, from ssa.CallInstruction, tests map[*ssa.If]test, about map[*ssa.If]bool, waits map[ssa.Instruction]bool) *Attempt {
	w := &walk{loop: l, from: from, tests: tests, about: about, waits: waits, back: back, seen: map[string]bool{}, numbers: map[any]uint64{}, counts: l.counters(), result: &Attempt{Call: from, waitAll: true}}
	w.choose()
	w.decides = w.onlyFlag()
	at := 0
	for i, instr := range from.Block().Instrs {
		if instr == ssa.Instruction(from) {
			at = i + 1
		}
	}
	w.follow(way{block: from.Block(), start: at})
	if w.over {
		l.large = true
		return nil
	}
	w.result.waitAll = w.result.waitAll && w.result.waitSome
	return w.result
}

// choose finds the values worth remembering: tested twice, or joined into
// something that is tested.
func (w *walk) choose() {
	w.keep = map[ssa.Value]bool{}
	count := map[ssa.Value]int{}
	var phis func(v ssa.Value)
	phis = func(v ssa.Value) {
		if w.keep[v] {
			return
		}
		if phi, ok := v.(*ssa.Phi); ok && w.loop.holds(phi) {
			w.keep[v] = true
			for _, e := range phi.Edges {
				w.keep[strip(e)] = true
				phis(e)
			}
		}
	}
	for _, t := range w.tests {
		v := strip(t.value)
		if count[v]++; count[v] > 1 {
			w.keep[v] = true
		}
		phis(v)
	}
	for _, n := range w.counts {
		phis(n)
	}
}

// onlyFlag: of a bool and an error that a call returns, the tests look at the
// bool alone.
func (w *walk) onlyFlag() bool {
	flags := 0
	for t := range w.about {
		if w.tests[t].kind != byFlag {
			return false
		}
		ext, ok := w.tests[t].value.(*ssa.Extract)
		if !ok || ext.Tuple != w.from.Value() {
			return false
		}
		flags++
	}
	return flags > 0 && fallible(w.from)
}

// final reports whether a call ends the program or the goroutine.
func final(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	switch calleeName(call.Common()) {
	case "Fatal", "Fatalf", "Fatalln", "FatalDepth":
		return true
	case "Exit", "Goexit":
		name := qualified(call.Common())
		return name == "os.Exit" || name == "runtime.Goexit"
	}
	return false
}

// strip removes what does not change whether a value is nil or true.
func strip(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

func (w *walk) follow(at way) {
	for i := at.start; i < len(at.block.Instrs); i++ {
		instr := at.block.Instrs[i]
		switch {
		case instr == ssa.Instruction(w.from):
			if at.turned {
				w.again(at)
			}
			return
		case final(instr):
			w.exit(at)
			return
		case w.back[instr]:
			w.again(at)
			return
		case w.waits[instr]:
			at.waited = true
		}
		// What is computed anew is no longer what was tested.
		if v, ok := instr.(ssa.Value); ok && w.keep[v] {
			if _, phi := v.(*ssa.Phi); !phi {
				at.known = at.known.without(v)
			}
		}
	}
	switch last := at.block.Instrs[len(at.block.Instrs)-1].(type) {
	case *ssa.If:
		w.branch(at, last)
	default:
		for _, s := range at.block.Succs {
			w.enter(at, s)
		}
		if len(at.block.Succs) == 0 {
			w.exit(at)
		}
	}
}

func (w *walk) branch(at way, test *ssa.If) {
	t, ok := w.tests[test]
	if !ok {
		w.enter(at, at.block.Succs[0])
		w.enter(at, at.block.Succs[1])
		return
	}
	v := at.resolve(strip(t.value))
	for i, says := range []outcome{t.yes, t.no} {
		is := sentinel{v, t.name}
		// Whether it is that error was answered before; unequal turns the branches.
		equal := (i == 0) == (t.yes == fail)
		if was, asked := at.class.of(is); asked && t.kind == byClass && t.name != "" && was != equal {
			continue
		}
		if known, _ := at.known.of(v); known != unknown && says != unknown && known != says {
			continue
		}
		next := at
		if says != unknown && (w.keep[v] || w.keep[strip(t.value)]) {
			w.know(&next, v, says)
		}
		if t.kind == byClass && strings.Contains(t.name, ".") {
			w.classify(&next, is, equal)
		}
		w.hear(&next, t, test, v, says)
		w.enter(next, at.block.Succs[i])
	}
}

// hear notes what a branch says of the call, or of another.
func (w *walk) hear(at *way, t test, test *ssa.If, v ssa.Value, says outcome) {
	if says == unknown {
		return
	}
	if !w.about[test] || !w.mine(v) {
		if says == fail && t.kind != byFlag && t.kind != byValue {
			at.others = true
		}
		return
	}
	switch t.kind {
	case byFlag, byValue:
		if at.flag != fail {
			at.flag = says
		}
	case byState:
		if says == fail {
			at.said, at.state = fail, true
		} else if at.said == unknown {
			at.said = success
		}
	default:
		if says == fail {
			at.said = fail
		} else if at.said != fail {
			at.said = says
		}
	}
}

// mine reports whether the value tested on this way comes from the call.
func (w *walk) mine(v ssa.Value) bool {
	if _, constant := v.(*ssa.Const); constant {
		return false
	}
	for _, c := range w.loop.sourcesOf(v) {
		if c == w.from {
			return true
		}
	}
	return false
}

func (w *walk) enter(at way, to *ssa.BasicBlock) {
	if w.over {
		return
	}
	if w.loop.leaves(to) {
		w.exit(at)
		return
	}
	next := at
	next.start = 0
	w.join(&next, at.block, to)
	next.block = to
	next.turned = at.turned || to == w.loop.header
	if to == w.loop.header {
		next.free = w.uncounted(&at)
	}
	key := w.key(&next)
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	if len(w.seen) > mostStates {
		w.over = true
		return
	}
	w.follow(next)
}

// join resolves the joins at the head of a block by the way it was entered.
func (w *walk) join(at *way, from, to *ssa.BasicBlock) {
	edge := -1
	for i, p := range to.Preds {
		if p == from {
			edge = i
		}
	}
	type change struct {
		phi  *ssa.Phi
		val  ssa.Value
		says outcome
	}
	var changes []change
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if !w.keep[phi] || edge < 0 {
			continue
		}
		v := at.resolve(strip(phi.Edges[edge]))
		says, _ := at.known.of(v)
		if c, ok := v.(*ssa.Const); ok {
			says = ofConst(c)
		}
		changes = append(changes, change{phi, v, says})
	}
	for _, c := range changes {
		at.known = at.known.without(c.phi)
		at.alias = at.alias.without(c.phi)
		if c.says != unknown {
			w.know(at, c.phi, c.says)
			w.know(at, c.val, c.says)
		}
		if c.val != ssa.Value(c.phi) {
			w.equate(at, c.phi, c.val)
		}
	}
}

func ofConst(c *ssa.Const) outcome {
	switch {
	case c.Value == nil && isErrorOrNil(c):
		return success
	case c.Value == nil:
		return fail
	case c.Value.String() == "true":
		return success
	case c.Value.String() == "false":
		return fail
	}
	return unknown
}

func isErrorOrNil(c *ssa.Const) bool { return isError(c.Type()) }

// again: the call is made once more.
func (w *walk) again(at way) {
	r := w.result
	switch {
	case at.said == fail:
		r.againFail, r.free = true, r.free || at.free
		r.Status, r.Errors = r.Status || at.state, r.Errors || !at.state
		r.waitSome = r.waitSome || at.waited
		r.waitAll = r.waitAll && at.waited
	case at.others:
		return
	case at.flag == fail:
		r.value = true
		r.waitSome = r.waitSome || at.waited
		r.waitAll = r.waitAll && at.waited
	case w.decides && at.flag == success && at.said == unknown:
		r.againFlag = true // "again, err := f(); if !again { return err }"
		r.waitSome = r.waitSome || at.waited
		r.waitAll = r.waitAll && at.waited
	default:
		r.againOK = true
		r.okWait = r.okWait || at.waited
	}
}

// exit: the loop is left, or the function.
func (w *walk) exit(at way) {
	switch {
	case at.said == fail:
		w.result.exitFail = true
	case !at.others:
		w.result.exitOK = true
	}
}
