// Package contexts tells where a context comes from and whether it ever ends
// by itself.
//
// It knows the constructors of package context, wrappers in the package under
// analysis, joins, captured variables, and the parameters of functions whose
// every call is in sight. It does not know what the context is used for.
package contexts

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// State is what is known of a context's end.
type State int

// The states, from nothing known to a deadline on every path.
const (
	Unknown    State = iota // nothing is known
	Param                   // the caller's
	Request                 // an incoming request's: ends when the client leaves, may have a deadline
	Mixed                   // a deadline on some paths and none on others
	NoDeadline              // no deadline on any path
	Deadline                // a deadline on every path
)

// Origin is what is known of one context value.
type Origin struct {
	State State
	Pos   token.Pos       // of the call that made it
	Text  string          // that call, as a message names it: "context.Background"
	After durations.Value // the time it was given, where State is Deadline
	Param *ssa.Parameter  // where State is Param
}

// Of follows v to where it was made.
func Of(p *program.Package, v ssa.Value) Origin {
	t := tracer{program: p, seen: map[ssa.Value]bool{}}
	return t.of(v)
}

type tracer struct {
	program *program.Package
	seen    map[ssa.Value]bool
	depth   int
}

const deepest = 12 // calls and joins followed before a value counts as unknown

func (t *tracer) of(v ssa.Value) Origin {
	if v == nil || t.seen[v] || t.depth > deepest {
		return Origin{}
	}
	t.seen[v] = true
	t.depth++
	defer func() { t.depth--; delete(t.seen, v) }()
	switch v := v.(type) {
	case *ssa.Const:
		return Origin{State: NoDeadline, Text: "nil"}
	case *ssa.Parameter:
		return t.parameter(v)
	case *ssa.FreeVar:
		if b := t.binding(v); b != nil {
			return t.of(b)
		}
	case *ssa.ChangeInterface:
		return t.of(v.X)
	case *ssa.TypeAssert:
		return t.of(v.X)
	case *ssa.Phi:
		return t.join(v.Edges)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return t.call(call, v.Index)
		}
	case *ssa.Call:
		return t.call(v, 0)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return t.load(v.X)
		}
	}
	return Origin{}
}

// parameter asks every call of a function whose calls are all in sight.
func (t *tracer) parameter(v *ssa.Parameter) Origin {
	fn := v.Parent()
	own := Origin{State: Param, Pos: v.Pos(), Text: v.Name(), Param: v}
	if !t.program.Closed(fn) || len(t.program.Calls[fn]) == 0 {
		return own
	}
	index := -1
	for i, p := range fn.Params {
		if p == v {
			index = i
		}
	}
	var args []ssa.Value
	for _, call := range t.program.Calls[fn] {
		if index < 0 || index >= len(call.Common().Args) {
			return own
		}
		args = append(args, call.Common().Args[index])
	}
	return t.join(args)
}

func (t *tracer) binding(v *ssa.FreeVar) ssa.Value {
	made := t.program.Makes[v.Parent()]
	if made == nil {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv == v {
			return made.Bindings[i]
		}
	}
	return nil
}

// load joins everything stored in a local variable, also by the literals that
// capture it.
func (t *tracer) load(addr ssa.Value) Origin {
	for {
		fv, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		if addr = t.binding(fv); addr == nil {
			return Origin{}
		}
	}
	alloc, ok := addr.(*ssa.Alloc)
	if !ok {
		return Origin{}
	}
	var stored []ssa.Value
	if !t.stores(alloc, &stored) || len(stored) == 0 {
		return Origin{}
	}
	return t.join(stored)
}

func (t *tracer) stores(addr ssa.Value, stored *[]ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != addr {
				return false
			}
			*stored = append(*stored, ref.Val)
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			for i, b := range ref.Bindings {
				if b == addr && !t.stores(fn.FreeVars[i], stored) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// join is what holds when any of the values may be the one.
func (t *tracer) join(values []ssa.Value) Origin {
	var out Origin
	first := true
	for _, v := range values {
		if t.seen[v] {
			continue // a loop: says nothing new
		}
		o := t.of(v)
		switch {
		case first:
			out, first = o, false
		case out.State == o.State:
			out.After = out.After.Join(o.After)
		case out.State == Deadline && (o.State == NoDeadline || o.State == Mixed),
			o.State == Deadline && (out.State == NoDeadline || out.State == Mixed):
			pos := o
			if out.State != Deadline {
				pos = out
			}
			out = Origin{State: Mixed, Pos: pos.Pos, Text: pos.Text}
		default:
			return Origin{}
		}
	}
	return out
}

func (t *tracer) call(call *ssa.Call, result int) Origin {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return Origin{}
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		if fn.Parent() != nil {
			return t.returned(fn, call, result)
		}
		return Origin{}
	}
	name := calls.FullName(obj)
	args := call.Call.Args
	switch name {
	case "context.Background", "context.TODO":
		return Origin{State: NoDeadline, Pos: call.Pos(), Text: name}
	case "context.WithoutCancel":
		return Origin{State: NoDeadline, Pos: call.Pos(), Text: name}
	case "context.WithTimeout", "context.WithTimeoutCause":
		return Origin{State: Deadline, Pos: call.Pos(), Text: name, After: durations.Of(args[1], nil)}
	case "context.WithDeadline", "context.WithDeadlineCause":
		return Origin{State: Deadline, Pos: call.Pos(), Text: name}
	case "context.WithCancel", "context.WithCancelCause", "context.WithValue", "os/signal.NotifyContext", "golang.org/x/sync/errgroup.WithContext":
		return t.of(args[0])
	case "(*net/http.Request).Context":
		return Origin{State: Request, Pos: call.Pos(), Text: "the request's context"}
	}
	if obj.Pkg() == t.program.SSA.Pkg && len(fn.Blocks) > 0 {
		return t.returned(fn, call, result)
	}
	return Origin{}
}

// returned follows a function of this package to what it returns, with its
// parameters standing for the arguments of this call.
func (t *tracer) returned(fn *ssa.Function, call *ssa.Call, result int) Origin {
	var out []Origin
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || result >= len(ret.Results) {
			continue
		}
		v := ret.Results[result]
		if p, ok := root(v).(*ssa.Parameter); ok && p.Parent() == fn {
			for i, param := range fn.Params {
				if param == p && i < len(call.Call.Args) {
					v = call.Call.Args[i]
				}
			}
			if o := t.of(ret.Results[result]); o.State == Deadline {
				out = append(out, o)
				continue
			}
		}
		out = append(out, t.of(v))
	}
	for i := 1; i < len(out); i++ {
		if out[i].State != out[0].State {
			return Origin{}
		}
	}
	if len(out) == 0 {
		return Origin{}
	}
	return out[0]
}

// root strips the wrappers that keep what the parent has.
func root(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.Call:
			fn := x.Call.StaticCallee()
			if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "context" || len(x.Call.Args) == 0 {
				return v
			}
			switch fn.Name() {
			case "WithCancel", "WithCancelCause", "WithValue":
				v = x.Call.Args[0]
			default:
				return v
			}
		default:
			return v
		}
	}
}
