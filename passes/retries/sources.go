package retries

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// sources finds the calls of a loop whose result a value is, or was made from:
// through joins, variables that literals capture, conversions, and functions
// that wrap an error.
type sources struct {
	loop *Loop
	seen map[ssa.Value]bool
	out  []ssa.CallInstruction
}

func (l *Loop) sourcesOf(v ssa.Value) []ssa.CallInstruction {
	s := sources{loop: l, seen: map[ssa.Value]bool{}}
	s.visit(v)
	return s.out
}

func (s *sources) visit(v ssa.Value) {
	if v == nil || s.seen[v] || len(s.seen) > 200 {
		return
	}
	s.seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			s.visit(e)
		}
	case *ssa.Extract:
		s.visit(v.Tuple)
	case *ssa.TypeAssert:
		s.visit(v.X)
	case *ssa.ChangeInterface:
		s.visit(v.X)
	case *ssa.MakeInterface:
		s.visit(v.X)
	case *ssa.ChangeType:
		s.visit(v.X)
	case *ssa.FieldAddr:
		s.visit(v.X)
	case *ssa.Field:
		s.visit(v.X)
	case *ssa.IndexAddr:
		s.visit(v.X)
	case *ssa.BinOp:
		s.visit(v.X)
		s.visit(v.Y)
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return
		}
		s.visit(v.X)
	case *ssa.Alloc:
		for _, val := range stores(v) {
			s.visit(val)
		}
	case *ssa.FreeVar:
		// A variable of the function around: what this literal stores in it.
		for _, val := range stores(v) {
			s.visit(val)
		}
	case *ssa.Call:
		s.call(v)
	}
}

// call: a wrapper hands on the error it is given; a method without arguments
// speaks of the call that made its receiver (rows.Err, token.Error).
func (s *sources) call(c *ssa.Call) {
	if !s.loop.holds(c) {
		return
	}
	common := c.Common()
	if wraps(c) {
		for _, arg := range common.Args {
			if isError(arg.Type()) || isSliceOfAny(arg.Type()) {
				s.visit(arg)
			}
		}
		return
	}
	if of := asked(common); of != nil {
		before := len(s.out)
		s.visit(of)
		if len(s.out) > before {
			return
		}
	}
	s.out = append(s.out, c)
}

// wraps reports whether the call makes an error of an error.
func wraps(c *ssa.Call) bool {
	res := c.Call.Signature().Results()
	if res.Len() != 1 || !isError(res.At(0).Type()) {
		return false
	}
	if qualified(c.Common()) == "fmt.Errorf" {
		return true
	}
	for _, arg := range c.Call.Args {
		if isError(arg.Type()) {
			return true
		}
	}
	return false
}

func isSliceOfAny(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	i, ok := s.Elem().Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// asked is the receiver of a method that takes nothing and tells an error or
// a verdict of an earlier call.
func asked(c *ssa.CallCommon) ssa.Value {
	switch calleeName(c) {
	case "Err", "Result", "Error", "IsError", "IsSuccess", "GetError", "Unwrap", "Cause", "StatusCode", "Status":
	default:
		return nil
	}
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) == 1 {
		return c.Args[0]
	}
	return nil
}

// stores lists what is stored in a variable, also through the literals that
// capture it, and at an element of an array made for a variadic call.
func stores(addr ssa.Value) []ssa.Value {
	var out []ssa.Value
	if addr.Referrers() == nil {
		return nil
	}
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				out = append(out, ref.Val)
			}
		case *ssa.IndexAddr:
			if ref.X == addr {
				out = append(out, stores(ref)...)
			}
		}
	}
	return out
}
