package delays

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

// grows looks for what makes a value of a function longer from call to call: a
// number that it is given, or one that it counts or multiplies itself.
func (r *Result) grows(fn *ssa.Function, v ssa.Value) Made {
	g := grower{r: r, fn: fn, seen: map[ssa.Value]bool{}, out: Made{Count: none}}
	g.visit(v, false, 0)
	return g.out
}

type grower struct {
	r    *Result
	fn   *ssa.Function
	seen map[ssa.Value]bool
	out  Made
}

// say keeps the steepest growth that was found.
func (g *grower) say(by string, count int, held, late bool) {
	m := Made{By: by, Count: count, Clamped: held, Late: held && late}
	if g.out.By == "" || m.Exponential() && !g.out.Exponential() {
		g.out = m
	}
}

// visit walks towards the growth; held is whether something on the way holds
// its result below a limit.
func (g *grower) visit(v ssa.Value, held bool, depth int) {
	if v == nil || g.seen[v] || depth > deepest || g.out.Exponential() {
		return
	}
	g.seen[v] = true
	switch v := v.(type) {
	case *ssa.BinOp:
		g.binary(v, held, depth)
	case *ssa.Phi:
		g.phi(v, held, depth)
	case *ssa.Convert:
		g.visit(v.X, held, depth+1)
	case *ssa.ChangeType:
		g.visit(v.X, held, depth+1)
	case *ssa.Extract:
		g.visit(v.Tuple, held, depth+1)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			g.load(v, held, depth)
		} else {
			g.visit(v.X, held, depth+1)
		}
	case *ssa.Lookup:
		if n := g.r.counter(g.fn, v.Index, 0); n != none {
			g.say("table", n, true, false)
		}
	case *ssa.Index:
		if n := g.r.counter(g.fn, v.Index, 0); n != none {
			g.say("table", n, true, false)
		}
	case *ssa.Call:
		g.call(v, held, depth)
	}
}

func (g *grower) binary(v *ssa.BinOp, held bool, depth int) {
	switch v.Op {
	case token.SHL:
		if n := g.r.counter(g.fn, v.Y, 0); n != none {
			stops := bounded(v.Y)
			g.say("shift", n, held || stops || limited(v), !stops && !refused(v))
			return
		}
	case token.MUL:
		for _, side := range [...]ssa.Value{v.X, v.Y} {
			if n := g.r.counter(g.fn, side, 0); n != none {
				g.say("linear", n, held, false)
			}
		}
	}
	g.visit(v.X, held, depth+1)
	g.visit(v.Y, held, depth+1)
}

// limited: the value is compared with another before it is used.
func limited(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		b, ok := ref.(*ssa.BinOp)
		return ok && (b.Op == token.LSS || b.Op == token.GTR || b.Op == token.LEQ || b.Op == token.GEQ)
	})
}

// refused: the value is compared with zero, as one is that has wrapped around.
func refused(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		b, ok := ref.(*ssa.BinOp)
		if !ok {
			return false
		}
		c, ok := b.Y.(*ssa.Const)
		return ok && c.Value != nil && (b.Op == token.LSS || b.Op == token.LEQ) && c.Int64() == 0
	})
}

// bounded: the exponent itself is a choice, or compared with a limit.
func bounded(v ssa.Value) bool {
	v = plain(v)
	switch x := v.(type) {
	case *ssa.Phi:
		return true
	case *ssa.Call:
		b, ok := x.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "min"
	case *ssa.BinOp:
		return x.Op == token.REM || bounded(x.X)
	case *ssa.Parameter:
		return limited(x)
	}
	return false
}

// phi: a choice, or a variable that a loop of the function multiplies as often
// as a number says.
func (g *grower) phi(v *ssa.Phi, held bool, depth int) {
	for _, e := range v.Edges {
		if b, ok := e.(*ssa.BinOp); ok && multiplies(b, v) && b.Block() != nil && v.Block().Dominates(b.Block()) {
			if n := g.r.rounds(g.fn, v); n != none {
				g.say("doubles", n, held || limited(v) || limited(b), false)
				return
			}
		}
	}
	for _, e := range v.Edges {
		g.visit(e, held || len(v.Edges) > 1, depth+1)
	}
}

// multiplies reports d*2, d+d, d<<1 of a d.
func multiplies(b *ssa.BinOp, d ssa.Value) bool {
	x, y := plain(b.X), plain(b.Y)
	switch b.Op {
	case token.MUL:
		return x == d || y == d
	case token.ADD:
		return x == d && y == d
	case token.SHL:
		return x == d
	}
	return false
}

