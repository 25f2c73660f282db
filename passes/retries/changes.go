package retries

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Changes says what is different in the next attempt.
type Changes struct {
	Element  bool                  // an element of what is ranged over, or received
	Index    bool                  // chosen by the counter: hosts[i%n]
	Counter  bool                  // the number of the attempt itself
	Previous bool                  // what an earlier round answered
	Advances bool                  // a variable that moves: a cursor, an offset, a list that gets shorter
	Fresh    []ssa.CallInstruction // calls of the same round that an argument comes from
}

// changes follows the arguments of a repeated call back to what differs from
// round to round.
func (r *Result) changes(l *Loop, a *Attempt) Changes {
	s := slicer{loop: l, of: a.Call, seen: map[ssa.Value]bool{}}
	c := a.Call.Common()
	if c.IsInvoke() {
		s.visit(c.Value, false)
	} else if _, static := c.Value.(*ssa.Function); !static {
		s.visit(c.Value, false)
	}
	for _, arg := range c.Args {
		if calls.IsContext(arg.Type()) {
			continue
		}
		s.visit(arg, false)
		s.chosen(arg)
	}
	return s.out
}

// chosen looks for what each round puts into a field of something that the
// call is given: conn.current = conn.pool[i].
func (s *slicer) chosen(v ssa.Value) {
	if _, pointer := v.Type().Underlying().(*types.Pointer); !pointer || s.loop.holds(v) || v.Referrers() == nil {
		return
	}
	for _, ref := range *v.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok || !s.loop.holds(fa) {
			continue
		}
		for _, val := range stores(fa) {
			if basic, ok := val.Type().Underlying().(*types.Basic); ok && basic.Info()&types.IsString == 0 || isError(val.Type()) {
				continue // a delay, a count
			}
			one := slicer{loop: s.loop, of: s.of, seen: map[ssa.Value]bool{}}
			one.visit(val, false)
			s.out.Element = s.out.Element || one.out.Element
			s.out.Index = s.out.Index || one.out.Index
		}
	}
}

type slicer struct {
	loop *Loop
	of   ssa.CallInstruction
	seen map[ssa.Value]bool
	out  Changes
}

// visit follows v; index is true where v only chooses among others.
func (s *slicer) visit(v ssa.Value, index bool) {
	if v == nil || s.seen[v] || len(s.seen) > 300 {
		return
	}
	s.seen[v] = true
	switch v := v.(type) {
	case *ssa.Alloc:
		if s.loop.holds(v) || s.storedInLoop(v) {
			for _, val := range s.storedValues(v) {
				s.visit(val, index)
			}
		}
		return
	case *ssa.MakeClosure:
		for _, b := range v.Bindings {
			s.visit(b, index)
		}
		return
	}
	if !s.loop.holds(v) {
		return
	}
	if next, init, ok := s.loop.carried(v); ok {
		s.phi(v.(*ssa.Phi), next, init, index)
		return
	}
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			s.visit(e, index)
		}
	case *ssa.Next:
		s.out.Element = true
	case *ssa.Select:
		s.out.Element = true
	case *ssa.UnOp:
		switch {
		case v.Op == token.ARROW && !isTimeChan(v.X.Type()):
			s.out.Element = true
		case v.Op == token.MUL:
			s.load(v.X, index)
		default:
			s.visit(v.X, index)
		}
	case *ssa.IndexAddr:
		s.visit(v.X, index)
		s.visit(v.Index, true)
	case *ssa.Index:
		s.visit(v.X, index)
		s.visit(v.Index, true)
	case *ssa.Lookup:
		s.visit(v.X, index)
		s.visit(v.Index, true)
	case *ssa.Call:
		s.call(v, index)
	default:
		for _, op := range v.(ssa.Instruction).Operands(nil) {
			if *op != nil {
				s.visit(*op, index)
			}
		}
	}
}

// phi is a variable that goes from round to round: a counter, a cursor, or
// something of no consequence (an error, a delay, a context).
func (s *slicer) phi(phi *ssa.Phi, next []ssa.Value, init ssa.Value, index bool) {
	if isError(phi.Type()) || calls.IsContext(phi.Type()) || calls.Named(phi.Type()) == "time.Duration" {
		return
	}
	if s.loop.counts(phi) {
		_, ranged := s.loop.Node.(*ast.RangeStmt)
		switch {
		case index && ranged:
			s.out.Element = true
		case index:
			s.out.Index = true
		default:
			s.out.Counter = true
		}
		return
	}
	for _, n := range next {
		if n == ssa.Value(phi) {
			continue
		}
		if _, constant := n.(*ssa.Const); constant {
			continue
		}
		if len(s.loop.sourcesOf(n)) > 0 {
			s.out.Previous = true
		} else if s.moves(phi, n, 0) {
			s.out.Advances = true
		} else {
			s.visit(n, index)
		}
	}
}

