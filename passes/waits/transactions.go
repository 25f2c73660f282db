package waits

import (
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// transacted: a call runs in a transaction that may have been begun with a
// context. When that ends, database/sql gives the transaction up, and whether
// that ends a statement on its way is for the driver.
func (b *builder) transacted(call ssa.CallInstruction) bool {
	if call.Common().IsInvoke() {
		return false
	}
	for _, arg := range call.Common().Args {
		if made, ok := arg.(*ssa.MakeInterface); ok { // sqlx.Get(tx, …)
			arg = made.X
		}
		switch calls.Named(arg.Type()) {
		case "database/sql.Tx", "github.com/jmoiron/sqlx.Tx":
			c, _ := b.origin(arg, nil, 0)
			return c != nil
		case "database/sql.Stmt", "github.com/jmoiron/sqlx.Stmt", "github.com/jmoiron/sqlx.NamedStmt":
			return b.inside(arg, 0)
		}
	}
	return false
}

// inside: a statement is one of a transaction that may have been begun with a
// context. What a field holds outlives one.
func (b *builder) inside(stmt ssa.Value, depth int) bool {
	if depth > deepestCtx {
		return true
	}
	switch v := stmt.(type) {
	case *ssa.UnOp:
		switch from := v.X.(type) {
		case *ssa.FieldAddr:
			return holdsStmt(from) && b.inside(from.X, depth+1)
		case *ssa.Alloc:
			if all := stored(from); len(all) == 1 {
				return b.inside(all[0], depth+1)
			}
		case *ssa.Global:
			return false
		}
	case *ssa.Extract:
		return b.inside(v.Tuple, depth+1)
	case *ssa.Call:
		if obj := callee(v.Common()); obj != nil && obj.Signature().Recv() != nil && !v.Call.IsInvoke() {
			switch calls.Named(v.Call.Args[0].Type()) {
			case "database/sql.DB", "github.com/jmoiron/sqlx.DB":
				return false
			case "database/sql.Tx", "github.com/jmoiron/sqlx.Tx":
				c, _ := b.origin(v.Call.Args[0], nil, 0)
				return c != nil
			}
		}
	}
	return true
}

// holdsStmt: a field of one of sqlx's statements, which is that of database/sql.
func holdsStmt(field *ssa.FieldAddr) bool {
	switch calls.Named(field.X.Type()) {
	case "github.com/jmoiron/sqlx.Stmt", "github.com/jmoiron/sqlx.NamedStmt":
		return true
	}
	return false
}
