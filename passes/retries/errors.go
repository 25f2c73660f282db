package retries

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// outcome is what a test says of the call whose result it looks at.
type outcome int

const (
	unknown outcome = iota
	fail
	success
)

// subject says what kind of result is tested.
type subject int

const (
	noTest  subject = iota
	byError         // err != nil
	byClass         // errors.Is(err, …), retryable(err), err == io.EOF
	byState         // resp.StatusCode, status.Code(err)
	byFlag          // a bool result, or a bool variable
	byValue         // resp == nil
)

// test is the condition of an If, taken apart.
type test struct {
	value   ssa.Value // what is looked at
	kind    subject
	yes, no outcome // what the two branches say
	name    string  // of a predicate or status, for messages
}

// take reads a condition.
func take(cond ssa.Value) test {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			t := take(c.X)
			t.yes, t.no = t.no, t.yes
			return t
		}
		if c.Op == token.MUL {
			return test{value: c, kind: byFlag, yes: success, no: fail}
		}
	case *ssa.BinOp:
		return compare(c)
	case *ssa.Call:
		if isIs(c) && zeroNumber(c.Call.Args[1]) {
			return test{value: errorArg(c.Common()), kind: byError, yes: success, no: fail}
		}
		if arg := errorArg(c.Common()); arg != nil {
			t := test{value: arg, kind: byClass, name: predicate(c)}
			if !strings.HasPrefix(t.name, "not") {
				t.yes = fail
			}
			return t
		}
		if s := statusArg(c); s != nil {
			return test{value: s, kind: byState, name: predicate(c)}
		}
		return test{value: c, kind: byFlag, yes: success, no: fail}
	case *ssa.Extract:
		// _, ok := err.(*url.Error)
		if as, ok := c.Tuple.(*ssa.TypeAssert); ok && isError(as.X.Type()) {
			return test{value: as.X, kind: byClass, yes: fail, name: calls.Named(as.AssertedType)}
		}
		return test{value: cond, kind: byFlag, yes: success, no: fail}
	case *ssa.Phi:
		return test{value: cond, kind: byFlag, yes: success, no: fail}
	}
	return test{}
}

func compare(c *ssa.BinOp) test {
	x, y := c.X, c.Y
	op := c.Op
	if _, ok := x.(*ssa.Const); ok {
		x, y, op = y, x, mirror(op)
	}
	k, isConst := y.(*ssa.Const)
	equal := op == token.EQL
	if arg := textOf(x); arg != nil && (op == token.EQL || op == token.NEQ) {
		// switch err.Error() { case "…":
		return oriented(test{value: arg, kind: byClass, yes: fail, name: "its text"}, equal)
	}
	switch {
	case op != token.EQL && op != token.NEQ && !(isConst && k.Value != nil):
		return test{}
	case isConst && k.Value == nil && isError(x.Type()):
		return oriented(test{value: x, kind: byError, yes: success, no: fail}, equal)
	case isConst && k.Value != nil && isError(x.Type()):
		// An error type of numbers: 0 is the one that means none.
		if n, ok := constInt(k); ok && n == 0 {
			return oriented(test{value: x, kind: byError, yes: success, no: fail}, equal)
		}
		return oriented(test{value: x, kind: byClass, yes: fail, name: k.Value.String()}, equal)
	case isConst && k.Value == nil:
		return oriented(test{value: x, kind: byValue, yes: fail, no: success}, equal)
	case isError(x.Type()) && isError(y.Type()) && zeroNumber(y):
		return oriented(test{value: x, kind: byError, yes: success, no: fail}, equal)
	case isError(x.Type()) && isError(y.Type()):
		return oriented(test{value: x, kind: byClass, yes: fail, name: errorName(y)}, equal)
	}
	if !isConst || k.Value == nil {
		return test{}
	}
	if k.Value.Kind() == constant.Bool {
		t := take(x)
		if constant.BoolVal(k.Value) != equal {
			t.yes, t.no = t.no, t.yes
		}
		return t
	}
	n, ok := constant.Int64Val(constant.ToInt(k.Value))
	if k.Value.Kind() != constant.Int || !ok {
		return test{}
	}
	if s, code := status(x); s != nil {
		t := test{value: s, kind: byState, name: k.Value.String()}
		if code {
			t.yes, t.no = codeOutcome(op, n)
		} else {
			t.yes, t.no = httpOutcome(op, n)
		}
		return t
	}
	return test{}
}

// textOf is the error whose text v is.
func textOf(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok || calleeName(call.Common()) != "Error" {
		return nil
	}
	return errorArg(call.Common())
}

// zeroNumber: errors.Is(err, ErrNoError), with the number in an interface.
func zeroNumber(v ssa.Value) bool {
	m, ok := v.(*ssa.MakeInterface)
	if !ok {
		return false
	}
	n, ok := constInt(m.X)
	return ok && n == 0 && calls.Named(m.X.Type()) != "syscall.Errno"
}

func oriented(t test, equal bool) test {
	if !equal {
		t.yes, t.no = t.no, t.yes
	}
	return t
}

func mirror(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// errorArg is the error among a call's arguments, or the receiver of a method
// on one.
func errorArg(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() && isError(c.Value.Type()) {
		return c.Value
	}
	for _, arg := range c.Args {
		if isError(arg.Type()) {
			return arg
		}
		if m, ok := arg.(*ssa.MakeInterface); ok && isError(m.X.Type()) {
			return m.X
		}
	}
	return nil
}

// predicate names a test: errors.Is(err, io.EOF) is "io.EOF".
func predicate(c *ssa.Call) string {
	name := calleeName(c.Common())
	if name == "" {
		return "a function"
	}
	if (name == "Is" || name == "As") && len(c.Common().Args) == 2 {
		if target := errorName(c.Common().Args[1]); target != "" {
			return target
		}
		return calls.Named(deref(strip(c.Common().Args[1]).Type()))
	}
	return name
}

func isIs(c *ssa.Call) bool {
	return len(c.Call.Args) == 2 && qualified(c.Common()) == "errors.Is"
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// errorName is the name of a sentinel: "context.Canceled".
func errorName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		if c, ok := v.X.(*ssa.Const); ok && calls.Named(c.Type()) == "syscall.Errno" {
			return "errno"
		}
		return errorName(v.X)
	case *ssa.ChangeInterface:
		return errorName(v.X)
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL && g.Pkg != nil {
			return g.Pkg.Pkg.Path() + "." + g.Name()
		}
	}
	return ""
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// isError goes by type: error, an interface that includes it, or a type that
// implements it.
func isError(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.UntypedNil {
		return false
	}
	return types.Implements(t, errorType)
}

// calleeName is the bare name of what is called.
func calleeName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return fn.Name()
	}
	return ""
}

// callee is the function or interface method called, or nil.
func callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := c.StaticCallee(); fn != nil {
		if obj, ok := fn.Object().(*types.Func); ok {
			return obj
		}
		if fn.Origin() != nil {
			obj, _ := fn.Origin().Object().(*types.Func)
			return obj
		}
	}
	return nil
}

// Called is the function or interface method that a call names, or nil.
func Called(call ssa.CallInstruction) *types.Func { return callee(call.Common()) }

// qualified is the name of a callee with its package, "" if unknown.
func qualified(c *ssa.CallCommon) string {
	if fn := callee(c); fn != nil {
		return calls.FullName(fn)
	}
	return ""
}
