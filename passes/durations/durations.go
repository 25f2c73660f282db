// Package durations folds expressions to what is known of their value: a
// constant, an interval, or nothing.
//
// It knows arithmetic on constants, min and max, time.ParseDuration of a
// literal, package variables with one initialiser, and joins. It does not know
// fields and parameters: whoever asks may say what those are.
package durations

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"time"

	"golang.org/x/tools/go/ssa"
)

// Value is an interval of int64, nanoseconds where it stands for a duration.
type Value struct {
	Lo, Hi int64
	Known  bool // false: nothing is known, and Lo and Hi mean nothing
}

// Unknown is the value of which nothing is known.
var Unknown = Value{}

// Exactly is a single known value.
func Exactly(n int64) Value { return Value{n, n, true} }

// Exact is the value if it is a single one.
func (v Value) Exact() (int64, bool) { return v.Lo, v.Known && v.Lo == v.Hi }

// Zero reports whether the value is certainly 0.
func (v Value) Zero() bool { return v.Known && v.Lo == 0 && v.Hi == 0 }

// Positive reports whether the value is certainly above 0.
func (v Value) Positive() bool { return v.Known && v.Lo > 0 }

// Join is what holds when either value may be the one.
func (v Value) Join(w Value) Value {
	if !v.Known || !w.Known {
		return Unknown
	}
	return Value{min(v.Lo, w.Lo), max(v.Hi, w.Hi), true}
}

// String shows the value as a duration.
func (v Value) String() string {
	switch {
	case !v.Known:
		return "unknown"
	case v.Lo == v.Hi:
		return Short(time.Duration(v.Lo))
	}
	return fmt.Sprintf("%s…%s", Short(time.Duration(v.Lo)), Short(time.Duration(v.Hi)))
}

// Short prints a duration without the zero parts that Duration.String keeps:
// 5m, not 5m0s.
func Short(d time.Duration) string {
	s := d.String()
	if d < time.Minute || d%time.Second != 0 {
		return s
	}
	if n := len(s); n > 2 && s[n-2:] == "0s" && (s[n-3] == 'm') {
		s = s[:n-2]
	}
	if n := len(s); n > 2 && s[n-2:] == "0m" && s[n-3] == 'h' {
		s = s[:n-2]
	}
	return s
}

// Of folds v. The optional known is asked for values that Of cannot fold by
// itself (parameters, loads of fields), and first of joins.
func Of(v ssa.Value, known func(ssa.Value) Value) Value {
	return fold(v, known, 0)
}

const deepest = 20 // an expression nested deeper is not a constant anybody wrote

func fold(v ssa.Value, known func(ssa.Value) Value, depth int) Value {
	if depth > deepest {
		return Unknown
	}
	again := func(x ssa.Value) Value { return fold(x, known, depth+1) }
	switch v := v.(type) {
	case *ssa.Const:
		return ofConst(v)
	case *ssa.Convert:
		if isInteger(v.X.Type()) && isInteger(v.Type()) {
			return again(v.X)
		}
		if c, ok := v.X.(*ssa.Const); ok && c.Value != nil {
			return ofConst(c)
		}
	case *ssa.ChangeType:
		return again(v.X)
	case *ssa.BinOp:
		if x := again(v.X); x.Known {
			return binary(v.Op, x, again(v.Y))
		}
		return Unknown
	case *ssa.Phi:
		if known != nil {
			if val := known(v); val.Known {
				return val
			}
		}
		return phi(v, known, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if g, ok := v.X.(*ssa.Global); ok {
				if val := ofGlobal(g, again); val.Known {
					return val
				}
			}
		}
		if v.Op == token.SUB {
			if x := again(v.X); x.Known {
				return Value{-x.Hi, -x.Lo, true}
			}
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return ofCall(call, again)
		}
	case *ssa.Call:
		if val := ofCall(v, again); val.Known {
			return val
		}
	}
	if known != nil {
		return known(v)
	}
	return Unknown
}

func phi(v *ssa.Phi, known func(ssa.Value) Value, depth int) Value {
	var out Value
	for i, edge := range v.Edges {
		if edge == v {
			continue
		}
		val := fold(edge, known, depth+deepest/4)
		if !val.Known {
			return Unknown
		}
		if i == 0 {
			out = val
		} else {
			out = out.Join(val)
		}
	}
	return out
}

