package waits

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/dsn"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// drives: a driver of database/sql does it.
func drives(row *knowledge.Call) bool {
	name := strings.TrimLeft(row.Name, "(*")
	switch {
	case strings.HasPrefix(name, "database/sql."), strings.HasPrefix(name, "github.com/jmoiron/sqlx."), name == "gorm.io/gorm.Open":
		return row.Does == knowledge.Queries || row.Does == knowledge.Dials || row.Does == knowledge.Acquires && row.CtxArg() < 0
	}
	return false
}

// others is what may end a wait by itself where the code sets no limit, if
// anything: the operating system, its resolver, a client in the context.
func others(row *knowledge.Call) string {
	name := strings.TrimLeft(row.Name, "(*")
	switch {
	case row.Does != knowledge.Dials && row.Does != knowledge.Requests:
		return ""
	case strings.HasPrefix(name, "net."):
		return "the system"
	case strings.HasPrefix(name, "golang.org/x/oauth2."), strings.HasPrefix(name, "golang.org/x/oauth2/"):
		return "the HTTP client of its context"
	case name == "github.com/aws/aws-sdk-go-v2/config.LoadDefaultConfig":
		return "what it asks by itself"
	}
	return ""
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

// fallsBack: the package lets gin's contexts end with their requests.
func (m *maker) fallsBack() bool {
	for _, fn := range m.program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if addr, ok := s.Addr.(*ssa.FieldAddr); ok && calls.Named(addr.X.Type()) == "github.com/gin-gonic/gin.Engine" && program.FieldOf(addr) != nil && program.FieldOf(addr).Name() == "ContextWithFallback" {
					return true
				}
			}
		}
	}
	return false
}
