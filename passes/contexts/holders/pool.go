package holders

import (
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Pool is what is known of the connections of a sql.DB.
type Pool struct {
	Seen  bool                // it is made in sight
	Limit ssa.CallInstruction // SetMaxOpenConns; nil: not called where it is made
	Most  int64               // connections; 0: not limited, or not by a number that is known
}

// PoolOf is the pool of a sql.DB.
func PoolOf(p *program.Package, db ssa.Value) Pool {
	makers, ok := Makers(p, db)
	if !ok {
		return Pool{}
	}
	for _, made := range makers {
		for _, ref := range *made.Referrers() {
			v, ok := ref.(ssa.Value)
			if !ok || v.Referrers() == nil || calls.Named(v.Type()) != "database/sql.DB" {
				continue
			}
			for _, use := range *v.Referrers() {
				call, ok := use.(ssa.CallInstruction)
				if !ok || call.Common().StaticCallee() == nil || call.Common().StaticCallee().Name() != "SetMaxOpenConns" {
					continue
				}
				out := Pool{Seen: true, Limit: call}
				if n, exact := durations.Of(call.Common().Args[1], nil).Exact(); exact && n > 0 {
					out.Most = n
				}
				return out
			}
		}
	}
	return Pool{Seen: true}
}
