package retries

import (
	"go/token"
	"go/types"
	"math"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/delays"
	"github.com/timeoutlint/timeoutlint/passes/durations"
)

// Growth is how a wait gets longer.
type Growth struct {
	By      string          // "doubles", "shift", "power": exponential; empty: it does not grow so
	Factor  int64           // by which each wait is longer than the last, where known
	Clamped bool            // it is held below something in each round
	Late    bool            // it is held after the number may have overflowed
	First   durations.Value // the first wait, where it doubles
	Pos     token.Pos       // of the multiplication
	Max     durations.Value // the longest wait, where all numbers are constants
	Value   ssa.Value       // the multiplication itself
}

// growth looks for an exponential in what is waited, and whether it gets longer
// in any way.
func (r *Result) growth(l *Loop, v ssa.Value) (growth Growth, steps bool) {
	g := grower{r: r, loop: l, seen: map[ssa.Value]bool{}}
	g.visit(v, false, 0)
	if g.out.By == "" {
		return Growth{}, g.steps
	}
	if l.leavesAt(g.out.Value, 0) {
		g.out.Clamped, g.out.Late = true, false
	}
	l.longest(&g.out, v)
	return g.out, true
}

// leavesAt: the loop is left when the wait has become too long.
func (l *Loop) leavesAt(v ssa.Value, depth int) bool {
	if v == nil || v.Referrers() == nil || depth > 4 {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.BinOp:
			switch ref.Op {
			case token.LSS, token.GTR, token.LEQ, token.GEQ:
				for _, use := range *ref.Referrers() {
					if test, ok := use.(*ssa.If); ok && l.holds2(test) && (l.leaves(test.Block().Succs[0]) || l.leaves(test.Block().Succs[1])) {
						return true
					}
				}
			default:
				if l.leavesAt(ref, depth+1) {
					return true
				}
			}
		case *ssa.Convert:
			if l.leavesAt(ref, depth+1) {
				return true
			}
		}
	}
	return false
}

// stops reports whether the counter in an exponent does not go up in every
// round, as one that stays when the wait has reached its maximum.
func (l *Loop) stops(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		next, _, ok := l.carried(v)
		if !ok {
			return true // a choice: min, or a conditional step
		}
		for _, n := range next {
			if _, plain := n.(*ssa.BinOp); !plain {
				return true
			}
		}
	case *ssa.BinOp:
		return l.stops(v.X, depth+1) || l.stops(v.Y, depth+1)
	case *ssa.Convert:
		return l.stops(v.X, depth+1)
	}
	return false
}

type grower struct {
	r     *Result
	loop  *Loop
	seen  map[ssa.Value]bool
	out   Growth
	steps bool // it grows, by a step or by a table
}

// visit walks towards the exponential; held is whether something on the way
// holds its result below a limit.
func (g *grower) visit(v ssa.Value, held bool, depth int) {
	if v == nil || g.seen[v] || depth > 25 || g.out.By != "" {
		return
	}
	g.seen[v] = true
	if next, _, ok := g.loop.carried(v); ok {
		for _, n := range next {
			if factor, by, pos := g.grows(v.(*ssa.Phi), n, 0); by != "" {
				g.out = Growth{By: by, Factor: factor, Pos: pos, Clamped: held || g.heldNext(v.(*ssa.Phi), n), Value: v}
				return
			}
		}
		for _, n := range next {
			g.visit(n, held, depth+1)
		}
		return
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op == token.SHL && g.loop.countsIn(v.Y, 0) {
			stops := g.loop.stops(v.Y, 0)
			g.out = Growth{By: "shift", Factor: 2, Pos: v.Pos(), Clamped: held || stops, Late: held && !stops, Value: v}
			return
		}
		found := g.out.By != ""
		g.steps = g.steps || v.Op == token.MUL && (g.loop.countsIn(v.X, 0) || g.loop.countsIn(v.Y, 0))
		g.visit(v.X, held, depth+1)
		g.visit(v.Y, held, depth+1)
		if !found && g.out.By == "shift" && v.Op == token.MUL { // base * 1<<n
			for _, side := range []ssa.Value{v.X, v.Y} {
				if base := durations.Of(side, nil); base.Positive() {
					g.out.First = base
				}
			}
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			g.visit(e, held || len(v.Edges) > 1 && g.loop.holds(v), depth+1)
		}
	case *ssa.Convert:
		g.visit(v.X, held, depth+1)
	case *ssa.ChangeType:
		g.visit(v.X, held, depth+1)
	case *ssa.UnOp:
		if at, ok := v.X.(*ssa.IndexAddr); ok && g.loop.countsIn(at.Index, 0) {
			g.steps = true
		}
	case *ssa.Index:
		g.steps = g.steps || g.loop.countsIn(v.Index, 0)
	case *ssa.Call:
		name := qualified(v.Common())
		builtin, ok := v.Call.Value.(*ssa.Builtin)
		switch {
		case name == "math.Pow" && g.loop.countsIn(v.Call.Args[1], 0):
			stops := g.loop.stops(v.Call.Args[1], 0)
			g.out = Growth{By: "power", Pos: v.Pos(), Clamped: held || stops, Late: held && !stops, Value: v}
		case ok && builtin.Name() == "min", name == "math.Min":
			for _, arg := range v.Call.Args {
				g.visit(arg, true, depth+1)
			}
		case name == "math.Pow", strings.HasPrefix(name, "math."):
			for _, arg := range v.Call.Args {
				g.visit(arg, held, depth+1)
			}
		case strings.Contains(name, "math/rand"):
			for _, arg := range v.Call.Args {
				g.visit(arg, held, depth+1)
			}
		default:
			if made := g.r.delays.Returns(v); made != nil {
				g.made(v, made, held, depth)
			}
		}
	}
}

