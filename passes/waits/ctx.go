package waits

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// ctx is a context, or the context of a request or of a framework's value, as
// the tree sees it.
func (b *builder) ctx(v ssa.Value) tree.Ctx { return b.trace(v, 0, 0, nil) }

const deepestCtx = 15

// trace follows v; up is how many literals out its function is, and before,
// where set, is the instruction before which a variable is read.
func (b *builder) trace(v ssa.Value, up, depth int, before ssa.Instruction) tree.Ctx {
	if v == nil || depth > deepestCtx {
		return tree.Ctx{}
	}
	again := func(x ssa.Value) tree.Ctx { return b.trace(x, up, depth+1, before) }
	switch v := v.(type) {
	case *ssa.Const:
		return tree.Ctx{Kind: tree.CtxNone, Text: "nil"}
	case *ssa.Parameter:
		if carriesContext(v.Type()) {
			return tree.Ctx{Kind: tree.CtxParam, N: index(v), Up: up}
		}
	case *ssa.FreeVar:
		if bound := b.program.Binding(v); bound != nil {
			return b.trace(bound, up+1, depth+1, b.program.Makes[v.Parent()])
		}
	case *ssa.ChangeInterface:
		return again(v.X)
	case *ssa.MakeInterface:
		c := again(v.X)
		if strings.HasPrefix(calls.Named(v.X.Type()), "github.com/gin-gonic/gin.") {
			return tree.Ctx{Kind: tree.CtxNone, Text: tree.GinContext}
		}
		return c
	case *ssa.TypeAssert:
		return again(v.X)
	case *ssa.Alloc:
		if calls.Named(v.Type()) == "net/http.Request" && len(stored(v)) == 0 { // &http.Request{…}
			return tree.Ctx{Kind: tree.CtxNone, Text: "http.Request{}"}
		}
	case *ssa.Phi:
		return b.joined(v, up, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return b.made(call, v.Index, up, depth)
		}
	case *ssa.Call:
		return b.made(v, 0, up, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return b.variable(v.X, v, up, depth, before)
		}
	}
	return tree.Ctx{}
}

// carriesContext: a context, an incoming request, or a framework's value.
func carriesContext(t types.Type) bool {
	switch name := calls.Named(t); {
	case name == "context.Context", name == "net/http.Request", name == "github.com/gin-gonic/gin.Context", name == "github.com/valyala/fasthttp.RequestCtx":
		return true
	case strings.HasPrefix(name, "github.com/labstack/echo/"):
		return strings.HasSuffix(name, ".Context")
	case strings.HasPrefix(name, "github.com/gofiber/fiber/"):
		return strings.HasSuffix(name, ".Ctx")
	case strings.HasPrefix(name, "github.com/urfave/cli") || name == "github.com/spf13/cobra.Command":
		return true
	}
	return false
}

func (b *builder) joined(v *ssa.Phi, up, depth int) tree.Ctx {
	var out tree.Ctx
	for i, edge := range v.Edges {
		if edge == ssa.Value(v) {
			continue
		}
		c := b.trace(edge, up, depth+3, nil)
		switch {
		case i == 0 || out == c:
			out = c
		case out.Kind == tree.CtxParam && c.Kind == tree.CtxNone: // if ctx == nil
		case out.Kind == tree.CtxNone && c.Kind == tree.CtxParam:
			out = c
		default:
			return tree.Ctx{}
		}
	}
	return out
}

