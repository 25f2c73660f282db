// Package numbers reads what flow says of a number: the least and the most it
// may be. Times are in nanoseconds.
package numbers

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Interval is what is known of a number; the zero value: nothing.
type Interval struct {
	Lo, Hi  int64
	Known   bool
	Outside bool   // it may be set from outside: flags, the environment, a file
	Unless  string // what may set it, as a message names it: "-timeout"; empty: not known
	Where   string // the place that sets it, as a message names it; empty: the code does
}

// Exact reports whether it is one number.
func (i Interval) Exact() bool { return i.Known && i.Lo == i.Hi }

// Of is what a set of terms may be as a number.
func Of(r *flow.Resolver, p *flow.Package, s flow.Set, env *flow.Env) Interval {
	return Join(r, r.Resolve(p, s, env))
}

// Join is what any of several values may be. Values from outside the program do
// not make it unknown: it then speaks of the values that the code gives.
func Join(r *flow.Resolver, values []flow.Value) Interval { return join(r, values, 0) }

func join(r *flow.Resolver, values []flow.Value, depth int) Interval {
	out, outside := Interval{}, false
	for _, v := range values {
		if t := v.Term(); t.Op == flow.Unknown && flow.Reason(t.Sym) == flow.Outside {
			outside = true
			continue
		}
		x := of(r, v, depth)
		outside = outside || x.Outside
		switch {
		case !x.Known && x.Outside:
		case !x.Known:
			return Interval{}
		case !out.Known:
			out = x
		default:
			out.Lo, out.Hi = min(out.Lo, x.Lo), max(out.Hi, x.Hi)
			out.Unless, out.Where = cmp.Or(out.Unless, x.Unless), cmp.Or(out.Where, x.Where)
		}
	}
	out.Outside = outside
	return out
}

// of is one value as a number. What was found of it is kept with the resolver, since
// sums of sums ask for the same ones again and again; a number that is made of itself
// is not known, and says so while it is being looked at.
func of(r *flow.Resolver, v flow.Value, depth int) Interval {
	if kept, ok := r.Kept[v]; ok {
		i, _ := kept.(Interval)
		return i
	}
	if depth > deepest {
		return Interval{}
	}
	r.Kept[v] = Interval{}
	out := made(r, v, depth)
	r.Kept[v] = out
	return out
}

// deepest is how many sums within each other are followed.
const deepest = 50

