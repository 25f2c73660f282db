package breakererrors

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/breakers"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/rules"
)

// finder looks through the function that a breaker runs.
type finder struct {
	b     *bounds.Result
	looks bool // it looks at its error itself
}

// cancels reports whether fn makes a call that its caller's caller can cancel,
// and names it.
func (f *finder) cancels(fn *ssa.Function, depth int) (rules.Confidence, string) {
	confidence, from := rules.Confidence(""), ""
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			f.look(instr)
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if c, name := f.inside(call, depth); c != "" && confidence != rules.High {
				confidence, from = c, name
			}
			if callee := call.Common().StaticCallee(); callee != nil && callee.Pkg == f.b.Program.SSA && depth < 3 {
				inside := finder{b: f.b}
				inside.cancels(callee, depth+1)
				f.looks = f.looks || inside.looks
			}
			if !f.fromCaller(call) || confidence == rules.High {
				continue
			}
			confidence, from = rules.Medium, named(call)
			if obj := breakers.Callee(call); obj != nil && f.b.Row(obj) != nil {
				confidence = rules.High
			}
		}
	}
	return confidence, from
}

// inside looks into the function value that a literal calls.
func (f *finder) inside(call ssa.CallInstruction, depth int) (rules.Confidence, string) {
	if depth >= 3 {
		return "", ""
	}
	for _, fn := range breakers.Called(f.b, call) {
		in := finder{b: f.b}
		if c, name := in.cancels(fn, depth+1); c != "" && !in.looks {
			return c, name
		}
	}
	return "", ""
}

// look notices code that tells errors apart.
func (f *finder) look(instr ssa.Instruction) {
	for _, op := range instr.Operands(nil) {
		if g, ok := (*op).(*ssa.Global); ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "context" {
			f.looks = true
		}
	}
	if call, ok := instr.(ssa.CallInstruction); ok {
		if obj := breakers.Callee(call); obj != nil {
			switch calls.FullName(obj) {
			case "errors.Is", "errors.As", "errors.AsType", "google.golang.org/grpc/status.Code", "google.golang.org/grpc/status.FromError":
				f.looks = true
			}
		}
	}
}

// fromCaller reports whether a call gets a context, or a request with one, that
// comes from outside the function that runs the breaker.
func (f *finder) fromCaller(call ssa.CallInstruction) bool {
	for _, arg := range call.Common().Args {
		var o contexts.Origin
		switch {
		case calls.IsContext(arg.Type()):
			o = contexts.Of(f.b.Program, arg)
		case calls.Named(arg.Type()) == "net/http.Request":
			o = f.b.RequestContext(arg)
		default:
			continue
		}
		if makes(call) {
			continue
		}
		if o.State == contexts.Param || o.State == contexts.Request || o.State == contexts.Deadline && o.Root == contexts.NoRoot {
			return true
		}
	}
	return false
}

// makes: a call that only wraps a context or makes a request waits for nobody.
func makes(call ssa.CallInstruction) bool {
	obj := breakers.Callee(call)
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	path := obj.Pkg().Path()
	if path == "context" || path == "log/slog" || strings.HasPrefix(obj.Name(), "NewRequest") {
		return true
	}
	results := obj.Signature().Results()
	return results.Len() == 0 || !types.Identical(results.At(results.Len()-1).Type(), types.Universe.Lookup("error").Type())
}

func named(call ssa.CallInstruction) string {
	if obj := breakers.Callee(call); obj != nil {
		return obj.Name()
	}
	return "the call"
}
