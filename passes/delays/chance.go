package delays

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Random is whether chance has a part in a value that a function waits.
func (r *Result) Random(fn *ssa.Function, v ssa.Value) Random {
	if r.program == nil {
		return NotKnown
	}
	return r.chance(fn, v)
}

// chance follows a value back to all that it is made of. A parameter counts as
// fixed: what a caller gives is the same for each of the waits.
func (r *Result) chance(fn *ssa.Function, v ssa.Value) Random {
	s := chances{r: r, seen: map[ssa.Value]bool{}, out: Fixed}
	s.visit(v, 0)
	return s.out
}

type chances struct {
	r    *Result
	seen map[ssa.Value]bool
	out  Random
}

func (s *chances) say(r Random) { s.out = Weaker(s.out, r) }

const deepest = 25

func (s *chances) visit(v ssa.Value, depth int) {
	if v == nil || s.seen[v] || s.out == Jittered {
		return
	}
	s.seen[v] = true
	if depth > deepest || len(s.seen) > 400 {
		s.say(NotKnown)
		return
	}
	switch v := v.(type) {
	case *ssa.Const, *ssa.Builtin, *ssa.Function:
	case *ssa.Global:
		for _, val := range s.r.global(v) {
			s.visit(val, depth+1)
		}
	case *ssa.Parameter:
		s.parameter(v, depth)
	case *ssa.FreeVar:
		s.visit(s.r.program.Binding(v), depth+1)
	case *ssa.Alloc:
		s.variable(v, depth)
	case *ssa.Phi:
		for i, e := range v.Edges {
			if !s.r.dead(v.Block().Preds[i]) {
				s.visit(e, depth+1)
			}
		}
	case *ssa.FieldAddr:
		s.field(program.FieldOf(v), depth)
	case *ssa.Field:
		s.field(fieldOf(v.X.Type(), v.Field), depth)
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			s.say(NotKnown)
			return
		}
		s.visit(v.X, depth+1)
	case *ssa.Call:
		s.call(v, depth)
	default:
		instr, ok := v.(ssa.Instruction)
		if !ok {
			s.say(NotKnown)
			return
		}
		for _, op := range instr.Operands(nil) {
			s.visit(*op, depth+1)
		}
	}
}

// parameter: what the callers in this package give it.
func (s *chances) parameter(p *ssa.Parameter, depth int) {
	fn := p.Parent()
	for i, q := range fn.Params {
		if q != p {
			continue
		}
		for _, call := range s.r.program.Calls[fn] {
			if args := call.Common().Args; i < len(args) && isNumber(args[i].Type()) {
				s.visit(args[i], depth+3)
			}
		}
	}
}

// field: what the package stores in it. A field of another package is a
// setting, the same for every client that has the same settings.
func (s *chances) field(f *types.Var, depth int) {
	if f == nil || f.Pkg() != s.r.pass.Pkg {
		return
	}
	for _, val := range s.r.storedIn(f) {
		s.visit(val, depth+1)
	}
}

// variable: what is stored in it, or filled in by whoever gets its address.
func (s *chances) variable(a *ssa.Alloc, depth int) {
	for _, val := range s.r.stored(a) {
		s.visit(val, depth+1)
	}
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Call:
			s.filled(ref)
		case *ssa.MakeInterface, *ssa.Slice:
			for _, use := range *ref.(ssa.Value).Referrers() {
				if call, ok := use.(*ssa.Call); ok {
					s.filled(call)
				}
			}
		case *ssa.IndexAddr, *ssa.FieldAddr:
			for _, use := range *ref.(ssa.Value).Referrers() {
				if st, ok := use.(*ssa.Store); ok && st.Addr == ref.(ssa.Value) {
					s.visit(st.Val, depth+1)
				}
			}
		}
	}
}

