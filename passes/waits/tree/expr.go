package tree

import "math"

// Op is what an Expr does.
type Op string

// The operations.
const (
	Opaque  Op = ""      // not known
	Const   Op = "const" // N
	Param   Op = "param" // parameter N of the function Up literals out
	Carried Op = "var"   // Var N of a loop
	Add     Op = "+"
	Sub     Op = "-"
	Mul     Op = "*"
	Quo     Op = "/"
	Shl     Op = "<<"
	Min     Op = "min"
	Max     Op = "max"
	Random  Op = "rand" // anything from 0 up to, not including, Args[0]
	If      Op = "if"   // Args[0] Text Args[1] ? Args[2] : Args[3]
	Either  Op = "or"   // any of Args
	Between Op = "to"   // anything from Args[0] to Args[1]
)

// Expr is a number: nanoseconds, or a count.
type Expr struct {
	Op   Op     `json:"op,omitempty"`
	N    int64  `json:"n,omitempty"`
	Up   int    `json:"up,omitempty"`
	Text string `json:"text,omitempty"`
	Args []Expr `json:"args,omitempty"`
}

// Num is a constant.
func Num(n int64) Expr { return Expr{Op: Const, N: n} }

// Interval is what is known of a number; the zero value: nothing.
type Interval struct {
	Lo, Hi int64
	Known  bool
}

// Exactly is a single number.
func Exactly(n int64) Interval { return Interval{n, n, true} }

func (v Interval) exact() bool { return v.Known && v.Lo == v.Hi }

func (v Interval) join(w Interval) Interval {
	if !v.Known || !w.Known {
		return Interval{}
	}
	return Interval{min(v.Lo, w.Lo), max(v.Hi, w.Hi), true}
}

// Scope gives the values of parameters and carried variables.
type Scope interface {
	Param(n, up int) Interval
	Carried(n, up int) Interval
}

// Eval is the value of an expression; a nil scope knows nothing.
func (e Expr) Eval(s Scope) Interval {
	arg := func(i int) Interval { return e.Args[i].Eval(s) }
	switch e.Op {
	case Const:
		return Exactly(e.N)
	case Param:
		if s != nil {
			return s.Param(int(e.N), e.Up)
		}
	case Carried:
		if s != nil {
			return s.Carried(int(e.N), e.Up)
		}
	case Add:
		return both(arg(0), arg(1), func(x, y Interval) Interval { return Interval{add(x.Lo, y.Lo), add(x.Hi, y.Hi), true} })
	case Sub:
		return both(arg(0), arg(1), func(x, y Interval) Interval { return Interval{add(x.Lo, -y.Hi), add(x.Hi, -y.Lo), true} })
	case Mul:
		return both(arg(0), arg(1), func(x, y Interval) Interval {
			a, b, c, d := mul(x.Lo, y.Lo), mul(x.Lo, y.Hi), mul(x.Hi, y.Lo), mul(x.Hi, y.Hi)
			return Interval{min(a, b, c, d), max(a, b, c, d), true}
		})
	case Quo:
		return both(arg(0), arg(1), func(x, y Interval) Interval {
			if y.Lo <= 0 || x.Lo < 0 {
				return Interval{}
			}
			return Interval{x.Lo / y.Hi, x.Hi / y.Lo, true}
		})
	case Shl:
		return both(arg(0), arg(1), shift)
	case Min:
		return both(arg(0), arg(1), func(x, y Interval) Interval { return Interval{min(x.Lo, y.Lo), min(x.Hi, y.Hi), true} })
	case Max:
		return both(arg(0), arg(1), func(x, y Interval) Interval { return Interval{max(x.Lo, y.Lo), max(x.Hi, y.Hi), true} })
	case Random:
		if x := arg(0); x.Known && x.Hi > 0 {
			return Interval{0, x.Hi - 1, true}
		}
	case If:
		switch compare(e.Text, arg(0), arg(1)) {
		case yes:
			return arg(2)
		case no:
			return arg(3)
		}
		return arg(2).join(arg(3))
	case Either:
		out := arg(0)
		for i := range e.Args[1:] {
			out = out.join(arg(i + 1))
		}
		return out
	case Between:
		return both(arg(0), arg(1), func(x, y Interval) Interval { return Interval{x.Lo, max(x.Lo, y.Hi), true} })
	}
	return Interval{}
}

// Varies reports whether it has in it what a loop carries from round to round.
func (e *Expr) Varies() bool {
	if e.Op == Carried {
		return true
	}
	for i := range e.Args {
		if e.Args[i].Varies() {
			return true
		}
	}
	return false
}

func both(x, y Interval, f func(x, y Interval) Interval) Interval {
	if !x.Known || !y.Known {
		return Interval{}
	}
	return f(x, y)
}

func shift(x, y Interval) Interval {
	if y.Lo < 0 || y.Hi > 62 || x.Lo < 0 {
		return Interval{}
	}
	return Interval{mul(x.Lo, 1<<y.Lo), mul(x.Hi, 1<<y.Hi), true}
}

type answer int

const (
	unsure answer = iota
	yes
	no
)

// compare decides a comparison of intervals.
func compare(op string, x, y Interval) answer {
	if !x.Known || !y.Known && !alone(op) {
		return unsure
	}
	switch op {
	case "<":
		return decide(x.Hi < y.Lo, x.Lo >= y.Hi)
	case "<=":
		return decide(x.Hi <= y.Lo, x.Lo > y.Hi)
	case ">":
		return decide(x.Lo > y.Hi, x.Hi <= y.Lo)
	case ">=":
		return decide(x.Lo >= y.Hi, x.Hi < y.Lo)
	case "==":
		return decide(x.exact() && y.exact() && x.Lo == y.Lo, x.Hi < y.Lo || x.Lo > y.Hi)
	case "!=":
		return decide(x.Hi < y.Lo || x.Lo > y.Hi, x.exact() && y.exact() && x.Lo == y.Lo)
	case True:
		return decide(x.exact() && x.Lo == 1, x.exact() && x.Lo == 0)
	case IsNil:
		return decide(x.exact() && x.Lo == 0, x.exact() && x.Lo != 0)
	case Flag:
		return decide(x.exact() && y.exact() && x.Lo&y.Lo != 0, x.exact() && y.exact() && x.Lo&(y.Lo>>1) != 0)
	case NotNil:
		return decide(false, x.exact() && x.Lo == 0)
	}
	return unsure
}

// alone: a test asks for one value only.
func alone(op string) bool { return op == True || op == IsNil || op == NotNil }

// Fixed reports whether a comparison asks for nothing but constants.
func (g *Guard) Fixed() bool {
	return g.Done == nil && g.L.Op == Const && (g.R.Op == Const || alone(g.Op))
}

// Holds reports whether a comparison of constants is true.
func (g *Guard) Holds() bool { return compare(g.Op, g.L.Eval(nil), g.R.Eval(nil)) == yes }

func decide(holds, fails bool) answer {
	switch {
	case holds:
		return yes
	case fails:
		return no
	}
	return unsure
}

// Forever is a time that never comes.
const Forever = math.MaxInt64

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
