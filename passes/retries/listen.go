package retries

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
)

// listens gathers how a loop hears that it should stop.
func (r *Result) listens(l *Loop, waits map[ssa.Instruction]bool) Ctx {
	c := Ctx{Param: contextParam(l.Fn), Daemon: r.daemon(l.Fn)}
	l.each(func(instr ssa.Instruction) {
		switch instr := instr.(type) {
		case *ssa.Select:
			for _, st := range instr.States {
				if st.Dir == types.RecvOnly && !isTimeChan(st.Chan.Type()) {
					c.Stops = true
				}
			}
		case *ssa.UnOp:
			if g, ok := instr.X.(*ssa.Global); ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "context" {
				c.Listens = true // context.Canceled, context.DeadlineExceeded
			}
		case ssa.CallInstruction:
			r.hears(l, instr, waits[instr], &c)
		}
	})
	return c
}

// noticed: another call of the loop that is given a context and may fail tells
// that the context has ended as well as the context itself.
func (l *Loop) noticed() {
	repeated := map[ssa.Instruction]bool{}
	for _, a := range l.Calls {
		repeated[a.Call] = true
	}
	l.each(func(instr ssa.Instruction) {
		call, ok := instr.(*ssa.Call)
		if !ok || repeated[call] || !fallible(call) || handedOn(call) || quiet(callee(call.Common())) {
			return
		}
		for _, arg := range call.Call.Args {
			if calls.IsContext(arg.Type()) {
				l.Ctx.Perhaps = true
			}
		}
	})
}

func (r *Result) hears(l *Loop, call ssa.CallInstruction, waits bool, c *Ctx) {
	common := call.Common()
	if isContextQuestion(common) {
		c.Listens, c.Asks = true, true
		v := common.Value
		if !common.IsInvoke() {
			v = common.Args[0]
		}
		if contexts.Of(r.Program, v).State == contexts.Deadline {
			c.Deadline = true
		}
		return
	}
	takes, errs := false, false
	for _, arg := range common.Args {
		takes = takes || calls.IsContext(arg.Type())
		errs = errs || isError(arg.Type())
	}
	if v, ok := call.(ssa.Value); ok && waits && handedOn(v) {
		return // return again(ctx): the end of this function, not of a wait
	}
	if waits && (takes || hasContext(common)) {
		c.Perhaps = true // a wait that the context ends; whether it is looked at is the helper's
		if v, ok := call.(ssa.Value); ok && tested(v) {
			c.Listens = true
		}
	}
	b := r.behaves(common)
	switch {
	case errs && returnsBool(common):
		// A predicate: ours is looked into, another's may look at the context.
		if b == nil || b.Listens || r.mentions(common) {
			c.Perhaps = true
		}
	case b != nil && b.Listens && !fallible(call):
		c.Listens = true
	case b != nil && b.Listens && !takes:
		c.Perhaps = true
	}
}

// behaves is what is known of a callee, nil for foreign code.
func (r *Result) behaves(c *ssa.CallCommon) *Behaves {
	if fn := c.StaticCallee(); fn != nil {
		if b := r.facts[fn]; b != nil {
			return b
		}
		if fn.Origin() != nil && r.facts[fn.Origin()] != nil {
			return r.facts[fn.Origin()]
		}
	}
	return r.of(callee(c))
}

// mentions reports whether a function of this package names the errors of
// package context.
func (r *Result) mentions(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil {
		return true
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				if g, ok := (*op).(*ssa.Global); ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "context" {
					return true
				}
			}
			if call, ok := instr.(ssa.CallInstruction); ok && errorArg(call.Common()) != nil {
				name := qualified(call.Common())
				if name != "errors.Is" && name != "errors.As" && name != "errors.AsType" {
					return true // asks somebody else
				}
			}
		}
	}
	return len(fn.Blocks) == 0
}

func returnsBool(c *ssa.CallCommon) bool {
	res := c.Signature().Results()
	for v := range res.Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			return true
		}
	}
	return false
}

// hasContext: the receiver was made with a context (backoff.New(ctx, cfg)).
func hasContext(c *ssa.CallCommon) bool {
	var recv ssa.Value
	switch {
	case c.IsInvoke():
		recv = c.Value
	case c.Signature().Recv() != nil && len(c.Args) > 0:
		recv = c.Args[0]
	}
	call, ok := recv.(*ssa.Call)
	if !ok {
		return recv != nil
	}
	for _, arg := range call.Call.Args {
		if calls.IsContext(arg.Type()) {
			return true
		}
	}
	return false
}

// handedOn: all that happens to a result is that it is returned.
func handedOn(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil || len(*refs) == 0 {
		return false
	}
	for _, ref := range *refs {
		switch ref := ref.(type) {
		case *ssa.Return:
		case *ssa.Extract:
			if !handedOn(ref) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func tested(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.If, *ssa.BinOp, *ssa.Phi:
			return true
		case *ssa.Extract:
			if tested(ref) {
				return true
			}
		}
	}
	return false
}

// contextParam is the context of the function, or of the one around it.
func contextParam(fn *ssa.Function) *ssa.Parameter {
	for f := fn; f != nil; f = f.Parent() {
		for _, p := range f.Params {
			if (calls.IsContext(p.Type()) || isRequest(p.Type())) && p.Name() != "_" {
				return p
			}
		}
	}
	return nil
}

func isRequest(t types.Type) bool {
	_, ptr := types.Unalias(t).(*types.Pointer)
	return ptr && calls.Named(t) == "net/http.Request"
}

// daemon: main, or started as a goroutine of its own and nothing else.
func (r *Result) daemon(fn *ssa.Function) bool {
	if fn.Name() == "main" || fn.Name() == "init" {
		return true
	}
	for f := fn; f != nil; f = f.Parent() {
		if made := r.Program.Makes[f]; made != nil && started(made) {
			return true
		}
		sites := r.Program.Calls[f]
		if len(sites) == 0 {
			continue
		}
		all := true
		for _, site := range sites {
			if _, isGo := site.(*ssa.Go); !isGo {
				all = false
			}
		}
		if all {
			return true
		}
	}
	return false
}