func made(r *flow.Resolver, v flow.Value, depth int) Interval {
	t := v.Term()
	switch t.Op {
	case flow.Const:
		if n, err := strconv.ParseInt(t.Sym, 10, 64); err == nil {
			return Interval{Lo: n, Hi: n, Known: true}
		}
	case flow.Zero, flow.Nil:
		return Interval{Known: true}
	case flow.Arith:
		if len(t.Args) == 2 {
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
	name := named(r, v, t, row)
	if set, ok := told(r, name); ok {
		return set
	}
	if row.Name == knowledge.StructTag {
		for _, s := range t.Args[2:] {
			other, _ := constant(r, v, s)
			if set, ok := told(r, other); ok {
				return set
			}
		}
	}
	out := Interval{Outside: true}
	switch {
	case row.Default >= len(t.Args):
	case row.Default < 0:
		out = keyed(r, v, t, row)
	case row.Text:
		for i, x := range r.Resolve(v.Pkg, t.Args[row.Default], v.Env) {
			n, ok := read(t.Sym, x.Term())
			switch {
			case !ok: // from outside, too
				if set, ok := environment(r, x); ok {
					return set
				}
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
	out.Unless = name
	return out
}

// named is how a message calls what may say another: "-timeout", "APP_TIMEOUT".
func named(r *flow.Resolver, v flow.Value, t *flow.Term, row knowledge.Outside) string {
	arg, ok := row.Named()
	if !ok || arg >= len(t.Args) {
		return ""
	}
	name, ok := constant(r, v, t.Args[arg])
	if ok && name != "" && row.Flags() {
		return "-" + name
	}
	return name
}

// constant is the text that a set of terms is.
func constant(r *flow.Resolver, v flow.Value, s flow.Set) (string, bool) {
	values := r.Resolve(v.Pkg, s, v.Env)
	if len(values) != 1 || values[0].Term().Op != flow.Const {
		return "", false
	}
	text, err := strconv.Unquote(values[0].Term().Sym)
	return text, err == nil
}

// keyed is what the code says holds for the key that a getter is given.
func keyed(r *flow.Resolver, v flow.Value, t *flow.Term, row knowledge.Outside) Interval {
	out := Interval{Outside: true}
	arg, ok := row.Named()
	if !ok || arg >= len(t.Args) || r.Keys == nil {
		return out
	}
	key, ok := constant(r, v, t.Args[arg])
	if !ok {
		return out
	}
	for i, x := range r.Keys(key) {
		n, ok := literal(x.Term())
		switch {
		case !ok:
			return Interval{Outside: true}
		case i == 0:
			out.Lo, out.Hi, out.Known = n, n, true
		default:
			out.Lo, out.Hi = min(out.Lo, n), max(out.Hi, n)
		}
	}
	return out
}

// environment is what a file beside the code sets a variable to that is read.
func environment(r *flow.Resolver, x flow.Value) (Interval, bool) {
	t := x.Term()
	if t.Op != flow.Call || t.Sym != "os.Getenv" || len(t.Args) != 1 {
		return Interval{}, false
	}
	name, _ := constant(r, x, t.Args[0])
	return told(r, name)
}

// told is what a file beside the code sets a flag or a variable to.
func told(r *flow.Resolver, name string) (Interval, bool) {
	if r.Said == nil || name == "" {
		return Interval{}, false
	}
	text, where, ok := r.Said(name)
	if !ok {
		return Interval{}, false
	}
	n, ok := parse(text)
	return Interval{Lo: n, Hi: n, Known: true, Unless: name, Where: where}, ok && n > 0
}

// Keys finds what the code says of the keys of the configuration.
func Keys(w *flow.World, r *flow.Resolver) func(key string) []flow.Value {
	type said struct {
		pkg   *flow.Package
		value flow.Set
	}
	var index map[string][]said
	return func(key string) []flow.Value {
		if index == nil {
			index = map[string][]said{}
			for _, p := range w.Packages {
				for _, fn := range p.Funcs {
					for _, c := range fn.Calls {
						row, ok := knowledge.UsualOf(c.Static)
						if !ok || row.Key >= len(c.Args) || row.Value >= len(c.Args) {
							continue
						}
						for _, k := range r.Resolve(p, c.Args[row.Key], nil) {
							if text, err := strconv.Unquote(k.Term().Sym); err == nil && k.Term().Op == flow.Const {
								index[strings.ToLower(text)] = append(index[strings.ToLower(text)], said{p, c.Args[row.Value]})
							}
						}
					}
				}
			}
		}
		var out []flow.Value
		for _, s := range index[strings.ToLower(key)] {
			out = append(out, r.Resolve(s.pkg, s.value, nil)...)
		}
		return out
	}
}

// literal is the number of a constant, or of a constant text.
func literal(t *flow.Term) (int64, bool) {
	if t.Op != flow.Const {
		return 0, false
	}
	if n, err := strconv.ParseInt(t.Sym, 10, 64); err == nil {
		return n, true
	}
	text, err := strconv.Unquote(t.Sym)
	if err != nil {
		return 0, false
	}
	return parse(text)
}

// parse is the number in a text, or the time.
func parse(text string) (int64, bool) {
	if d, err := time.ParseDuration(text); err == nil {
		return int64(d), true
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// read is the number in a constant text.
func read(by string, t *flow.Term) (int64, bool) {
	if t.Op != flow.Const {
		return 0, false
	}
	text, err := strconv.Unquote(t.Sym)
	switch {
	case err != nil:
		return 0, false
	case by == knowledge.StructTag:
		return parse(text)
	case by == "time.ParseDuration":
		d, err := time.ParseDuration(text)
		return int64(d), err == nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// side is what one side of a sum, or another part of a number, may be.
func side(r *flow.Resolver, v flow.Value, s flow.Set, depth int) Interval {
	return join(r, r.Resolve(v.Pkg, s, v.Env), depth+1)
}

func apply(op string, x, y Interval) Interval {
	out := calculated(op, x, y)
	if out.Known {
		out.Unless, out.Where = cmp.Or(x.Unless, y.Unless), cmp.Or(x.Where, y.Where)
	}
	return out
}

func calculated(op string, x, y Interval) Interval {
	outside := x.Outside || y.Outside
	if !x.Known || !y.Known {
		return Interval{Outside: outside && (x.Known || x.Outside) && (y.Known || y.Outside)}
	}
	switch op {
	case "+":
		return Interval{Lo: add(x.Lo, y.Lo), Hi: add(x.Hi, y.Hi), Known: true, Outside: outside}
	case "-":
		return Interval{Lo: add(x.Lo, -y.Hi), Hi: add(x.Hi, -y.Lo), Known: true, Outside: outside}
	case "*":
		a, b, c, d := mul(x.Lo, y.Lo), mul(x.Lo, y.Hi), mul(x.Hi, y.Lo), mul(x.Hi, y.Hi)
		return Interval{Lo: min(a, b, c, d), Hi: max(a, b, c, d), Known: true, Outside: outside}
	case "/":
		if y.Lo > 0 && x.Lo >= 0 {
			return Interval{Lo: x.Lo / y.Hi, Hi: x.Hi / y.Lo, Known: true, Outside: outside}
		}
	case "<<":
		if x.Lo >= 0 && y.Lo >= 0 && y.Hi < 62 {
			return Interval{Lo: mul(x.Lo, 1<<y.Lo), Hi: mul(x.Hi, 1<<y.Hi), Known: true, Outside: outside}
		}
	case "min":
		return Interval{Lo: min(x.Lo, y.Lo), Hi: min(x.Hi, y.Hi), Known: true, Outside: outside}
	case "max":
		return Interval{Lo: max(x.Lo, y.Lo), Hi: max(x.Hi, y.Hi), Known: true, Outside: outside}
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
