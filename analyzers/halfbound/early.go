package halfbound

import (
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// early finds a call that waits on a connection dialled here although the
// deadline it certainly gets afterwards, in the same function, is not set yet.
func early(conn *bounds.Object) (bounds.Use, ssa.Instruction, bool) {
	if conn.Maker == nil || len(conn.Settings) == 0 {
		return bounds.Use{}, nil, false
	}
	first := conn.Settings[0].Call
	for _, s := range conn.Settings {
		if s.Knob.Stage != knowledge.Read && s.Knob.Stage != knowledge.Total || s.Call.Parent() != conn.In {
			return bounds.Use{}, nil, false
		}
	}
	for _, u := range conn.Uses {
		if u.Call.Parent() == conn.In && waits(u) && precedes(u.Call, first) {
			return u, first, true
		}
	}
	return bounds.Use{}, nil, false
}

// waits: the row says that the call reads from the connection it is given, or
// it is a handshake on it.
func waits(u bounds.Use) bool {
	if u.Row == nil || u.Fn == nil {
		return false
	}
	_, deferred := u.Call.(*ssa.Defer)
	return !deferred && u.Row.By("deadline") && (u.Row.Does == knowledge.Receives || u.Row.Does == knowledge.Requests || u.Fn.Name() == "Handshake")
}

// precedes: whenever the second call runs, the first has run before.
func precedes(a, b ssa.CallInstruction) bool {
	if a.Block() == b.Block() {
		return a.Pos() < b.Pos()
	}
	return a.Block().Dominates(b.Block())
}

// afterwards is the WithTimeout that derives, later in the same function, a
// deadline from the context that the call waits on without one.
func afterwards(b *bounds.Result, call ssa.CallInstruction, row *knowledge.Call) *ssa.Call {
	switch row.Does {
	case knowledge.Acquires, knowledge.Waits, knowledge.Sleeps:
		return nil // for others of this process: each try's deadline is not for these
	}
	ctx := bounds.Argument(call, row.CtxArg())
	if ctx == nil || ctx.Referrers() == nil || b.Ends(call, row).State != bounds.Never {
		return nil
	}
	for _, ref := range *ctx.Referrers() {
		made, ok := ref.(*ssa.Call)
		if !ok || made.Call.StaticCallee() == nil || made.Parent() != call.Parent() {
			continue
		}
		switch made.Call.StaticCallee().String() {
		case "context.WithTimeout", "context.WithDeadline":
			if made.Block() != call.Block() && call.Block().Dominates(made.Block()) || made.Block() == call.Block() && made.Pos() > call.Pos() {
				return made
			}
		}
	}
	return nil
}
