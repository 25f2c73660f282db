package retries

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ssa"
)

var retryObject = regexp.MustCompile(`(?i)ongoing|^next|nextbackoff|hasnext|more|^continue|should|allow|attempt|retr|step|wait|try|done|expired|can|backoff|exceeded|left|over`)

// counted reads a test as a comparison of a counter with something that stays
// the same, and counts the attempts where it is a constant.
func (l *Loop) counted(test *ssa.If, c *ssa.BinOp) (Cap, bool) {
	out := Cap{Kind: Counter}
	x, y, op := c.X, c.Y, c.Op
	if !l.counter(x) {
		x, y, op = y, x, mirror(op)
	}
	if !l.counter(x) {
		return out, false
	}
	if !types.Identical(x.Type(), y.Type()) {
		return out, true
	}
	limit, isConst := constInt(y)
	first, known := l.first(x)
	if !known {
		return out, true
	}
	if l.leaves(test.Block().Succs[0]) {
		op = negate(op)
	}
	stays := int64(0)
	down := l.down(x)
	switch {
	case op == token.LSS, op == token.NEQ && !down:
		stays = limit - first
	case op == token.LEQ:
		stays = limit - first + 1
	case op == token.GTR, op == token.NEQ && down:
		stays = first - limit
	case op == token.GEQ:
		stays = first - limit + 1
	}
	more := int64(0)
	if !l.beforeCalls(test) {
		more = 1
	}
	switch {
	case !isConst && !down && (op == token.LSS || op == token.NEQ || op == token.LEQ):
		out.Limit, out.More = y, stays+more // limit is 0 here
	case isConst && stays > 0 && stays <= 1<<30:
		out.Attempts = stays + more
	}
	return out, true
}

// counter reports whether v is a counter of this loop, or one a step ahead, or
// a number in memory that the loop counts up.
func (l *Loop) counter(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return l.counts(v)
	case *ssa.BinOp:
		_, constant := v.Y.(*ssa.Const)
		return (v.Op == token.ADD || v.Op == token.SUB) && constant && l.counter(v.X)
	case *ssa.Convert:
		return l.counter(v.X)
	case *ssa.ChangeType:
		return l.counter(v.X)
	case *ssa.UnOp:
		return v.Op == token.MUL && l.countedInMemory(v.X)
	}
	return false
}

// countedInMemory: a field or shared variable that is stored one more of itself.
func (l *Loop) countedInMemory(addr ssa.Value) bool {
	found := false
	l.each(func(instr ssa.Instruction) {
		st, ok := instr.(*ssa.Store)
		if !ok || !sameAddress(st.Addr, addr) {
			return
		}
		if b, ok := st.Val.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB) {
			if load, ok := b.X.(*ssa.UnOp); ok && load.Op == token.MUL && sameAddress(load.X, addr) {
				found = true
			}
		}
	})
	return found
}

func sameAddress(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok1 := a.(*ssa.FieldAddr)
	y, ok2 := b.(*ssa.FieldAddr)
	return ok1 && ok2 && x.Field == y.Field && types.Identical(x.X.Type(), y.X.Type())
}

// first is the value a counter has when it is tested for the first time.
func (l *Loop) first(v ssa.Value) (int64, bool) {
	switch v := v.(type) {
	case *ssa.Phi:
		_, init, ok := l.carried(v)
		if !ok {
			return 0, false
		}
		return constInt(init)
	case *ssa.BinOp:
		n, ok := l.first(v.X)
		by, ok2 := constInt(v.Y)
		if v.Op == token.SUB {
			by = -by
		}
		return n + by, ok && ok2
	case *ssa.Convert:
		return l.first(v.X)
	}
	return 0, false
}

// down reports whether the counter goes down.
func (l *Loop) down(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	if !ok {
		if b, ok := v.(*ssa.BinOp); ok {
			return b.Op == token.SUB || l.down(b.X)
		}
		return false
	}
	next, _, _ := l.carried(phi)
	for _, n := range next {
		if b, ok := n.(*ssa.BinOp); ok && b.Op == token.SUB {
			return true
		}
	}
	return false
}

// beforeCalls reports whether the test comes before what the loop calls: in
// its head, and not after the work.
func (l *Loop) beforeCalls(test *ssa.If) bool {
	if test.Block() != l.header {
		return false
	}
	for _, instr := range l.header.Instrs {
		if call, ok := instr.(*ssa.Call); ok {
			if _, builtin := call.Call.Value.(*ssa.Builtin); !builtin {
				return false
			}
		}
	}
	return true
}

func negate(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GEQ
	case token.GEQ:
		return token.LSS
	case token.GTR:
		return token.LEQ
	case token.LEQ:
		return token.GTR
	case token.EQL:
		return token.NEQ
	case token.NEQ:
		return token.EQL
	}
	return op
}

func constInt(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}
