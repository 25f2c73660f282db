package retries

import (
	"go/token"
	"regexp"
	"sort"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules"
)

// recursion finds a function that calls itself because a call failed, with the
// same thing to do.
func (r *Result) recursion(fn *ssa.Function) *Loop {
	var again []ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if ok && call.Common().StaticCallee() == fn && sameArguments(fn, call) {
				again = append(again, call)
			}
		}
	}
	if len(again) == 0 {
		return nil
	}
	l := &Loop{Form: Recursion, Fn: fn, Pos: again[0].Pos(), header: fn.Blocks[0], blocks: map[*ssa.BasicBlock]bool{}}
	for _, b := range fn.Blocks {
		l.blocks[b] = true
	}
	tests, about, order := r.tests(l)
	waits := r.waits(l)
	back := map[ssa.Instruction]bool{}
	for _, c := range again {
		back[c] = true
		delete(waits, c)
	}
	for _, c := range order {
		kind, effect := r.kind(c)
		if back[c] || kind == Local && !fallible(c) {
			continue
		}
		a := l.walkTo(back, c, tests, about[c], without(waits, c))
		if a == nil || !a.againFail || a.againOK {
			continue
		}
		a.Fn, a.Kind, a.Effect, a.depth = callee(c.Common()), kind, effect, r.depth(c)
		if waitsFirst(waits, c) {
			a.waitSome, a.waitAll = true, true
		}
		if kind == Local && !a.waitSome && !l.named() {
			continue
		}
		l.Calls = append(l.Calls, a)
		l.Returns = l.Returns || a.exitFail
	}
	if len(l.Calls) == 0 {
		return nil
	}
	l.Class, l.Confidence = Retry, rules.Medium
	l.filters(tests)
	l.pauses = waits
	l.Cap = r.recursionCap(l, again, tests)
	l.Ctx = r.listens(l, waits)
	l.noticed()
	r.judgeWait(l, waits)
	return l
}

// waitsFirst: the function begins with the wait.
func waitsFirst(waits map[ssa.Instruction]bool, c ssa.CallInstruction) bool {
	for w := range waits {
		if w != ssa.Instruction(c) && w.Block().Dominates(c.Block()) {
			return true
		}
	}
	return false
}

// sameArguments: what the function gives itself is what it was given, but for
// counters, delays, errors and contexts.
func sameArguments(fn *ssa.Function, call ssa.CallInstruction) bool {
	args := call.Common().Args
	if len(args) != len(fn.Params) {
		return false
	}
	for i, p := range fn.Params {
		a := args[i]
		if a == ssa.Value(p) || isNumber(p.Type()) || isError(p.Type()) || calls.IsContext(p.Type()) {
			continue
		}
		if _, constant := a.(*ssa.Const); constant {
			continue
		}
		if load, ok := a.(*ssa.UnOp); ok && load.Op == token.MUL {
			if alloc, ok := load.X.(*ssa.Alloc); ok && len(stores(alloc)) == 1 && stores(alloc)[0] == ssa.Value(p) {
				continue
			}
		}
		return false
	}
	return true
}