func ofConst(c *ssa.Const) Value {
	if c.Value == nil {
		if isInteger(c.Type()) {
			return Exactly(0)
		}
		return Unknown
	}
	n := constant.ToInt(c.Value)
	if n.Kind() != constant.Int {
		return Unknown
	}
	if i, ok := constant.Int64Val(n); ok {
		return Exactly(i)
	}
	return Unknown
}

// binary is interval arithmetic on values small enough not to overflow.
func binary(op token.Token, x, y Value) Value {
	if !x.Known || !y.Known {
		return Unknown
	}
	switch op {
	case token.ADD:
		return Value{add(x.Lo, y.Lo), add(x.Hi, y.Hi), true}
	case token.SUB:
		return Value{add(x.Lo, -y.Hi), add(x.Hi, -y.Lo), true}
	case token.MUL:
		a, b, c, d := mul(x.Lo, y.Lo), mul(x.Lo, y.Hi), mul(x.Hi, y.Lo), mul(x.Hi, y.Hi)
		return Value{min(a, b, c, d), max(a, b, c, d), true}
	case token.QUO:
		if y.Lo > 0 {
			return Value{min(x.Lo/y.Lo, x.Lo/y.Hi), max(x.Hi/y.Lo, x.Hi/y.Hi), true}
		}
	case token.SHL:
		if n, ok := y.Exact(); ok && n >= 0 && n < 62 {
			return Value{mul(x.Lo, 1<<n), mul(x.Hi, 1<<n), true}
		}
	}
	return Unknown
}

func add(a, b int64) int64 {
	if sum := a + b; (sum > a) == (b > 0) {
		return sum
	}
	return saturate(b > 0)
}

func mul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if p := a * b; p/b == a {
		return p
	}
	return saturate((a > 0) == (b > 0))
}

func saturate(positive bool) int64 {
	if positive {
		return math.MaxInt64
	}
	return math.MinInt64
}

func ofCall(call *ssa.Call, again func(ssa.Value) Value) Value {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok && (b.Name() == "min" || b.Name() == "max") {
		return extremum(b.Name(), call.Call.Args, again)
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil || fn.Object().Pkg().Path() != "time" {
		return Unknown
	}
	if fn.Name() == "ParseDuration" {
		if c, ok := call.Call.Args[0].(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
			if d, err := time.ParseDuration(constant.StringVal(c.Value)); err == nil {
				return Exactly(int64(d))
			}
		}
	}
	return Unknown
}

func extremum(name string, args []ssa.Value, again func(ssa.Value) Value) Value {
	out := again(args[0])
	for _, arg := range args[1:] {
		x := again(arg)
		switch {
		case !out.Known || !x.Known:
			return Unknown
		case name == "min":
			out = Value{min(out.Lo, x.Lo), min(out.Hi, x.Hi), true}
		default:
			out = Value{max(out.Lo, x.Lo), max(out.Hi, x.Hi), true}
		}
	}
	return out
}

// ofGlobal is the value of an unexported package variable that nothing but its
// initialiser writes.
func ofGlobal(g *ssa.Global, again func(ssa.Value) Value) Value {
	if g.Pkg == nil || g.Object() == nil || g.Object().Exported() {
		return Unknown
	}
	if b, ok := g.Object().Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsNumeric == 0 {
		return Unknown
	}
	var stored ssa.Value
	for _, member := range g.Pkg.Members {
		for _, fn := range functionsOf(member) {
			if !storesOnly(fn, g, &stored) {
				return Unknown
			}
		}
	}
	if stored == nil {
		return Unknown
	}
	return again(stored)
}

// functionsOf is a member function, or the methods of a member type.
func functionsOf(member ssa.Member) []*ssa.Function {
	switch m := member.(type) {
	case *ssa.Function:
		return []*ssa.Function{m}
	case *ssa.Type:
		var out []*ssa.Function
		if named, ok := m.Type().(*types.Named); ok {
			for method := range named.Methods() {
				if fn := m.Package().Prog.FuncValue(method); fn != nil {
					out = append(out, fn)
				}
			}
		}
		return out
	}
	return nil
}

// storesOnly looks through fn and its literals for uses of g's address other
// than loads; the one store allowed is remembered in stored.
func storesOnly(fn *ssa.Function, g *ssa.Global, stored *ssa.Value) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				if instr.Addr == g {
					if *stored != nil || fn.Name() != "init" {
						return false
					}
					*stored = instr.Val
				} else if instr.Val == g {
					return false
				}
			case *ssa.Call:
				for _, arg := range instr.Call.Args {
					if arg == g {
						return false
					}
				}
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if !storesOnly(anon, g, stored) {
			return false
		}
	}
	return true
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
