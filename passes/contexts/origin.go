// Package contexts tells where a context comes from and whether it ever ends
// by itself.
//
// It knows the constructors of package context, signal and errgroup contexts,
// those of requests and frameworks, wrappers in the package under analysis and,
// by the fact Derives, in other packages of the module, joins, captured
// variables, unexported fields, and the parameters of functions whose every
// call is in sight. It does not know what the context is used for:
// passes/contexts/obligations does.
package contexts

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// State is what is known of a context's end.
type State int

// The states, from nothing known to a deadline on every path.
const (
	Unknown    State = iota // nothing is known
	Param                   // the caller's
	Request                 // an incoming request's, or a framework's: may have a deadline
	Mixed                   // a deadline on some paths and none on others
	NoDeadline              // no deadline on any path
	Deadline                // a deadline on every path
)

// Root is what a context without a deadline was made of in the first place.
type Root int

// The roots. Of a context with a deadline it is that of its parent.
const (
	NoRoot     Root = iota // not known, or not one
	Background             // context.Background
	TODO                   // context.TODO
	Nil                    // no context at all
	Detached               // context.WithoutCancel
	Signal                 // ends with the process: signal.NotifyContext
	Tool                   // a command's: cobra, urfave/cli
	Gin                    // *gin.Context as a context
	Fiber                  // a fiber or fasthttp context
)

// Origin is what is known of one context value.
type Origin struct {
	State State
	Root  Root
	Pos   token.Pos       // of the call that made it
	Text  string          // that call, as a message names it: "context.Background"
	After durations.Value // the time it was given, where State is Deadline
	Param *ssa.Parameter  // where State is Param: it; where it is Request: the request, if it is a parameter
	Held  bool            // somebody outside the function that made it can cancel it
	Field *types.Var      // the field it was kept in on the way, if any
	Why   string          // where State is Unknown: what could not be seen through
}

// Of follows v to where it was made, also through the parameters of functions
// whose every call is in sight.
func Of(p *program.Package, v ssa.Value) Origin {
	t := tracer{program: p, seen: map[ssa.Value]bool{}}
	return t.of(v)
}

type tracer struct {
	program *program.Package
	facts   func(*types.Func) *Derives // of functions of other packages; may be nil
	local   bool                       // parameters are not followed to the callers
	seen    map[ssa.Value]bool
	depth   int
}

const deepest = 12 // calls and joins followed before a value counts as unknown

func unknown(why string) Origin { return Origin{Why: why} }

func (t *tracer) of(v ssa.Value) Origin {
	if v == nil || t.seen[v] || t.depth > deepest {
		return unknown("too deep")
	}
	t.seen[v] = true
	t.depth++
	defer func() { t.depth--; delete(t.seen, v) }()
	switch v := v.(type) {
	case *ssa.Const:
		return Origin{State: NoDeadline, Root: Nil, Text: "nil"}
	case *ssa.Parameter:
		return t.parameter(v)
	case *ssa.FreeVar:
		if b := t.program.Binding(v); b != nil {
			return t.of(b)
		}
		return unknown("captured")
	case *ssa.ChangeInterface:
		return t.of(v.X)
	case *ssa.MakeInterface:
		return framework(v)
	case *ssa.TypeAssert:
		return t.of(v.X)
	case *ssa.Phi:
		return t.phi(v)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Call:
			return t.call(tuple, v.Index)
		case *ssa.TypeAssert:
			return t.of(tuple.X)
		}
	case *ssa.Call:
		return t.call(v, 0)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return t.load(v.X)
		}
	case *ssa.Field:
		return t.field(v.X.Type(), v.Field)
	}
	return unknown("another value")
}

// parameter asks every call of a function whose calls are all in sight.
func (t *tracer) parameter(v *ssa.Parameter) Origin {
	fn := v.Parent()
	own := Origin{State: Param, Pos: v.Pos(), Text: v.Name(), Param: v}
	if t.local || !t.program.Closed(fn) || len(t.program.Calls[fn]) == 0 {
		return own
	}
	index := Index(v)
	var args []ssa.Value
	for _, call := range t.program.Calls[fn] {
		if index < 0 || index >= len(call.Common().Args) {
			return own
		}
		args = append(args, call.Common().Args[index])
	}
	return t.join(args)
}

// Index is the place of a parameter among those of its function, the receiver
// counted.
func Index(v *ssa.Parameter) int {
	for i, p := range v.Parent().Params {
		if p == v {
			return i
		}
	}
	return -1
}

// load joins everything stored in a local variable, also by the literals that
// capture it, or in an unexported field.
func (t *tracer) load(addr ssa.Value) Origin {
	for {
		fv, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		if addr = t.program.Binding(fv); addr == nil {
			return unknown("captured")
		}
	}
	switch addr := addr.(type) {
	case *ssa.Alloc:
		var stored []ssa.Value
		if !stores(addr, &stored) || len(stored) == 0 {
			return unknown("a variable whose address is taken")
		}
		return t.join(stored)
	case *ssa.FieldAddr:
		return t.field(addr.X.Type(), addr.Field)
	case *ssa.Global:
		return unknown("a package variable")
	}
	return unknown("another value")
}

func stores(addr ssa.Value, stored *[]ssa.Value) bool {
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
				if b == addr && !stores(fn.FreeVars[i], stored) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// phi is a join in which an answered question counts: "if it has no deadline,
// set one" has one on each path, and "if it is nil, take Background" is the
// caller's.
func (t *tracer) phi(v *ssa.Phi) Origin {
	var own, set, none []Origin
	for i, edge := range v.Edges {
		if t.seen[edge] {
			continue
		}
		switch o := t.of(edge); o.State {
		case Param, Request:
			own = append(own, o)
		case Deadline:
			set = append(set, o)
			if asksDeadline(v, i) {
				return o
			}
		case NoDeadline:
			none = append(none, o)
		}
	}
	if len(own) > 0 && len(none) > 0 && len(set) == 0 && asksNil(v) {
		return own[0]
	}
	return t.join(v.Edges)
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
		case out.State == Unknown:
		case out.State == o.State:
			out.Held = out.Held || o.Held
			out.After = out.After.Join(o.After)
			if out.Param != o.Param {
				out.Param = nil // one of several
			}
			if out.Root != o.Root {
				out.Root = NoRoot
			}
		case out.State == Deadline && (o.State == NoDeadline || o.State == Mixed),
			o.State == Deadline && (out.State == NoDeadline || out.State == Mixed):
			pos := o
			if out.State != Deadline {
				pos = out
			}
			out = Origin{State: Mixed, Root: pos.Root, Pos: pos.Pos, Text: pos.Text}
		default:
			return unknown("different on different paths")
		}
	}
	if first {
		return unknown("too deep")
	}
	return out
}