// made is the context that a call returns.
func (b *builder) made(call *ssa.Call, result, up, depth int) tree.Ctx {
	again := func(x ssa.Value) tree.Ctx { return b.trace(x, up, depth+1, call) }
	args := call.Call.Args
	if call.Call.IsInvoke() {
		switch name := call.Call.Method.Name(); name {
		case "Context", "UserContext", "Request":
			return again(call.Call.Value)
		}
		return b.derived(call, up, depth)
	}
	if id, ok := b.deadlines[call]; ok {
		return tree.Ctx{Kind: tree.CtxMade, N: id, Up: up}
	}
	obj := callee(call.Common())
	if obj == nil || obj.Pkg() == nil {
		return tree.Ctx{}
	}
	switch name := calls.FullName(obj); name {
	case "context.Background", "context.TODO", "context.WithoutCancel":
		return tree.Ctx{Kind: tree.CtxNone, Text: name}
	case "context.WithCancel", "context.WithCancelCause", "context.WithValue", "os/signal.NotifyContext", "golang.org/x/sync/errgroup.WithContext":
		return again(args[0])
	case "net/http.NewRequest":
		return tree.Ctx{Kind: tree.CtxNone, Text: "http.NewRequest"}
	case "net/http.NewRequestWithContext":
		return again(args[0])
	case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
		return again(args[1])
	case "(*net/http.Request).Context":
		return again(args[0])
	case "(*github.com/gin-gonic/gin.Context).Copy":
		return tree.Ctx{Kind: tree.CtxNone, Text: "a copy of *gin.Context"}
	}
	if recv := obj.Signature().Recv(); recv != nil && len(args) == 1 && carriesContext(recv.Type()) {
		switch obj.Name() {
		case "Context", "UserContext", "Request":
			return again(args[0])
		}
		return tree.Ctx{}
	}
	return b.derived(call, up, depth)
}

// derived: what a function makes of one context and returns: the same, with
// something added, unless it speaks of time.
func (b *builder) derived(call *ssa.Call, up, depth int) tree.Ctx {
	origin := b.contexts.Local(call)
	if tuple, ok := call.Type().(*types.Tuple); ok {
		origin = contexts.Origin{}
		for _, ref := range *call.Referrers() {
			if x, ok := ref.(*ssa.Extract); ok && isContext(tuple.At(x.Index).Type()) {
				origin = b.contexts.Local(x)
			}
		}
	}
	switch origin.State {
	case contexts.NoDeadline:
		return tree.Ctx{Kind: tree.CtxNone, Text: origin.Text}
	case contexts.Param, contexts.Request, contexts.Deadline:
		for _, arg := range call.Call.Args {
			if carriesContext(arg.Type()) {
				return b.trace(arg, up, depth+1, call)
			}
		}
	}
	return tree.Ctx{}
}

// variable is what a local variable, or a framework's field, holds.
func (b *builder) variable(addr ssa.Value, load ssa.Instruction, up, depth int, before ssa.Instruction) tree.Ctx {
	switch a := addr.(type) {
	case *ssa.FreeVar:
		if bound := b.program.Binding(a); bound != nil {
			return b.variable(bound, b.program.Makes[a.Parent()], up+1, depth+1, nil)
		}
	case *ssa.Alloc:
		if s := lastStore(a, load); s != nil {
			return b.trace(s.Val, up, depth+1, s)
		}
	case *ssa.FieldAddr:
		if calls.Named(a.X.Type()) == "github.com/gin-gonic/gin.Context" { // c.Request
			return b.trace(a.X, up, depth+1, before)
		}
		if origin := b.contexts.Local(load.(ssa.Value)); origin.State == contexts.NoDeadline {
			return tree.Ctx{Kind: tree.CtxNone, Text: origin.Text}
		}
	}
	return tree.Ctx{}
}

// lastStore is the store that an instruction of the same function sees, where
// one is on every way to it and none comes between.
func lastStore(alloc *ssa.Alloc, at ssa.Instruction) *ssa.Store {
	var last *ssa.Store
	for _, ref := range *alloc.Referrers() {
		switch s := ref.(type) {
		case *ssa.Store:
			if s.Addr != ssa.Value(alloc) {
				return nil
			}
			if at == nil || at.Block() == nil || s.Parent() != at.Parent() {
				return nil
			}
			switch {
			case program.Precedes(s, at):
				if last == nil || program.Precedes(last, s) {
					last = s
				} else if !program.Precedes(s, last) {
					return nil
				}
			case s.Block() == at.Block() && !program.Reaches(s.Block(), s.Block()): // after it
			case at.Block().Dominates(s.Block()) && !program.Reaches(at.Block(), at.Block()): // after it
			default:
				return nil
			}
		case *ssa.UnOp, *ssa.DebugRef, *ssa.MakeClosure:
		default:
			return nil
		}
	}
	return last
}

