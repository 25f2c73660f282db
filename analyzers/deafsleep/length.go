package deafsleep

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"
)

// length is the time that is slept, where it is a constant.
func length(info *types.Info, arg ast.Expr) (bool, time.Duration) {
	v := info.Types[arg].Value
	if v == nil {
		return false, 0
	}
	n, ok := constant.Int64Val(constant.ToInt(v))
	return ok, time.Duration(n)
}

// setting reports whether what is slept comes from a field: from settings, as
// often as not.
func setting(info *types.Info, arg ast.Expr) bool {
	found := false
	ast.Inspect(arg, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			v, ok := info.Uses[sel.Sel].(*types.Var)
			found = found || ok && v.IsField()
		}
		return !found
	})
	return found
}
