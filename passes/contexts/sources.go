package contexts

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// budget is this project's companion: its contexts have a deadline.
const budget = "github.com/timeoutlint/timeoutlint/budget"

// call is the origin of one result of a call.
func (t *tracer) call(call *ssa.Call, result int) Origin {
	if call.Call.IsInvoke() {
		return t.invoke(call, result)
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return unknown("a function value")
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		if fn.Parent() != nil {
			return t.apply(t.summary(fn, result), call, "")
		}
		return unknown("a function value")
	}
	name := calls.FullName(obj)
	args := call.Call.Args
	switch name {
	case "context.Background":
		return Origin{State: NoDeadline, Root: Background, Pos: call.Pos(), Text: name}
	case "context.TODO":
		return Origin{State: NoDeadline, Root: TODO, Pos: call.Pos(), Text: name}
	case "context.WithoutCancel":
		return Origin{State: NoDeadline, Root: Detached, Pos: call.Pos(), Text: name}
	case "context.WithTimeout", "context.WithTimeoutCause":
		return Origin{State: Deadline, Root: t.of(args[0]).Root, Pos: call.Pos(), Text: name, After: durations.Of(args[1], nil)}
	case budget + ".WithAtMost", budget + ".Detach":
		return Origin{State: Deadline, Root: t.of(args[0]).Root, Pos: call.Pos(), Text: "budget." + obj.Name(), After: durations.Of(args[1], nil)}
	case "(*" + budget + ".Dependency).Context":
		return Origin{State: Deadline, Root: t.of(args[1]).Root, Pos: call.Pos(), Text: "budget.Dependency.Context"}
	case "context.WithDeadline", "context.WithDeadlineCause":
		return Origin{State: Deadline, Root: t.of(args[0]).Root, Pos: call.Pos(), Text: name}
	case "context.WithCancel", "context.WithCancelCause":
		if dead(call) {
			return unknown("cancelled at once")
		}
		if timed(t.program, call) {
			return unknown("ended by a timer")
		}
		o := t.of(args[0])
		o.Held = o.Held || held(call)
		return o
	case "os/signal.NotifyContext":
		o := t.of(args[0])
		if o.State == NoDeadline {
			o.Root, o.Pos, o.Text = Signal, call.Pos(), "signal.NotifyContext"
		}
		return o
	case "(*net/http.Request).Context":
		o := Origin{State: Request, Pos: call.Pos(), Text: "the request's context"}
		o.Param, _ = args[0].(*ssa.Parameter)
		return o
	}
	if obj.Pkg() == t.program.SSA.Pkg && len(fn.Blocks) > 0 {
		return t.apply(t.summary(fn, result), call, obj.Name())
	}
	if o, ok := ofFramework(call, obj); ok {
		return o
	}
	if t.facts != nil {
		if d := t.facts(obj.Origin()); d != nil {
			return t.apply(d.of(result), call, obj.Name())
		}
	}
	return t.derived(call, obj.Name(), args)
}

// dead reports whether a context is cancelled where it is made: it is to ask
// without waiting.
func dead(made *ssa.Call) bool {
	for _, ref := range *made.Referrers() {
		cancel, ok := ref.(*ssa.Extract)
		if !ok || cancel.Index != 1 {
			continue
		}
		for _, use := range *cancel.Referrers() {
			if call, ok := use.(*ssa.Call); ok && call.Call.Value == ssa.Value(cancel) && call.Block() == made.Block() {
				return between(made, call)
			}
		}
	}
	return false
}

// between reports whether nothing is called between two instructions of a
// block.
func between(a, b ssa.Instruction) bool {
	inside := false
	for _, instr := range a.Block().Instrs {
		switch _, isCall := instr.(ssa.CallInstruction); {
		case instr == b:
			return inside
		case instr == a:
			inside = true
		case inside && isCall:
			return false
		}
	}
	return false
}

// invoke: a method of an interface. A Context method gives what a request, a
// stream or a framework has.
func (t *tracer) invoke(call *ssa.Call, result int) Origin {
	m := call.Call.Method
	if m.Name() == "Context" && m.Signature().Params().Len() == 0 {
		return Origin{State: Request, Pos: call.Pos(), Text: m.Name()}
	}
	return t.derived(call, m.Name(), call.Call.Args)
}

// derived: a function of another module that takes one context and returns one
// adds a value to it, unless its name speaks of time or detachment.
func (t *tracer) derived(call *ssa.Call, name string, args []ssa.Value) Origin {
	lower := strings.ToLower(name)
	for _, word := range []string{"timeout", "deadline", "detach", "without", "background", "merge", "join", "long"} {
		if strings.Contains(lower, word) {
			return unknown("a function of another module")
		}
	}
	var parent ssa.Value
	for _, arg := range args {
		if calls.IsContext(arg.Type()) {
			if parent != nil {
				return unknown("a function of another module")
			}
			parent = arg
		}
	}
	if parent == nil {
		return unknown("a function of another module")
	}
	return t.of(parent)
}

// ofFramework knows the contexts that frameworks give.
func ofFramework(call *ssa.Call, obj *types.Func) (Origin, bool) {
	recv := obj.Signature().Recv()
	if recv == nil || obj.Signature().Params().Len() > 0 {
		return Origin{}, false
	}
	o := Origin{State: Request, Pos: call.Pos(), Text: obj.Name()}
	switch owner := calls.Named(recv.Type()); {
	case owner == "github.com/spf13/cobra.Command" && obj.Name() == "Context":
		o.Root, o.Text = Tool, "the command's context"
	case strings.HasPrefix(owner, "github.com/gofiber/fiber/") && (obj.Name() == "UserContext" || obj.Name() == "Context"):
		o.Root, o.Text = Fiber, "fiber's "+obj.Name()
	case obj.Name() == "Context":
	default:
		return Origin{}, false
	}
	return o, true
}

// framework: a framework's own value taken for a context.
func framework(v *ssa.MakeInterface) Origin {
	o := Origin{State: Request, Pos: v.Pos()}
	switch knowledge.Family(calls.Named(v.X.Type())) {
	case "github.com/gin-gonic/gin.Context":
		o.Root, o.Text = Gin, "*gin.Context"
	case "github.com/valyala/fasthttp.RequestCtx":
		o.Root, o.Text = Fiber, "*fasthttp.RequestCtx"
	case "github.com/gofiber/fiber.DefaultCtx":
		o.Root, o.Text = Fiber, "fiber.Ctx"
	default:
		return unknown("a type of its own")
	}
	return o
}

// held reports whether the cancel function of a context is kept, returned or
// handed on: whoever has it can end what waits on the context.
func held(call *ssa.Call) bool {
	for _, ref := range *call.Referrers() {
		cancel, ok := ref.(*ssa.Extract)
		if !ok || cancel.Index != 1 {
			continue
		}
		for _, use := range *cancel.Referrers() {
			switch use := use.(type) {
			case *ssa.Defer:
			case *ssa.Call:
				if use.Call.Value != cancel {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}
