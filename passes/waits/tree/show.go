package tree

import (
	"fmt"
	"strings"
	"time"
)

// String shows a function's tree, a node a line, for tests and for whoever
// wants to see why.
func (f *Func) String() string {
	var b strings.Builder
	f.show(&b, "")
	return b.String()
}

func (f *Func) show(b *strings.Builder, in string) {
	fmt.Fprintf(b, "%sfunc %s\n", in, f.Short)
	show(b, f.Body, in+"  ")
	for i, r := range f.Returns {
		if r != nil {
			fmt.Fprintf(b, "%s  returns %d: %s\n", in, i, r)
		}
	}
	for _, l := range f.Lits {
		l.show(b, in+"  ")
	}
}

func show(b *strings.Builder, nodes []Node, in string) {
	for i := range nodes {
		n := &nodes[i]
		fmt.Fprintf(b, "%s%s", in, n.Kind)
		switch n.Kind {
		case Sink:
			fmt.Fprintf(b, " %s", n.Wait.What)
			if n.Wait.Cap != nil {
				fmt.Fprintf(b, " at most %s", n.Wait.Cap)
			}
			if n.Wait.Tries != nil {
				fmt.Fprintf(b, " %s times", n.Wait.Tries)
			}
			if n.Wait.Ctx != nil {
				fmt.Fprintf(b, " under %s", n.Wait.Ctx)
			}
		case Deadline:
			fmt.Fprintf(b, " %d of %s in %s", n.N, n.Ctx, n.Num)
		case Aside:
			fmt.Fprintf(b, " for at most %s", n.Num)
		case Alt:
			switch {
			case n.Guard != nil && n.Guard.Done != nil:
				fmt.Fprintf(b, " if %s has ended", n.Guard.Done)
			case n.Guard != nil:
				fmt.Fprintf(b, " if %s %s %s", n.Guard.L, n.Guard.Op, n.Guard.R)
			case n.Free:
				b.WriteString(" free")
			}
		case Loop:
			for _, v := range n.Vars {
				fmt.Fprintf(b, " v%d=%s then %s", v.ID, v.Init, v.Next)
			}
			if n.Counted {
				b.WriteString(" counted")
			}
		case Exit:
			fmt.Fprintf(b, " %d of level %d", n.N, n.Level)
		case Call:
			switch {
			case n.Fn != nil:
				fmt.Fprintf(b, " %s", n.Fn)
			case n.Iface != "":
				fmt.Fprintf(b, " interface %s", n.Iface)
			default:
				fmt.Fprintf(b, " %s", strings.Join(n.Names, " or "))
			}
			b.WriteString(arguments(n.Args))
		case Unseen:
			fmt.Fprintf(b, " %s", n.Why)
		}
		if n.Again {
			b.WriteString(" again")
		}
		b.WriteByte('\n')
		show(b, n.Kids, in+"  ")
		if n.Inline != nil {
			n.Inline.show(b, in+"  ")
		}
	}
}

func arguments(args []Arg) string {
	var out []string
	for i, a := range args {
		switch {
		case a.Ctx != nil:
			out = append(out, fmt.Sprintf("%d=%s", i, a.Ctx))
		case a.Fn != nil:
			out = append(out, fmt.Sprintf("%d=%s", i, a.Fn))
		case a.Num != nil && a.Num.Op != Opaque:
			out = append(out, fmt.Sprintf("%d=%s", i, a.Num))
		}
	}
	return "(" + strings.Join(out, " ") + ")"
}

// String shows a context.
func (c *Ctx) String() string {
	up := strings.Repeat("^", c.Up)
	switch c.Kind {
	case CtxParam:
		return fmt.Sprintf("%sarg%d", up, c.N)
	case CtxMade:
		return fmt.Sprintf("%sctx%d", up, c.N)
	case CtxNone:
		return c.Text
	}
	return "?"
}

// String shows a function value.
func (v *FuncVal) String() string {
	switch {
	case v.IsPar:
		return fmt.Sprintf("%sarg%d", strings.Repeat("^", v.Up), v.Param)
	case v.Made != nil:
		name := strings.Join(v.Made.Names, " or ")
		if v.Made.Inline != nil {
			name = v.Made.Inline.Short
		}
		return "made by " + name + arguments(v.Made.Args)
	}
	return v.Name
}

// String shows an expression: large constants as durations.
func (e Expr) String() string {
	switch e.Op {
	case Opaque:
		return "?"
	case Const:
		if e.N >= 1000 || e.N <= -1000 {
			return time.Duration(e.N).String()
		}
		return fmt.Sprint(e.N)
	case Param:
		return fmt.Sprintf("%sarg%d", strings.Repeat("^", e.Up), e.N)
	case Carried:
		return fmt.Sprintf("%sv%d", strings.Repeat("^", e.Up), e.N)
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = a.String()
	}
	switch e.Op {
	case Add, Sub, Mul, Quo, Shl:
		return "(" + strings.Join(args, string(e.Op)) + ")"
	}
	return string(e.Op) + e.Text + "(" + strings.Join(args, ", ") + ")"
}
