package tree

import (
	"errors"
	"fmt"
)

// Valid says what is wrong with a tree that comes from elsewhere, as from a file
// that others have kept. On one that is valid a Clock runs.
func (f *Func) Valid() error {
	if f == nil {
		return errors.New("no function")
	}
	if err := nodes(f.Body); err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	for _, v := range f.Returns {
		if err := v.Valid(); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	for _, l := range f.Lits {
		if err := l.Valid(); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

// mostBound is how many parameters can be bound already.
const mostBound = 1_000

// Valid says what is wrong with a function as a value; nil is one that is not
// known.
func (v *FuncVal) Valid() error {
	switch {
	case v == nil:
		return nil
	case v.Param < 0 || v.Index < 0 || v.Skip < 0 || v.Skip > mostBound:
		return fmt.Errorf("function value %q counts wrongly", v.Name)
	case v.Made != nil:
		return v.Made.valid()
	}
	return nil
}

func nodes(list []Node) error {
	for i := range list {
		if err := list[i].valid(); err != nil {
			return err
		}
	}
	return nil
}

func (n *Node) valid() error {
	switch n.Kind {
	case Seq, Par, Exit, Call, Unseen:
	case Alt, Loop:
		if len(n.Kids) == 0 {
			return fmt.Errorf("%s of nothing", n.Kind)
		}
	case Sink:
		if n.Wait == nil {
			return errors.New("a wait for nothing")
		}
	case Deadline, Aside:
		if n.Num == nil {
			return errors.New("a deadline without a time")
		}
	default:
		return fmt.Errorf("unknown kind %q", n.Kind)
	}
	if n.Level < 0 {
		return fmt.Errorf("%s counts wrongly", n.Kind)
	}
	errs := []error{n.Ctx.valid(), n.Num.valid(), n.Fn.Valid(), n.Dyn.valid(), nodes(n.Kids)}
	for i := range n.Heeds {
		errs = append(errs, n.Heeds[i].valid())
	}
	for i := range n.Vars {
		errs = append(errs, n.Vars[i].Init.valid(), n.Vars[i].Next.valid())
	}
	if g := n.Guard; g != nil {
		errs = append(errs, g.L.valid(), g.R.valid(), g.Done.valid())
	}
	if w := n.Wait; w != nil {
		errs = append(errs, w.Ctx.valid(), w.Cap.valid(), w.Tries.valid())
	}
	for i := range n.Args {
		errs = append(errs, n.Args[i].Ctx.valid(), n.Args[i].Num.valid(), n.Args[i].Fn.Valid(), n.Args[i].Dyn.valid())
	}
	if n.Inline != nil {
		errs = append(errs, n.Inline.Valid())
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *Dyn) valid() error {
	if d != nil && d.Param < 0 {
		return errors.New("a parameter counts wrongly")
	}
	return nil
}

func (c *Ctx) valid() error {
	if c != nil && c.Kind == CtxParam && c.N < 0 {
		return errors.New("a context counts wrongly")
	}
	return nil
}

// operands is how many arguments an operation takes; -1: one or more.
var operands = map[Op]int{
	Opaque: 0, Const: 0, Param: 0, Carried: 0, Random: 1, Add: 2, Sub: 2, Mul: 2, Quo: 2, Shl: 2, Min: 2, Max: 2, Between: 2, If: 4, Either: -1,
}

func (e *Expr) valid() error {
	if e == nil {
		return nil
	}
	n, ok := operands[e.Op]
	if !ok || len(e.Args) != n && (n >= 0 || len(e.Args) == 0) || e.Op == Param && e.N < 0 {
		return fmt.Errorf("no expression: %q of %d", e.Op, len(e.Args))
	}
	for i := range e.Args {
		if err := e.Args[i].valid(); err != nil {
			return err
		}
	}
	return nil
}
