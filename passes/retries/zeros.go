package retries

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Zero is a number of attempts of 0, given to code of the user's own in which 0
// is no limit.
type Zero struct {
	Pos  token.Pos
	Name string      // of the parameter or field
	Fn   *types.Func // the function with the loop; nil for a field
	Loop token.Pos   // its loop, where that is in this package
}

// zeros notes which parameter of a function is a number of attempts that with 0
// is no limit, unless a context ends the loop, and which fields are one.
func (r *Result) zeros() {
	for _, l := range r.Loops {
		if l.Class != Retry || l.Form != Looped || l.Ctx.Listens {
			continue
		}
		limit := l.boundless()
		if limit == nil {
			continue
		}
		if f := r.facts[l.Fn]; f != nil {
			if i := number(l.Fn, limit); i >= 0 {
				f.Endless = i + 1
			}
		}
		if load, ok := plainly(limit).(*ssa.UnOp); ok {
			if addr, ok := load.X.(*ssa.FieldAddr); ok {
				r.endless[program.FieldOf(addr)] = l.Pos
			}
		}
	}
}

// boundless is the limit of the loop's counter, where the loop asks whether it is
// above 0 before it counts.
func (l *Loop) boundless() ssa.Value {
	for _, test := range l.deciding() {
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		limit := cmp.Y
		if !l.counter(cmp.X) {
			limit = cmp.X
			if !l.counter(cmp.Y) {
				continue
			}
		}
		if _, constant := limit.(*ssa.Const); !constant && l.comparedToZero(limit) {
			return limit
		}
	}
	return nil
}

func (l *Loop) comparedToZero(limit ssa.Value) bool {
	found := false
	l.each(func(instr ssa.Instruction) {
		test, ok := instr.(*ssa.If)
		if !ok {
			return
		}
		cmp, ok := test.Cond.(*ssa.BinOp)
		if !ok || !sameNumber(cmp.X, limit) {
			return
		}
		n, ok := constInt(cmp.Y)
		found = found || ok && n == 0 && !l.leaves(test.Block().Succs[0]) && !l.leaves(test.Block().Succs[1])
	})
	return found
}

// sameNumber: one value, or two loads of one field.
func sameNumber(a, b ssa.Value) bool {
	a, b = plainly(a), plainly(b)
	if a == b {
		return true
	}
	x, ok1 := a.(*ssa.UnOp)
	y, ok2 := b.(*ssa.UnOp)
	return ok1 && ok2 && x.Op == token.MUL && y.Op == token.MUL && sameAddress(x.X, y.X)
}

func plainly(v ssa.Value) ssa.Value {
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

// Zeros are the places where code gives 0 for a number of attempts to a loop of
// its own for which that is no limit.
func (r *Result) Zeros() []Zero {
	if r.Program == nil {
		return nil
	}
	var out []Zero
	for _, fn := range r.Program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case ssa.CallInstruction:
					out = r.zeroArgument(out, instr)
				case *ssa.Store:
					addr, ok := instr.Addr.(*ssa.FieldAddr)
					if n, zero := constInt(instr.Val); !ok || !zero || n != 0 {
						continue
					}
					if loop, ok := r.endless[program.FieldOf(addr)]; ok {
						out = append(out, Zero{Pos: instr.Pos(), Name: program.FieldOf(addr).Name(), Loop: loop})
					}
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Zero) int { return int(a.Pos - b.Pos) })
	return out
}

func (r *Result) zeroArgument(out []Zero, call ssa.CallInstruction) []Zero {
	c := call.Common()
	b := r.behaves(c)
	if b == nil || b.Endless == 0 {
		return out
	}
	n, ok := constInt(argument(c, b.Endless-1))
	if !ok || n != 0 {
		return out
	}
	obj := callee(c)
	z := Zero{Pos: call.Pos(), Fn: obj, Name: obj.Signature().Params().At(b.Endless - 1).Name()}
	if own := r.Program.Decls[obj.Origin()]; own != nil {
		for _, l := range r.Loops {
			if l.Fn == own && l.Class == Retry {
				z.Loop = l.Pos
			}
		}
	}
	return append(out, z)
}