// recursionCap: a number is handed on one more or less, and looked at.
func (r *Result) recursionCap(l *Loop, again []ssa.CallInstruction, tests map[*ssa.If]test) Cap {
	for _, call := range again {
		for i, p := range l.Fn.Params {
			// A constant in the place of what the function looks at: the second
			// time is another way of doing it, and there is no third.
			if c, ok := call.Common().Args[i].(*ssa.Const); ok && refuses(p, c) {
				return Cap{Kind: Counter, Attempts: 2, Pos: c.Pos()}
			}
			if !isNumber(p.Type()) {
				continue
			}
			if b, ok := call.Common().Args[i].(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) {
				return Cap{Kind: Counter, Pos: b.Pos()}
			}
		}
	}
	out := Cap{Stuck: l.stuck(again)}
	if out.Stuck {
		return out
	}
	l.each(func(instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.If:
			if b, ok := instr.Cond.(*ssa.BinOp); ok {
				if r.clock(l, b, 0) {
					out = Cap{Kind: Clock, Pos: b.Pos()}
				}
				for _, side := range []ssa.Value{b.X, b.Y} {
					if load, ok := side.(*ssa.UnOp); ok && load.Op == token.MUL && l.countedInMemory(load.X) {
						out = Cap{Kind: Counter, Pos: b.Pos()}
					}
				}
			}
			if call, ok := instr.Cond.(*ssa.Call); ok {
				if r.clock(l, call, 0) || r.decides(l, call, false) || paramGiven(call) {
					out = Cap{Kind: Object, Pos: call.Pos()}
				}
			}
			if f, ok := instr.Cond.(*ssa.Parameter); ok && out.Kind == Endless {
				out = Cap{Kind: Object, Pos: f.Pos()} // func f(again bool)
			}
		}
	})
	return out
}

var leftOver = regexp.MustCompile(`(?i)retr|attempt|tries|left|remain|times`)

// stuck: a number that the function compares with a constant is handed on
// unchanged by every call of itself.
func (l *Loop) stuck(again []ssa.CallInstruction) bool {
	for i, p := range l.Fn.Params {
		if !isNumber(p.Type()) || !leftOver.MatchString(p.Name()) || !compared(p) {
			continue
		}
		same := true
		for _, call := range again {
			same = same && call.Common().Args[i] == ssa.Value(p)
		}
		if same {
			return true
		}
	}
	return false
}

// refuses reports whether a test of the parameter turns out differently for
// the constant than it must for the call: if d > 0 { again(0) }.
func refuses(p *ssa.Parameter, c *ssa.Const) bool {
	for _, ref := range *p.Referrers() {
		switch ref := ref.(type) {
		case *ssa.If:
			return c.Value != nil && c.Value.ExactString() == "false"
		case *ssa.BinOp:
			with, ok := constInt(ref.Y)
			n, ok2 := constInt(c)
			switch {
			case !ok || !ok2:
			case ref.Op == token.GTR, ref.Op == token.NEQ:
				return n <= with
			case ref.Op == token.GEQ, ref.Op == token.EQL:
				return n < with
			}
		case *ssa.UnOp:
			if ref.Op == token.NOT {
				return c.Value != nil && c.Value.ExactString() == "true"
			}
		}
	}
	return false
}

// compared: the number is looked at, or counted down for somebody else.
func compared(p *ssa.Parameter) bool {
	for _, ref := range *p.Referrers() {
		if b, ok := ref.(*ssa.BinOp); ok {
			switch b.Op {
			case token.SUB:
				return true // handed to another function as one less
			case token.LSS, token.LEQ, token.GTR, token.GEQ:
				if _, constant := constInt(b.Y); constant {
					return true
				}
			}
		}
	}
	return false
}

// paramGiven: a predicate that is given one of the numbers the function has.
func paramGiven(call *ssa.Call) bool {
	for _, arg := range call.Call.Args {
		if p, ok := arg.(*ssa.Parameter); ok && isNumber(p.Type()) {
			return true
		}
	}
	return false
}

// tests takes the conditions of a loop apart and says which calls they look at.
func (r *Result) tests(l *Loop) (tests map[*ssa.If]test, about map[ssa.CallInstruction]map[*ssa.If]bool, order []ssa.CallInstruction) {
	tests = map[*ssa.If]test{}
	about = map[ssa.CallInstruction]map[*ssa.If]bool{}
	for _, b := range l.list() {
		last, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		t := take(last.Cond)
		if t.kind == noTest {
			continue
		}
		tests[last] = t
		for _, c := range l.sourcesOf(t.value) {
			if isContextQuestion(c.Common()) {
				continue
			}
			if about[c] == nil {
				about[c] = map[*ssa.If]bool{}
				order = append(order, c)
			}
			about[c][last] = true
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return order[i].Pos() < order[j].Pos() })
	return tests, about, order
}
