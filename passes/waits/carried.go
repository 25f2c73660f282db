package waits

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// carried is the context that a call's receiver brings along: that of
// exec.CommandContext, of db.WithContext(ctx).Find, of config.TokenSource(ctx).
// It is nil where there is none, and one that is not known where that could not
// be seen: in a connection with a deadline as well, which may be a context's.
// seen: it is known that nothing but this context ends the wait by such a way.
func (b *builder) carried(call ssa.CallInstruction, row *knowledge.Call) (ctx *tree.Ctx, seen bool) {
	if row.Name == "(*net/rpc.Client).Call" {
		return nil, false // takes none, and keeps none
	}
	var made, set []string
	for _, bound := range row.Bound {
		switch bound.Kind() {
		case "builder":
			made = append(made, bound.Name())
		case "setter":
			set = append(set, bound.Name())
		case "deadline":
			if !undated(call) {
				return &tree.Ctx{}, false
			}
		case "option", "recvctx":
			return &tree.Ctx{}, false
		}
	}
	if len(made)+len(set) == 0 {
		return nil, false
	}
	receiver := call.Common().Value
	if !call.Common().IsInvoke() {
		if len(call.Common().Args) == 0 {
			return &tree.Ctx{}, false
		}
		receiver = call.Common().Args[0]
	}
	return b.origin(receiver, append(made, set...), 0)
}

// origin follows a value to the call that gave it a context; the functions that
// do so are named.
func (b *builder) origin(v ssa.Value, names []string, depth int) (*tree.Ctx, bool) {
	if v == nil || depth > deepestCtx {
		return &tree.Ctx{}, false
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return b.origin(v.X, names, depth+1)
	case *ssa.ChangeInterface:
		return b.origin(v.X, names, depth+1)
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			if all := stored(alloc); len(all) == 1 {
				return b.origin(all[0], names, depth+1)
			}
		}
		if addr, ok := v.X.(*ssa.FieldAddr); ok && calls.Named(addr.X.Type()) == "github.com/jmoiron/sqlx.Tx" { // the sql.Tx in it
			return b.origin(addr.X, names, depth+1)
		}
	case *ssa.Extract: // tx, err := db.Begin()
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 && callee(call.Common()) != nil {
			switch calls.FullName(callee(call.Common())) {
			case "(*database/sql.DB).Begin", "(*github.com/jmoiron/sqlx.DB).Beginx":
				return nil, true
			case "(*database/sql.DB).BeginTx", "(*database/sql.Conn).BeginTx", "(*github.com/jmoiron/sqlx.DB).BeginTxx", "(*github.com/jmoiron/sqlx.Conn).BeginTxx":
				if c := b.trace(call.Call.Args[1], 0, 0, call); c.Kind == tree.CtxNone && c.Text != tree.GinContext {
					return nil, true
				}
			}
		}
	case *ssa.Call:
		obj := callee(v.Common())
		if obj == nil {
			break
		}
		full := calls.FullName(obj)
		if full == "os/exec.Command" || full == "(*github.com/jmoiron/sqlx.DB).MustBegin" {
			return nil, true
		}
		for _, name := range names {
			if full != name {
				continue
			}
			for _, arg := range v.Call.Args {
				if isContext(arg.Type()) {
					c := b.trace(arg, 0, 0, v)
					return &c, true
				}
			}
			return &tree.Ctx{}, false
		}
		if recv := obj.Signature().Recv(); recv != nil && len(v.Call.Args) > 0 && types.Identical(recv.Type(), v.Type()) { // db.Where(…)
			return b.origin(v.Call.Args[0], names, depth+1)
		}
	}
	return &tree.Ctx{}, false
}