// moves reports whether the next value is made of the present one: x[1:],
// off+n, node.next.
func (s *slicer) moves(phi *ssa.Phi, v ssa.Value, depth int) bool {
	if depth > 6 || !s.loop.holds(v) {
		return false
	}
	if v == ssa.Value(phi) {
		return depth > 0
	}
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			if e != ssa.Value(phi) && s.moves(phi, e, depth+1) {
				return true
			}
		}
	case *ssa.BinOp, *ssa.Slice, *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.Convert:
		for _, op := range v.(ssa.Instruction).Operands(nil) {
			if *op != nil && (*op == ssa.Value(phi) || s.moves(phi, *op, depth+1)) {
				return true
			}
		}
	}
	return false
}

// load reads memory: a variable that literals share, or a field. What this
// loop stores there in each round moves.
func (s *slicer) load(addr ssa.Value, index bool) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		s.visit(a, index)
	case *ssa.IndexAddr, *ssa.FieldAddr:
		if fa, ok := a.(*ssa.FieldAddr); ok && s.fieldAdvances(fa) {
			s.out.Advances = true
		}
		s.visit(addr, index)
	default:
		s.visit(addr, index)
	}
}

// fieldAdvances: the loop stores into the same field something made of it.
func (s *slicer) fieldAdvances(fa *ssa.FieldAddr) bool {
	found := false
	s.loop.each(func(instr ssa.Instruction) {
		st, ok := instr.(*ssa.Store)
		if !ok {
			return
		}
		to, ok := st.Addr.(*ssa.FieldAddr)
		if !ok || to.Field != fa.Field || !types.Identical(to.X.Type(), fa.X.Type()) {
			return
		}
		switch st.Val.Type().Underlying().(type) {
		case *types.Slice:
			found = true
		case *types.Basic:
			_, constant := st.Val.(*ssa.Const)
			found = found || !constant && calls.Named(st.Val.Type()) != "time.Duration"
		}
	})
	return found
}

func (s *slicer) storedInLoop(alloc *ssa.Alloc) bool {
	if alloc.Referrers() == nil || isError(deref(alloc.Type())) {
		return false
	}
	for _, ref := range *alloc.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(alloc) && s.loop.holds2(st) {
			return true
		}
	}
	return false
}

// storedValues is what is put into a variable or the fields of a struct.
func (s *slicer) storedValues(alloc *ssa.Alloc) []ssa.Value {
	out := stores(alloc)
	for _, ref := range *alloc.Referrers() {
		if fa, ok := ref.(*ssa.FieldAddr); ok {
			out = append(out, stores(fa)...)
		}
	}
	return out
}

func (s *slicer) call(c *ssa.Call, index bool) {
	if ssa.CallInstruction(c) == s.of {
		s.out.Previous = true
		return
	}
	if _, builtin := c.Call.Value.(*ssa.Builtin); !builtin {
		s.out.Fresh = append(s.out.Fresh, c)
	}
	if c.Call.IsInvoke() {
		s.visit(c.Call.Value, index)
	}
	for _, arg := range c.Call.Args {
		s.visit(arg, index)
	}
}

// holds2 is holds for an instruction that is no value.
func (l *Loop) holds2(instr ssa.Instruction) bool { return l.blocks[instr.Block()] }

// counts reports whether a variable goes up or down by a constant each round.
func (l *Loop) counts(phi *ssa.Phi) bool {
	if b, ok := phi.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return false
	}
	next, init, ok := l.carried(phi)
	if !ok || len(next) == 0 {
		return false
	}
	stepped := false
	for _, n := range next {
		if first, ok := constInt(init); ok {
			if again, ok := constInt(n); ok && again == first {
				continue // it starts anew after a success
			}
		}
		switch l.step(phi, n, 0) {
		case notStep:
			return false
		case oneStep:
			stepped = true
		}
	}
	return stepped
}

type stepping int

const (
	notStep stepping = iota
	noStep
	oneStep
)

// step reads one value of a counter in the next round: itself, itself ± a
// constant, or either of them.
func (l *Loop) step(phi *ssa.Phi, v ssa.Value, depth int) stepping {
	if v == ssa.Value(phi) {
		return noStep
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		_, constant := v.Y.(*ssa.Const)
		if (v.Op == token.ADD || v.Op == token.SUB) && constant && depth < 4 && l.step(phi, v.X, depth+1) != notStep {
			return oneStep
		}
	case *ssa.Phi:
		if depth > 3 || !l.holds(v) {
			return notStep
		}
		out := noStep
		for _, e := range v.Edges {
			switch l.step(phi, e, depth+1) {
			case notStep:
				return notStep
			case oneStep:
				out = oneStep
			}
		}
		return out
	}
	return notStep
}