// made reads what a helper makes or waits of what this loop gives it.
func (g *grower) made(call *ssa.Call, made *delays.Made, held bool, depth int) {
	if made.By == "" {
		for _, arg := range call.Call.Args {
			if isNumber(arg.Type()) {
				g.visit(arg, true, depth+1) // the helper may hold it
			}
		}
		return
	}
	stops := false
	if made.Count != delays.Itself {
		if made.Count < 0 || made.Count >= len(call.Call.Args) || !g.loop.countsIn(call.Call.Args[made.Count], 0) {
			return
		}
		stops = g.loop.stops(call.Call.Args[made.Count], 0)
	}
	if !made.Exponential() {
		g.steps = true
		return
	}
	held = held || made.Clamped
	g.out = Growth{By: made.By, Pos: call.Pos(), Clamped: held || stops, Late: made.Late && !stops, Value: call}
	if made.By != "power" {
		g.out.Factor = 2
	}
}

// grows reads d*2, d+d, d<<1 of a variable d that goes from round to round.
func (g *grower) grows(phi *ssa.Phi, v ssa.Value, depth int) (factor int64, by string, pos token.Pos) {
	if depth > 5 || v == ssa.Value(phi) || !g.loop.holds(v) {
		return 0, "", 0
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		k, isConst := constInt(v.Y)
		x := unconvert(v.X)
		switch {
		case v.Op == token.MUL && x == ssa.Value(phi) && isConst && k > 1:
			return k, "doubles", v.Pos()
		case v.Op == token.MUL && unconvert(v.Y) == ssa.Value(phi):
			if k, ok := constInt(v.X); ok && k > 1 {
				return k, "doubles", v.Pos()
			}
		case v.Op == token.ADD && x == ssa.Value(phi) && unconvert(v.Y) == ssa.Value(phi):
			return 2, "doubles", v.Pos()
		case v.Op == token.SHL && x == ssa.Value(phi) && isConst && k > 0 && k < 16:
			return 1 << k, "doubles", v.Pos()
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if f, by, pos := g.grows(phi, e, depth+1); by != "" {
				return f, by, pos
			}
		}
	case *ssa.Convert:
		return g.grows(phi, v.X, depth+1)
	case *ssa.Call:
		for _, arg := range v.Call.Args {
			if f, by, pos := g.grows(phi, arg, depth+1); by != "" {
				return f, by, pos
			}
		}
	}
	return 0, "", 0
}

func unconvert(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// heldNext: the next value is a choice, or goes through a call: min(d*2, max),
// if d > max { d = max }, if d < max { d *= 2 }.
func (g *grower) heldNext(phi *ssa.Phi, next ssa.Value) bool {
	switch v := next.(type) {
	case *ssa.Phi, *ssa.Call:
		return true
	case *ssa.Convert:
		return g.heldNext(phi, v.X)
	}
	// d is compared with something in each round.
	for _, ref := range *phi.Referrers() {
		if b, ok := ref.(*ssa.BinOp); ok && (b.Op == token.LSS || b.Op == token.GTR || b.Op == token.LEQ || b.Op == token.GEQ) {
			return true
		}
	}
	if next.Referrers() != nil {
		for _, ref := range *next.Referrers() {
			if b, ok := ref.(*ssa.BinOp); ok && (b.Op == token.LSS || b.Op == token.GTR || b.Op == token.LEQ || b.Op == token.GEQ) {
				return true
			}
		}
	}
	return false
}

// countsIn reports whether a counter of the loop has a part in v.
func (l *Loop) countsIn(v ssa.Value, depth int) bool {
	if depth > 6 || v == nil {
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return l.counts(v)
	case *ssa.BinOp:
		return l.countsIn(v.X, depth+1) || l.countsIn(v.Y, depth+1)
	case *ssa.Convert:
		return l.countsIn(v.X, depth+1)
	case *ssa.UnOp:
		return v.Op == token.MUL && l.countedInMemory(v.X)
	}
	return false
}

// longest is the last wait, where the number of attempts and the first wait
// are constants.
func (l *Loop) longest(g *Growth, v ssa.Value) {
	if _, init, ok := l.carried(g.Value); ok && g.By == "doubles" {
		g.First = durations.Of(init, nil)
	}
	n := l.Cap.Attempts
	if l.Cap.Kind != Counter || n < 2 || n > 1000 {
		return
	}
	if g.By == "doubles" {
		if d, ok := g.First.Exact(); ok && d > 0 {
			out := float64(d) * math.Pow(float64(g.Factor), float64(n-2))
			g.Max = durations.Exactly(int64(math.Min(out, math.MaxInt64)))
		}
		return
	}
	var known func(x ssa.Value) durations.Value
	known = func(x ssa.Value) durations.Value {
		if call, ok := x.(*ssa.Call); ok && len(call.Call.Args) == 1 && strings.Contains(qualified(call.Common()), "math/rand") {
			return durations.Of(call.Call.Args[0], known) // at most
		}
		if phi, ok := x.(*ssa.Phi); ok && l.counts(phi) {
			if _, init, _ := l.carried(phi); init != nil {
				if first, ok := constInt(init); ok && !l.down(phi) {
					return durations.Exactly(first + n - 2)
				}
			}
		}
		if c, ok := x.(*ssa.Convert); ok {
			if b, ok := c.X.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
				return durations.Unknown
			}
		}
		return durations.Unknown
	}
	g.Max = durations.Of(v, known)
}
