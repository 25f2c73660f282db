package waits

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/dsn"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// drives: a driver of database/sql does it.
func drives(row *knowledge.Call) bool {
	name := strings.TrimLeft(row.Name, "(*")
	return row.Does == knowledge.Queries && (strings.HasPrefix(name, "database/sql.") || strings.HasPrefix(name, "github.com/jmoiron/sqlx."))
}

// system: what the operating system, or its resolver, gives up some time, where
// the code sets no limit.
func system(row *knowledge.Call) bool {
	name := strings.TrimLeft(row.Name, "(*")
	return strings.HasPrefix(name, "net.") && (row.Does == knowledge.Dials || row.Does == knowledge.Requests)
}

// openers are the functions that open a database, by full name.
var openers = map[string]bool{
	"database/sql.Open": true, "database/sql.OpenDB": true, "github.com/XSAM/otelsql.Open": true, "github.com/XSAM/otelsql.OpenDB": true,
	"github.com/jmoiron/sqlx.Open": true, "github.com/jmoiron/sqlx.MustOpen": true, "github.com/jmoiron/sqlx.Connect": true,
	"github.com/jmoiron/sqlx.MustConnect": true, "github.com/jmoiron/sqlx.ConnectContext": true,
}

// opened is how many databases the package opens, and how many of them with a
// string that is known and says nothing of how long an answer may take.
func (m *maker) opened(strings *dsn.Result) (all, plain int) {
	for _, fn := range m.program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if ok && callee(call.Common()) != nil && openers[calls.FullName(callee(call.Common()))] {
					all++
				}
			}
		}
	}
	for _, o := range strings.Openings {
		if openers[calls.FullName(o.Fn)] && o.Known && !limits(o.Params) {
			plain++
		}
	}
	return all, plain
}

// limits: a setting of a connection string may end the wait for an answer.
func limits(params map[string]string) bool {
	for name := range params {
		switch lower := strings.ToLower(name); {
		case lower == "connect_timeout", lower == "timeout": // of connecting
		case lower == "options", strings.Contains(lower, "timeout"):
			return true
		}
	}
	return false
}