// rounds is the counter that a loop's head compares with the number of rounds.
func (r *Result) rounds(fn *ssa.Function, in *ssa.Phi) int {
	for _, b := range in.Block().Parent().Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !in.Block().Dominates(b) {
			continue
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		for _, side := range [...]ssa.Value{cmp.X, cmp.Y} {
			if n := r.counter(fn, side, 0); n != none {
				return n
			}
		}
	}
	return none
}

// load: a field that the function multiplies each time it is called, a table, or
// a variable.
func (g *grower) load(v *ssa.UnOp, held bool, depth int) {
	switch a := v.X.(type) {
	case *ssa.FieldAddr:
		field := program.FieldOf(a)
		if field == nil || field.Pkg() != g.r.pass.Pkg {
			return
		}
		for _, val := range g.r.storedHere(g.fn, field) {
			if by, clamped := g.multiplied(val, field, 0); by {
				g.say("doubles", Itself, held || clamped, false)
				return
			}
		}
	case *ssa.IndexAddr:
		if n := g.r.counter(g.fn, a.Index, 0); n != none {
			g.say("table", n, true, false)
		}
	case *ssa.Alloc, *ssa.FreeVar:
		vals := g.r.stored(v.X)
		for _, val := range vals {
			g.visit(val, held || len(vals) > 1, depth+1)
		}
	}
}

// multiplied reports whether a value that is stored in a field is a multiple of
// what the field held before, and whether that is held below something.
func (g *grower) multiplied(v ssa.Value, field *types.Var, depth int) (is, clamped bool) {
	if depth > 5 {
		return false, false
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		for _, side := range [...]ssa.Value{v.X, v.Y} {
			if loads(side, field) && multiplies(v, plain(side)) {
				return true, limited(v) || g.compared(field)
			}
		}
	case *ssa.Convert:
		return g.multiplied(v.X, field, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if is, _ := g.multiplied(e, field, depth+1); is {
				return true, true
			}
		}
	case *ssa.Call:
		for _, arg := range v.Call.Args {
			if is, _ := g.multiplied(arg, field, depth+1); is {
				return true, true
			}
		}
	}
	return false, false
}

func loads(v ssa.Value, field *types.Var) bool {
	load, ok := plain(v).(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	return ok && program.FieldOf(addr) == field
}

// compared: the function compares the field with something.
func (g *grower) compared(field *types.Var) bool {
	for _, addr := range g.r.program.Addressed(field) {
		if addr.Parent() != g.fn {
			continue
		}
		for _, ref := range *addr.Referrers() {
			if load, ok := ref.(*ssa.UnOp); ok && limited(load) {
				return true
			}
		}
	}
	return false
}

// call: what a helper makes, a limit, or a power.
func (g *grower) call(v *ssa.Call, held bool, depth int) {
	name := full(v.Common())
	if builtin, ok := v.Call.Value.(*ssa.Builtin); ok {
		name = builtin.Name()
	}
	switch {
	case name == "math.Pow", name == "math.Exp2", name == "math.Ldexp":
		if n := g.r.counter(g.fn, v.Call.Args[len(v.Call.Args)-1], 0); n != none {
			stops := bounded(v.Call.Args[len(v.Call.Args)-1])
			g.say("power", n, held || stops, !stops)
			return
		}
	case name == "min" || name == "math.Min":
		held = true
	}
	if name == "min" || name == "max" || random(name) || strings.HasPrefix(name, "math.") {
		for _, arg := range v.Call.Args {
			g.visit(arg, held, depth+1)
		}
		return
	}
	m := g.r.Returns(v)
	if m == nil {
		return
	}
	if m.By != "" {
		switch {
		case m.Count == Itself:
			g.say(m.By, Itself, held || m.Clamped, m.Late || !m.Clamped && m.By != "doubles")
		case m.Count >= 0 && m.Count < len(v.Call.Args):
			if n := g.r.counter(g.fn, v.Call.Args[m.Count], 0); n != none {
				g.say(m.By, n, held || m.Clamped, m.Late || !m.Clamped && m.By != "doubles")
			}
		}
		return
	}
	for _, arg := range v.Call.Args {
		if isNumber(arg.Type()) {
			g.visit(arg, true, depth+1) // clamp(d*2)
		}
	}
}