// filled: rand.Read(b), io.ReadFull(rand.Reader, b), binary.Read(rand.Reader, …, &n).
func (s *chances) filled(call *ssa.Call) {
	if random(full(call.Common())) {
		s.say(Jittered)
		return
	}
	for _, arg := range call.Call.Args {
		if load, ok := arg.(*ssa.UnOp); ok {
			if g, ok := load.X.(*ssa.Global); ok && g.Pkg != nil && random(g.Pkg.Pkg.Path()+".") {
				s.say(Jittered)
				return
			}
		}
	}
}

// random reports whether a name is of a source of chance.
func random(name string) bool {
	for _, source := range [...]string{"math/rand.", "math/rand/v2.", "crypto/rand.", "golang.org/x/exp/rand.", "github.com/google/uuid.", "k8s.io/apimachinery/pkg/util/wait.Jitter", "k8s.io/apimachinery/pkg/util/rand."} {
		if strings.Contains(name, source) {
			return true
		}
	}
	return name == "runtime.fastrand"
}

func (s *chances) call(c *ssa.Call, depth int) {
	common := c.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		s.arguments(common.Args, depth)
		return
	}
	name := full(common)
	switch {
	case random(name):
		s.say(Jittered)
		return
	case strings.HasPrefix(name, "(time.Time).") && name != "(time.Time).Sub":
		s.say(Jittered) // the nanoseconds of the clock
		return
	case strings.HasPrefix(name, "math."), name == "time.ParseDuration", strings.HasPrefix(name, "(time.Duration)."), strings.HasPrefix(name, "cmp."),
		strings.HasPrefix(name, "strconv."), strings.HasPrefix(name, "os.Getenv"):
		s.arguments(common.Args, depth)
		return
	}
	targets := s.r.targets(common)
	if len(targets) == 0 {
		s.say(NotKnown)
		return
	}
	for _, fn := range targets {
		if len(fn.Blocks) == 0 || depth > 12 {
			s.foreign(fn)
			continue
		}
		for _, b := range fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok || s.r.dead(b) {
				continue
			}
			for _, p := range fn.Params {
				s.seen[p] = true // the arguments are visited by themselves
			}
			for _, res := range ret.Results {
				if isNumber(res.Type()) {
					s.visit(res, depth+3)
				}
			}
		}
	}
	s.arguments(common.Args, depth)
}

func (s *chances) arguments(args []ssa.Value, depth int) {
	for _, arg := range args {
		if isNumber(arg.Type()) {
			s.visit(arg, depth+1)
		}
	}
}

// foreign: a function of another package, by its fact.
func (s *chances) foreign(fn *ssa.Function) {
	d := s.r.known(fn)
	if d == nil || d.Returns == nil {
		s.say(NotKnown)
		return
	}
	s.say(d.Returns.Random)
}

// dead reports whether a block runs only where a switch is on that nothing in
// the package ever turns on, and nobody else can reach.
func (r *Result) dead(b *ssa.BasicBlock) bool {
	for ; b != nil; b = b.Idom() {
		if len(b.Preds) != 1 {
			continue
		}
		test, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, on := test.Cond, b.Preds[0].Succs[0] == b
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, on = not.X, !on
		}
		if on && r.off(cond) {
			return true
		}
	}
	return false
}

// off: an unexported field that is never given anything but false.
func (r *Result) off(v ssa.Value) bool {
	var field *types.Var
	switch v := v.(type) {
	case *ssa.UnOp:
		if addr, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			field = program.FieldOf(addr)
		}
	case *ssa.Field:
		field = fieldOf(v.X.Type(), v.Field)
	}
	if field == nil || field.Exported() || field.Pkg() != r.pass.Pkg {
		return false
	}
	for _, addr := range r.program.Addressed(field) {
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.Store:
				c, ok := ref.Val.(*ssa.Const)
				if !ok || c.Value == nil || constant.BoolVal(c.Value) {
					return false
				}
			default:
				return false // its address goes elsewhere
			}
		}
	}
	return true
}
