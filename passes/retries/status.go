package retries

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// status recognises an HTTP status (of a response) and a code (of an error).
func status(v ssa.Value) (of ssa.Value, code bool) {
	switch v := v.(type) {
	case *ssa.Convert:
		return status(v.X)
	case *ssa.ChangeType:
		return status(v.X)
	case *ssa.BinOp:
		if v.Op == token.QUO {
			return status(v.X)
		}
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL && isStatus(fieldName(fa)) {
			return fa.X, false
		}
	case *ssa.Field:
		st, ok := v.X.Type().Underlying().(*types.Struct)
		if ok && isStatus(st.Field(v.Field).Name()) {
			return v.X, false
		}
	case *ssa.Call:
		if arg := errorArg(v.Common()); arg != nil {
			return arg, true
		}
		if name := calleeName(v.Common()); isStatus(name) && len(v.Common().Args) <= 1 {
			if v.Common().IsInvoke() {
				return v.Common().Value, false
			}
			if len(v.Common().Args) == 1 {
				return v.Common().Args[0], false
			}
		}
	}
	return nil, false
}

func isStatus(name string) bool {
	return name == "StatusCode" || name == "Status" || name == "Code" || name == "GetStatusCode"
}

func fieldName(fa *ssa.FieldAddr) string {
	if ptr, ok := fa.X.Type().Underlying().(*types.Pointer); ok {
		if st, ok := ptr.Elem().Underlying().(*types.Struct); ok {
			return st.Field(fa.Field).Name()
		}
	}
	return ""
}

// statusArg is the answer whose status a predicate is given: retryable(resp.StatusCode).
func statusArg(c *ssa.Call) ssa.Value {
	for _, arg := range c.Common().Args {
		if s, code := status(arg); s != nil && !code {
			return s
		}
	}
	return nil
}

// httpOutcome: below 300 is success, from 400 failure, in the middle nothing.
func httpOutcome(op token.Token, n int64) (yes, no outcome) {
	if n < 10 {
		n *= 100 // StatusCode/100 == 2
		if op == token.GTR {
			n += 99
		}
	}
	of := func(n int64) outcome {
		switch {
		case n >= 100 && n < 300:
			return success
		case n >= 400:
			return fail
		}
		return unknown
	}
	switch op {
	case token.EQL:
		if of(n) == success {
			return success, fail
		}
		return of(n), unknown
	case token.NEQ:
		if of(n) == success {
			return fail, success
		}
		return unknown, of(n)
	case token.GEQ, token.GTR:
		if n >= 299 {
			return fail, success
		}
	case token.LSS, token.LEQ:
		if n >= 299 {
			return success, fail
		}
	}
	return unknown, unknown
}

// codeOutcome: 0 is OK, anything else is an error.
func codeOutcome(op token.Token, n int64) (yes, no outcome) {
	switch {
	case op == token.EQL && n == 0:
		return success, fail
	case op == token.NEQ && n == 0:
		return fail, success
	case op == token.EQL:
		return fail, unknown
	case op == token.NEQ:
		return unknown, fail
	}
	return unknown, unknown
}
