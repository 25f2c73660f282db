package retries

import (
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Random says whether chance has a part in a wait.
type Random int

// Whether clients that start together stay together.
const (
	NotKnown Random = iota // something that is not in sight decides
	Fixed                  // constants, settings and counters only
	Jittered               // a source of chance has a part in it
)

var chance = regexp.MustCompile(`(?i)jitter|rand|fuzz|splay|stagger|spread`)

// random looks for chance in what a wait is made of, and in the helper that
// waits: it may add its own.
func (r *Result) random(v ssa.Value, by ssa.Instruction) Random {
	s := chances{r: r, seen: map[ssa.Value]bool{}, out: Fixed}
	if call, ok := by.(*ssa.Call); ok && qualified(call.Common()) != "time.Sleep" {
		fn := call.Call.StaticCallee()
		switch {
		case chance.MatchString(calleeName(call.Common())):
			return Jittered
		case fn == nil || len(fn.Blocks) == 0 || callsChance(fn, 0):
			s.out = NotKnown
		}
	}
	s.visit(v, 0)
	return s.out
}

// callsChance reports whether a function, or one it calls, names a random source.
func callsChance(fn *ssa.Function, depth int) bool {
	for _, call := range callsIn(fn) {
		name := qualified(call.Common())
		if strings.Contains(name, "math/rand") || chance.MatchString(calleeName(call.Common())) {
			return true
		}
		if next := call.Call.StaticCallee(); next != nil && depth < 3 && next != fn && callsChance(next, depth+1) {
			return true
		}
	}
	return false
}

type chances struct {
	r    *Result
	seen map[ssa.Value]bool
	out  Random
}

func (s *chances) say(r Random) {
	switch {
	case r == Jittered:
		s.out = Jittered
	case r == NotKnown && s.out == Fixed:
		s.out = NotKnown
	}
}

func (s *chances) visit(v ssa.Value, depth int) {
	if v == nil || s.seen[v] {
		return
	}
	s.seen[v] = true
	if depth > 25 {
		s.say(NotKnown)
		return
	}
	switch v := v.(type) {
	case *ssa.Const, *ssa.Builtin, *ssa.Global:
	case *ssa.Parameter:
		s.say(NotKnown)
	case *ssa.FreeVar:
		s.say(NotKnown)
	case *ssa.Alloc:
		for _, val := range stores(v) {
			s.visit(val, depth+1)
		}
		if captured(v) {
			s.say(NotKnown)
		}
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			// A setting: the same for every client that has the same settings.
			if chance.MatchString(fieldName(fa)) {
				s.say(Jittered)
			}
			return
		}
		s.visit(v.X, depth+1)
	case *ssa.Field:
	case *ssa.Call:
		s.call(v, depth)
	default:
		if instr, ok := v.(ssa.Instruction); ok {
			for _, op := range instr.Operands(nil) {
				s.visit(*op, depth+1)
			}
			return
		}
		s.say(NotKnown)
	}
}

func (s *chances) call(c *ssa.Call, depth int) {
	common := c.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		for _, arg := range common.Args {
			s.visit(arg, depth+1)
		}
		return
	}
	name := qualified(common)
	switch {
	case strings.Contains(name, "math/rand") || strings.Contains(name, "crypto/rand") || chance.MatchString(calleeName(common)):
		s.say(Jittered)
		return
	case strings.HasPrefix(name, "math.") || name == "time.ParseDuration" || strings.HasPrefix(name, "(time.Duration)."):
		for _, arg := range common.Args {
			s.visit(arg, depth+1)
		}
		return
	}
	fn := common.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || depth > 12 {
		s.say(NotKnown)
		return
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			for _, res := range ret.Results {
				if p, ok := res.(*ssa.Parameter); !ok || p.Parent() != fn {
					s.inner(res, depth+3)
				}
			}
		}
	}
	for _, arg := range common.Args {
		if isNumber(arg.Type()) {
			s.visit(arg, depth+1)
		}
	}
}

// inner follows a returned value; the parameters stand for arguments that are
// visited by themselves.
func (s *chances) inner(v ssa.Value, depth int) {
	fn := v.Parent()
	if fn != nil {
		for _, p := range fn.Params {
			s.seen[p] = true
		}
	}
	s.visit(v, depth)
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

func captured(a *ssa.Alloc) bool {
	for _, ref := range *a.Referrers() {
		switch ref.(type) {
		case *ssa.MakeClosure, *ssa.Call:
			return true
		}
	}
	return false
}
