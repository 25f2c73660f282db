package uses

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// chosen adds the commands that a declaration makes: functions by name, and the
// declared function itself where it is written out there.
func chosen(info *types.Info, decl ast.Decl, self string, commands map[string]bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn, ok := typeutil.Callee(info, n).(*types.Func); !ok || len(n.Args) != 1 || fn.FullName() != "os.Exit" {
				return true
			}
			if call, ok := ast.Unparen(n.Args[0]).(*ast.CallExpr); ok {
				add(info, call.Fun, commands)
			}
		case *ast.CompositeLit:
			if !command(info, n) {
				return true
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
		return true
	})
}

func add(info *types.Info, e ast.Expr, commands map[string]bool) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if sel, is := ast.Unparen(e).(*ast.SelectorExpr); is {
		id, ok = sel.Sel, true
	}
	if !ok {
		return
	}
	if fn, is := info.Uses[id].(*types.Func); is && fn.Pkg() != nil {
		commands[fn.Origin().FullName()] = true
	}
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
