package waits

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
)

const gormDB = "gorm.io/gorm.DB"

// ormRepeatable says of a call of gorm whether making it twice is like making it
// once: yes or no only where that is plain, and why.
func (b *builder) ormRepeatable(call ssa.CallInstruction, name string) (answer, why string) {
	args := call.Common().Args
	if len(args) == 0 || calls.Named(args[0].Type()) != gormDB {
		return "unknown", ""
	}
	chain := chained{}
	chain.follow(args[0], 0)
	switch name {
	case "Find", "First", "Last", "Take", "Scan", "Count", "Pluck", "Row", "Rows", "FirstOrInit":
		switch {
		case chain.lost:
		case len(chain.raw) == 0:
			return "yes", "SELECT"
		case len(chain.raw) == 1:
			return b.statement(chain.raw[0])
		}
	case "Exec":
		if len(args) > 1 {
			return b.statement(args[1])
		}
	case "Delete":
		if !chain.lost && !chain.limited {
			return "yes", "DELETE"
		}
	case "Create", "CreateInBatches":
		if !chain.lost && !chain.clauses {
			return "no", "INSERT"
		}
	case "Update", "UpdateColumn", "Updates", "UpdateColumns":
		if !chain.lost && !chain.limited && bringsAlong(args[len(args)-1]) {
			return "yes", "UPDATE with given values"
		}
	}
	return "unknown", ""
}

// chained is what the calls before the last of db.Where(…).Find(…) say.
type chained struct {
	raw     []ssa.Value // statements that are written out
	limited bool        // to some of the rows, or with a clause of its own
	clauses bool
	lost    bool
}

func (c *chained) follow(v ssa.Value, depth int) {
	if depth > 12 {
		c.lost = true
		return
	}
	switch v := v.(type) {
	case *ssa.Phi:
		for _, edge := range v.Edges {
			c.follow(edge, depth+3)
		}
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			for _, s := range stored(alloc) {
				c.follow(s, depth+3)
			}
		}
	case *ssa.Call:
		obj := callee(v.Common())
		if obj == nil {
			return
		}
		if recv := obj.Signature().Recv(); recv == nil || calls.Named(recv.Type()) != gormDB || len(v.Call.Args) == 0 {
			return
		}
		switch obj.Name() {
		case "Raw":
			if len(v.Call.Args) > 1 {
				c.raw = append(c.raw, v.Call.Args[1])
			}
		case "Limit", "Offset":
			c.limited = true
		case "Clauses":
			c.clauses, c.limited = true, true
		case "Scopes":
			c.lost = true
		}
		c.follow(v.Call.Args[0], depth+1)
	}
}

// bringsAlong: what an update sets is a value, or a struct of them, not something
// that the database works out.
func bringsAlong(v ssa.Value) bool {
	made, ok := v.(*ssa.MakeInterface)
	if !ok || calls.Named(made.X.Type()) == "gorm.io/gorm/clause.Expr" {
		return false
	}
	if _, ok := made.X.Type().Underlying().(*types.Map); !ok {
		return true
	}
	mapped, ok := made.X.(*ssa.MakeMap)
	if !ok {
		return false
	}
	for _, ref := range *mapped.Referrers() {
		switch r := ref.(type) {
		case *ssa.MapUpdate:
			if value, ok := r.Value.(*ssa.MakeInterface); !ok || calls.Named(value.X.Type()) == "gorm.io/gorm/clause.Expr" {
				return false
			}
		case *ssa.MakeInterface, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// prepared is the text of the statement that a value is, where it was prepared
// in the same function; nil: it was not.
func prepared(v ssa.Value) ssa.Value { return preparedOf(v, map[ssa.Value]bool{}) }

func preparedOf(v ssa.Value, seen map[ssa.Value]bool) ssa.Value {
	if seen[v] {
		return nil // variables that are given each other's
	}
	seen[v] = true
	switch s := v.(type) {
	case *ssa.UnOp:
		switch from := s.X.(type) {
		case *ssa.Alloc:
			if all := stored(from); len(all) == 1 {
				return preparedOf(all[0], seen)
			}
		case *ssa.FieldAddr:
			if holdsStmt(from) {
				return preparedOf(from.X, seen)
			}
		}
	case *ssa.Extract:
		call, ok := s.Tuple.(*ssa.Call)
		if !ok || callee(call.Common()) == nil || s.Index != 0 {
			return nil
		}
		switch calls.FullName(callee(call.Common())) {
		case "(*database/sql.DB).Prepare", "(*database/sql.DB).PrepareContext", "(*database/sql.Tx).Prepare", "(*database/sql.Tx).PrepareContext",
			"(*database/sql.Conn).PrepareContext", "(*github.com/jmoiron/sqlx.DB).Preparex", "(*github.com/jmoiron/sqlx.DB).PreparexContext",
			"(*github.com/jmoiron/sqlx.DB).PrepareNamed", "(*github.com/jmoiron/sqlx.DB).PrepareNamedContext",
			"(*github.com/jmoiron/sqlx.Tx).Preparex", "(*github.com/jmoiron/sqlx.Tx).PreparexContext":
			return call.Call.Args[len(call.Call.Args)-1]
		}
	}
	return nil
}

// written is the method of a request that is put together field by field here;
// false: something else may change it.
func written(v ssa.Value, sends ssa.CallInstruction) (string, bool) {
	alloc, ok := v.(*ssa.Alloc)
	if !ok {
		return "", false
	}
	method, set := "GET", false
	fields, ok := alloc.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return "", false
	}
	for _, ref := range *alloc.Referrers() {
		switch r := ref.(type) {
		case *ssa.FieldAddr:
			if fields.Field(r.Field).Name() != "Method" {
				continue
			}
			for _, use := range *r.Referrers() {
				store, ok := use.(*ssa.Store)
				if !ok || set {
					return "", false
				}
				text, ok := bounds.Text(store.Val)
				if !ok {
					return "", false
				}
				method, set = text, true
			}
		case ssa.CallInstruction:
			if r != sends {
				return "", false
			}
		case *ssa.DebugRef:
		default:
			return "", false
		}
	}
	if method == "" {
		method = "GET"
	}
	return method, true
}
