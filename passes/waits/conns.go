package waits

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// undated: a call is made on a connection that this function has made and given
// to nobody, and to which it gives no deadline.
func undated(call ssa.CallInstruction) bool {
	conn := call.Common().Value
	if !call.Common().IsInvoke() {
		if len(call.Common().Args) == 0 {
			return false
		}
		conn = call.Common().Args[0]
	}
	for { // what a *net.UnixConn embeds
		field, ok := conn.(*ssa.FieldAddr)
		if !ok {
			break
		}
		conn = field.X
	}
	made, ok := conn.(*ssa.Extract)
	if !ok || made.Index != 0 {
		return false
	}
	dial, ok := made.Tuple.(*ssa.Call)
	if !ok || callee(dial.Common()) == nil {
		return false
	}
	full := calls.FullName(callee(dial.Common()))
	return (strings.HasPrefix(full, "net.Dial") || strings.HasPrefix(full, "(*net.Dialer).Dial")) && alone(made)
}

// alone: nothing but methods are called on a connection, none of which sets a
// deadline.
func alone(conn ssa.Value) bool {
	for _, ref := range *conn.Referrers() {
		switch r := ref.(type) {
		case *ssa.FieldAddr:
			if !alone(r) {
				return false
			}
		case ssa.CallInstruction:
			c := r.Common()
			obj := callee(c)
			on := c.IsInvoke() && c.Value == conn || !c.IsInvoke() && len(c.Args) > 0 && c.Args[0] == conn && obj != nil && obj.Signature().Recv() != nil
			if !on || strings.HasPrefix(obj.Name(), "Set") {
				return false
			}
			for _, arg := range c.Args[min(1, len(c.Args)):] {
				if arg == conn {
					return false
				}
			}
		case *ssa.BinOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}
