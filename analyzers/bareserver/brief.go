package bareserver

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// brief: a server that is closed by the function that makes it, and never shut
// down, is there for one answer or one test of a connection: unless that function
// serves itself until there is an error, or waits to be told to end.
func brief(server *bounds.Object) bool {
	closed := false
	for _, u := range server.Uses {
		if u.Fn == nil || u.Arg != knowledge.Receiver {
			continue
		}
		switch _, apart := u.Call.(*ssa.Go); {
		case u.Fn.Name() == "Shutdown":
			return false
		case u.Fn.Name() == "Close":
			closed = closed || u.Call.Parent() == server.In
		case u.Row != nil && u.Row.Does == knowledge.Serves && !apart && u.Call.Parent() == server.In:
			return false
		}
	}
	return closed && !told(server.In)
}

// told reports whether a function waits for nothing but the end of its context, a
// signal or an error.
func told(fn *ssa.Function) bool {
	ends := false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var from []ssa.Value
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					from = append(from, instr.X)
				}
			case *ssa.Select:
				for _, s := range instr.States {
					if s.Dir == types.RecvOnly {
						from = append(from, s.Chan)
					}
				}
			}
			for _, ch := range from {
				t, ok := ch.Type().Underlying().(*types.Chan)
				if !ok || !ending(t.Elem()) {
					return false
				}
				ends = true
			}
		}
	}
	return ends
}

// ending: what comes over a channel says that it is over, and nothing else.
func ending(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Struct); ok {
		return s.NumFields() == 0
	}
	return calls.Named(t) == "os.Signal" || types.Identical(t, types.Universe.Lookup("error").Type())
}
