package waits

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts/holders"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// pooled is the limit on the wait for a free connection. Of a pool that is not
// limited there is none, so that the question does not arise; of one that is,
// only a context ends the wait.
func (b *builder) pooled(call ssa.CallInstruction, w *tree.Wait) {
	args := call.Common().Args
	if call.Common().IsInvoke() || len(args) == 0 {
		return
	}
	switch knowledge.Family(calls.Named(args[0].Type())) {
	case "database/sql.DB":
		switch pool := holders.PoolOf(b.program, args[0]); {
		case pool.Most > 0:
			w.Pool = tree.Limit{Kind: "none", From: fmt.Sprintf("sql.DB.SetMaxOpenConns(%d)", pool.Most), Place: b.place(pool.Limit.Pos())}
		case !pool.Seen || pool.Limit != nil:
			w.Pool = tree.Limit{Kind: "unknown", From: "sql.DB.SetMaxOpenConns"}
		}
	case "github.com/jackc/pgx/pgxpool.Pool":
		w.Pool = tree.Limit{Kind: "none", From: "pgxpool.Config.MaxConns"}
	}
}
