package bounds

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// End says whether one call can wait for ever.
type End struct {
	State EndState
	Text  string    // the missing bound: "its context comes from context.Background"
	Pos   token.Pos // where that was decided, if anywhere
	Why   string    // where State is Perhaps: what could not be seen
}

// EndState is three-valued: only Never may be reported.
type EndState int

// The states of an end.
const (
	Perhaps EndState = iota // not known
	Surely                  // something ends the wait
	Never                   // nothing does, on any path
)

// Ends weighs everything that a row says could end the wait of a call.
func (r *Result) Ends(call ssa.CallInstruction, row *knowledge.Call) End {
	out := End{State: Never, Text: "nothing bounds it"}
	var missing []string
	for _, bound := range row.Bound {
		end := r.end(call, bound)
		switch end.State {
		case Surely:
			return end
		case Perhaps:
			out.State, out.Why = Perhaps, cmp.Or(out.Why, end.Why)
		case Never:
			if end.Text != "" {
				missing = append(missing, end.Text)
				out.Pos = end.Pos
			}
		}
	}
	if len(missing) > 0 {
		out.Text = strings.Join(missing, " and ")
	}
	return out
}

// Call is the instruction of a call expression, and whether there is one.
func (r *Result) Call(c calls.Call) (ssa.CallInstruction, bool) {
	call := r.call(c.Expr)
	return call, call != nil
}

func (r *Result) end(call ssa.CallInstruction, bound knowledge.Bound) End {
	switch bound.Kind() {
	case "none", "peer":
		return End{State: Never}
	case "const":
		return End{State: Surely}
	case "ctx":
		if arg := Argument(call, bound.Arg()); arg != nil {
			return ofOrigin(contexts.Of(r.Program, arg))
		}
	case "reqctx":
		for _, arg := range call.Common().Args {
			if calls.Named(arg.Type()) == "net/http.Request" {
				return ofOrigin(r.RequestContext(arg))
			}
		}
	case "arg":
		if arg := Argument(call, bound.Arg()); arg != nil {
			if v := durations.Of(arg, nil); v.Zero() {
				return End{State: Never, Text: "its timeout is 0", Pos: arg.Pos()}
			} else if v.Positive() {
				return End{State: Surely}
			}
		}
		return perhaps("a time that is not a constant")
	case "field":
		return r.endField(call, bound.Name())
	}
	return perhaps(elsewhere[bound.Kind()])
}

func perhaps(why string) End { return End{State: Perhaps, Why: cmp.Or(why, "another limit")} }

// elsewhere are limits that are not set at the call, by their kind.
var elsewhere = map[string]string{
	"ctx": "no context in sight", "reqctx": "no request in sight",
	"setter": "a limit set by a call", "option": "a limit set by an option", "dsn": "a limit in a connection string",
	"deadline": "a deadline of the connection", "recvctx": "the context it was opened with", "builder": "a limit of what wraps it", "chan": "a caller's channel",
}

func ofOrigin(o contexts.Origin) End {
	switch o.State {
	case contexts.Deadline:
		return End{State: Surely}
	case contexts.NoDeadline:
		return End{State: Never, Text: fmt.Sprintf("its context (%s) has no deadline", o.Text), Pos: o.Pos}
	case contexts.Param:
		return perhaps("a caller's context")
	case contexts.Request:
		return perhaps("the context of a request")
	case contexts.Mixed:
		return perhaps("a deadline on some paths")
	}
	return perhaps("a context from " + cmp.Or(o.Why, "elsewhere"))
}

// Argument is the n-th argument of a call, the receiver not counted.
func Argument(call ssa.CallInstruction, n int) ssa.Value {
	common := call.Common()
	if !common.IsInvoke() && common.Signature().Recv() != nil {
		n++
	}
	if n < 0 || n >= len(common.Args) {
		return nil
	}
	return common.Args[n]
}

// endField looks for the carrier of a knob among the receiver and arguments of
// a call, and one level inside them (a tls.Dialer's NetDialer).
func (r *Result) endField(call ssa.CallInstruction, knob string) End {
	dot := strings.LastIndexByte(knob, '.')
	owner, field := knob[:dot], knob[dot+1:]
	common := call.Common()
	values := common.Args
	if common.IsInvoke() {
		values = append([]ssa.Value{common.Value}, values...)
	}
	for _, v := range values {
		if calls.Named(v.Type()) == owner {
			return r.endOf(v, owner, field)
		}
	}
	for _, v := range values {
		if inner := fieldOfType(v.Type(), owner); inner != "" {
			return r.endInside(v, inner, owner, field)
		}
	}
	return perhaps("settings that are not in sight")
}

func (r *Result) endOf(v ssa.Value, owner, field string) End {
	objects, complete := r.Of(v)
	if !complete {
		return perhaps("settings made elsewhere")
	}
	end := End{State: Never, Text: knowledge.Short(owner) + " has no " + field, Pos: objects[0].Pos}
	for _, o := range objects {
		if o.Kind == InStruct && o.Left(ReturnedOut, Passed, Stored) {
			return perhaps("settings that leave sight")
		}
		if l := o.Limit(field); l.State >= Set {
			return End{State: Surely}
		}
	}
	return end
}

// endInside: the carrier is kept in a field of v; left nil, it is a zero one.
func (r *Result) endInside(v ssa.Value, inner, owner, field string) End {
	objects, complete := r.Of(v)
	if !complete {
		return perhaps("settings made elsewhere")
	}
	for _, o := range objects {
		for _, w := range o.Writes(inner) {
			if end := r.endOf(w.Value, owner, field); end.State != Never {
				return end
			}
		}
	}
	return End{State: Never, Text: knowledge.Short(owner) + " has no " + field, Pos: objects[0].Pos}
}

// fieldOfType is the name of the field of struct t that holds a *owner.
func fieldOfType(t types.Type, owner string) string {
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for f := range s.Fields() {
		if calls.Named(f.Type()) == owner {
			return f.Name()
		}
	}
	return ""
}
