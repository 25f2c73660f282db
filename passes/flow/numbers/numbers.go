// Package numbers reads what flow says of a number: the least and the most it
// may be. Times are in nanoseconds.
package numbers

import (
	"math"
	"strconv"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Interval is what is known of a number; the zero value: nothing.
type Interval struct {
	Lo, Hi  int64
	Known   bool
	Outside bool // it may be set from outside: flags, the environment, a file
}

// Exact reports whether it is one number.
func (i Interval) Exact() bool { return i.Known && i.Lo == i.Hi }

// Of is what a set of terms may be as a number.
func Of(r *flow.Resolver, p *flow.Package, s flow.Set, env *flow.Env) Interval {
	return Join(r, r.Resolve(p, s, env))
}

// Join is what any of several values may be. Values from outside the program do
// not make it unknown: it then speaks of the values that the code gives.
func Join(r *flow.Resolver, values []flow.Value) Interval {
	out, first := Interval{}, true
	outside := false
	for _, v := range values {
		if t := v.Term(); t.Op == flow.Unknown && flow.Reason(t.Sym) == flow.Outside {
			outside = true
			continue
		}
		x := of(r, v, 0)
		if !x.Known && x.Outside {
			outside = true
			continue
		}
		if !x.Known {
			return Interval{}
		}
		outside = outside || x.Outside
		if first {
			out, first = x, false
			continue
		}
		out.Lo, out.Hi = min(out.Lo, x.Lo), max(out.Hi, x.Hi)
	}
	out.Outside = outside
	return out
}

func of(r *flow.Resolver, v flow.Value, depth int) Interval {
	t := v.Term()
	switch t.Op {
	case flow.Const:
		if n, err := strconv.ParseInt(t.Sym, 10, 64); err == nil {
			return Interval{Lo: n, Hi: n, Known: true}
		}
	case flow.Zero, flow.Nil:
		return Interval{Known: true}
	case flow.Arith:
		if depth < 20 && len(t.Args) == 2 {
			return apply(t.Sym, side(r, v, t.Args[0], depth), side(r, v, t.Args[1], depth))
		}
	case flow.Call: // time.Now().Add(d)
		if t.Sym == "(time.Time).Add" && len(t.Args) == 2 {
			return side(r, v, t.Args[1], depth)
		}
		return given(r, v, t, depth)
	}
	return Interval{}
}

// given is what flags, the environment or a file say, or else the code.
func given(r *flow.Resolver, v flow.Value, t *flow.Term, depth int) Interval {
	row, ok := knowledge.OutsideOf(t.Sym)
	if !ok || t.N != 0 {
		return Interval{}
	}
	out := Interval{Outside: true}
	switch {
	case row.Default < 0 || row.Default >= len(t.Args) || depth > 20:
	case row.Text:
		for i, x := range r.Resolve(v.Pkg, t.Args[row.Default], v.Env) {
			n, ok := read(t.Sym, x.Term())
			switch {
			case !ok: // from outside, too
			case i == 0 || !out.Known:
				out.Lo, out.Hi, out.Known = n, n, true
			default:
				out.Lo, out.Hi = min(out.Lo, n), max(out.Hi, n)
			}
		}
	default:
		out = side(r, v, t.Args[row.Default], depth)
		out.Outside = true
	}
	if out.Known && out.Lo <= 0 { // whoever has no default expects to be told
		return Interval{Outside: true}
	}
	return out
}

// read is the number in a constant text.
func read(by string, t *flow.Term) (int64, bool) {
	if t.Op != flow.Const {
		return 0, false
	}
	text, err := strconv.Unquote(t.Sym)
	if err != nil {
		return 0, false
	}
	if by == "time.ParseDuration" {
		d, err := time.ParseDuration(text)
		return int64(d), err == nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

func side(r *flow.Resolver, v flow.Value, s flow.Set, depth int) Interval {
	out, first := Interval{}, true
	for _, x := range r.Resolve(v.Pkg, s, v.Env) {
		if t := x.Term(); t.Op == flow.Unknown && flow.Reason(t.Sym) == flow.Outside {
			out.Outside = true
			continue
		}
		i := of(r, x, depth+1)
		if !i.Known && i.Outside {
			out.Outside = true
			continue
		}
		if !i.Known {
			return Interval{}
		}
		if first {
			i.Outside = i.Outside || out.Outside
			out, first = i, false
			continue
		}
		out = Interval{min(out.Lo, i.Lo), max(out.Hi, i.Hi), true, out.Outside || i.Outside}
	}
	return out
}

func apply(op string, x, y Interval) Interval {
	outside := x.Outside || y.Outside
	if !x.Known || !y.Known {
		return Interval{Outside: outside && (x.Known || x.Outside) && (y.Known || y.Outside)}
	}
	switch op {
	case "+":
		return Interval{add(x.Lo, y.Lo), add(x.Hi, y.Hi), true, outside}
	case "-":
		return Interval{add(x.Lo, -y.Hi), add(x.Hi, -y.Lo), true, outside}
	case "*":
		a, b, c, d := mul(x.Lo, y.Lo), mul(x.Lo, y.Hi), mul(x.Hi, y.Lo), mul(x.Hi, y.Hi)
		return Interval{min(a, b, c, d), max(a, b, c, d), true, outside}
	case "/":
		if y.Lo > 0 && x.Lo >= 0 {
			return Interval{x.Lo / y.Hi, x.Hi / y.Lo, true, outside}
		}
	case "<<":
		if x.Lo >= 0 && y.Lo >= 0 && y.Hi < 62 {
			return Interval{mul(x.Lo, 1<<y.Lo), mul(x.Hi, 1<<y.Hi), true, outside}
		}
	case "min":
		return Interval{min(x.Lo, y.Lo), min(x.Hi, y.Hi), true, outside}
	case "max":
		return Interval{max(x.Lo, y.Lo), max(x.Hi, y.Hi), true, outside}
	}
	return Interval{}
}

func add(a, b int64) int64 {
	if sum := a + b; (sum > a) == (b > 0) {
		return sum
	} else if b > 0 {
		return math.MaxInt64
	}
	return math.MinInt64
}

func mul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if p := a * b; p/b == a && !(a == -1 && b == math.MinInt64) {
		return p
	} else if (a > 0) == (b > 0) {
		return math.MaxInt64
	}
	return math.MinInt64
}
