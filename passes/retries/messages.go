package retries

import (
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

var once = regexp.MustCompile(`(?i)^(request|idempotency|client_?request|dedup(lication)?|message_?deduplication|transaction|operation)_?(id|key|token)$|^client_?token$|uuid$|^(msg|message)_?id$|^sequence_?id$`)

// Recognized reports whether what a call is given has a field, or is made with an
// option, by which the other side knows a repeated request again; one that was
// made out of sight has one where its type does.
func Recognized(c *ssa.CallCommon) bool {
	for _, arg := range c.Args {
		if keyed(arg, 0) {
			return true
		}
	}
	return false
}

func keyed(v ssa.Value, depth int) bool {
	if v == nil || depth > 8 || calls.IsContext(v.Type()) {
		return false
	}
	switch v := v.(type) {
	case *ssa.Alloc:
		return keyedParts(v, depth)
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			return keyedParts(alloc, depth)
		}
	case *ssa.Slice:
		return keyed(v.X, depth+1)
	case *ssa.MakeInterface:
		return keyed(v.X, depth+1)
	case *ssa.ChangeInterface:
		return keyed(v.X, depth+1)
	case *ssa.Call:
		if once.MatchString(strings.TrimPrefix(calleeName(v.Common()), "With")) {
			return true // nats.MsgId(id), jetstream.WithMsgID(id)
		}
		for _, arg := range v.Call.Args {
			if keyed(arg, depth+1) {
				return true
			}
		}
		return hasKeyField(v.Type())
	}
	return hasKeyField(v.Type())
}

// keyedParts looks at what is put into a literal.
func keyedParts(alloc *ssa.Alloc, depth int) bool {
	whole := false
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			for _, val := range stores(ref) {
				if once.MatchString(fieldName(ref)) || keyed(val, depth+1) && !isText(val.Type()) {
					return true
				}
			}
		case *ssa.IndexAddr:
			for _, val := range stores(ref) {
				if keyed(val, depth+1) {
					return true
				}
			}
		case *ssa.Store:
			whole = whole || ref.Addr == ssa.Value(alloc)
		}
	}
	if whole {
		for _, val := range stores(alloc) {
			if keyed(val, depth+1) {
				return true
			}
		}
	}
	return false
}

func isText(t types.Type) bool {
	_, basic := t.Underlying().(*types.Basic)
	return basic
}

func hasKeyField(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if once.MatchString(f.Name()) {
			return true
		}
	}
	return false
}

// RPC reports whether a call is that of a unary method of a generated client: of
// gRPC, by its call options, or of connect, by its request.
func RPC(c *ssa.CallCommon) bool {
	sig := c.Signature()
	n := sig.Params().Len()
	if n < 2 || sig.Results().Len() != 2 || !calls.IsContext(sig.Params().At(0).Type()) {
		return false
	}
	if s, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok && sig.Variadic() {
		return calls.Named(s.Elem()) == "google.golang.org/grpc.CallOption"
	}
	return strings.HasPrefix(calls.Named(deref(sig.Params().At(1).Type())), "connectrpc.com/connect.Request")
}
