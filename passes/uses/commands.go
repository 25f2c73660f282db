package uses

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// chosen adds the commands that a node makes: functions by name, and the declared
// function itself where it is written out there.
func chosen(info *types.Info, n ast.Node, self string, commands map[string]bool) {
	switch n := n.(type) {
	case *ast.CallExpr:
		if len(n.Args) != 1 {
			return
		}
		call, ok := ast.Unparen(n.Args[0]).(*ast.CallExpr)
		if !ok {
			return
		}
		if fn := name(n.Fun); fn != nil && named(info, fn, "os", "Exit") {
			add(info, call.Fun, commands)
		}
	case *ast.CompositeLit:
		if !command(info, n) {
			return
		}
		for _, elt := range n.Elts {
			kv, ok := elt.(*ast.KeyValueExpr)
			if !ok || !runs(kv.Key) {
				continue
			}
			if _, written := kv.Value.(*ast.FuncLit); written && self != "" {
				commands[self] = true
			}
			add(info, kv.Value, commands)
		}
	}
}

func add(info *types.Info, e ast.Expr, commands map[string]bool) {
	id := name(e)
	if id == nil {
		return
	}
	if fn, is := info.Uses[id].(*types.Func); is && fn.Pkg() != nil {
		commands[fn.Origin().FullName()] = true
	}
}

// name is what an expression calls a function by; nil: it does not.
func name(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

// command reports whether a literal is a command of a well-known library.
func command(info *types.Info, lit *ast.CompositeLit) bool {
	switch t := calls.Named(info.TypeOf(lit)); {
	case t == "github.com/spf13/cobra.Command":
		return true
	default:
		return strings.HasPrefix(t, "github.com/urfave/cli") && strings.HasSuffix(t, ".Command")
	}
}

func runs(key ast.Expr) bool {
	id, ok := key.(*ast.Ident)
	return ok && (id.Name == "Run" || id.Name == "RunE" || id.Name == "Action")
}