// times reports whether a call gives a context a time.
func (b *builder) times(call *ssa.Call) bool {
	obj := callee(call.Common())
	if obj == nil || obj.Pkg() == nil || call.Call.IsInvoke() {
		return false
	}
	switch calls.FullName(obj) {
	case "context.WithTimeout", "context.WithTimeoutCause", "context.WithDeadline", "context.WithDeadlineCause",
		companion + ".WithAtMost", companion + ".Detach":
		return true
	}
	_, _, ok := b.wrapped(call)
	return ok
}

// deadline is the node of a call that gives a context a time, if it is one.
func (b *builder) deadline(call *ssa.Call) (tree.Node, bool) {
	obj := callee(call.Common())
	if obj == nil || obj.Pkg() == nil || call.Call.IsInvoke() {
		return tree.Node{}, false
	}
	var parent ssa.Value
	num, detached := tree.Expr{}, false
	args := call.Call.Args
	switch name := calls.FullName(obj); name {
	case "context.WithTimeout", "context.WithTimeoutCause", companion + ".WithAtMost":
		parent, num = args[0], b.expr(args[1])
	case companion + ".Detach":
		num, detached = b.expr(args[1]), true
	case "context.WithDeadline", "context.WithDeadlineCause":
		parent, num = args[0], b.fromNow(args[1])
	default:
		var found bool
		if parent, num, found = b.wrapped(call); !found {
			return tree.Node{}, false
		}
	}
	ctx := tree.Ctx{Kind: tree.CtxNone, Text: "context.Background"}
	switch {
	case parent != nil:
		ctx = b.trace(parent, 0, 0, call)
	case detached:
		ctx.Text = tree.Detached
	}
	return tree.Node{Kind: tree.Deadline, N: b.deadlines[call], Ctx: &ctx, Num: &num, Place: b.place(call.Pos()), Why: b.symbol(obj), Plain: b.alone(call), Whole: b.whole(call, parent)}, true
}

// wrapped: a function of this module that returns a context with a deadline.
func (b *builder) wrapped(call *ssa.Call) (parent ssa.Value, num tree.Expr, ok bool) {
	var out ssa.Value
	switch t := call.Type().(type) {
	case *types.Tuple:
		for _, ref := range *call.Referrers() {
			if x, isExtract := ref.(*ssa.Extract); isExtract && isContext(t.At(x.Index).Type()) {
				out = x
			}
		}
	default:
		if isContext(t) {
			out = call
		}
	}
	if out == nil {
		return nil, num, false
	}
	origin := b.contexts.Local(out)
	if origin.State != contexts.Deadline || origin.Pos != call.Pos() { // that of its argument
		return nil, num, false
	}
	if n, exact := origin.After.Exact(); exact {
		num = tree.Num(n)
	}
	for _, arg := range call.Call.Args {
		if carriesContext(arg.Type()) {
			parent = arg
		}
	}
	return parent, num, true
}

// fromNow is d of time.Now().Add(d).
func (b *builder) fromNow(v ssa.Value) tree.Expr {
	call, ok := v.(*ssa.Call)
	if !ok || callee(call.Common()) == nil || calls.FullName(callee(call.Common())) != "(time.Time).Add" {
		return tree.Expr{}
	}
	now, ok := call.Call.Args[0].(*ssa.Call)
	if !ok || callee(now.Common()) == nil || calls.FullName(callee(now.Common())) != "time.Now" {
		return tree.Expr{}
	}
	if d := durations.Of(call.Call.Args[1], nil); d.Known && d.Lo == d.Hi {
		return tree.Num(d.Lo)
	}
	return b.expr(call.Call.Args[1])
}

func isContext(t types.Type) bool { return calls.IsContext(t) }

// plainly: a call makes something that has a context in it, and fails for other
// reasons than that this has ended.
func (b *builder) plainly(call *ssa.Call) bool {
	obj := callee(call.Common())
	return obj != nil && obj.Pkg() != nil && b.rows[calls.FullName(obj)].Does == knowledge.Requested
}
