package lostlimit

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Drops is the fact that a function returns, on some path, a client that keeps
// only the Transport of the client it is given.
type Drops struct {
	Param int    // the parameter with the client, the receiver not counted
	Maker string // the call that drops the Timeout
}

// AFact marks Drops as a fact.
func (*Drops) AFact() {}

func (d *Drops) String() string { return fmt.Sprintf("drops the Timeout of arg%d", d.Param) }

// exportDrops writes the fact for a function that returns the client made by
// dropping from one of its parameters.
func exportDrops(pass *analysis.Pass, b *bounds.Result, client *bounds.Object, source ssa.Value) {
	param, ok := source.(*ssa.Parameter)
	if !ok || !returns(client, param.Parent()) {
		return
	}
	fn := param.Parent()
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return
	}
	for i, p := range fn.Params {
		if p != param {
			continue
		}
		if fn.Signature.Recv() != nil {
			i--
		}
		pass.ExportObjectFact(obj, &Drops{Param: i, Maker: knowledge.Short(calls.FullName(client.Maker))})
	}
}

func returns(client *bounds.Object, fn *ssa.Function) bool {
	for _, l := range client.Leaves {
		if l.How == bounds.ReturnedOut && l.Instr.Parent() == fn {
			return true
		}
	}
	return false
}

// given is the first call that hands the client, whose Timeout is set, to a
// function that drops it.
func given(pass *analysis.Pass, client *bounds.Object) (bounds.Use, *Drops) {
	if client.Limit("Timeout").State < bounds.Set {
		return bounds.Use{}, nil
	}
	for _, u := range client.Uses {
		var d Drops
		if u.Fn != nil && pass.ImportObjectFact(u.Fn.Origin(), &d) && d.Param == u.Arg {
			return u, &d
		}
	}
	return bounds.Use{}, nil
}

// shown is a limit in parentheses, where it is known.
func shown(l bounds.Limit) string {
	if !l.Value.Known {
		return ""
	}
	return " (" + l.Value.String() + ")"
}
