package turns

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"time"
)

// AtMost is the longest time that an expression can be: a constant, a sum, or
// a random part of one.
func AtMost(info *types.Info, e ast.Expr) (time.Duration, bool) {
	n, ok := atMost(info, e, 0)
	return time.Duration(n), ok && n < math.MaxInt64
}

func atMost(info *types.Info, e ast.Expr, depth int) (float64, bool) {
	if depth > 8 {
		return 0, false
	}
	if v := info.Types[e].Value; v != nil {
		f, _ := constant.Float64Val(constant.ToFloat(v))
		return f, v.Kind() == constant.Int || v.Kind() == constant.Float
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return atMost(info, e.X, depth+1)
	case *ast.BinaryExpr:
		x, okX := atMost(info, e.X, depth+1)
		y, okY := atMost(info, e.Y, depth+1)
		switch e.Op {
		case token.ADD:
			return x + y, okX && okY
		case token.MUL:
			return x * y, okX && okY && x >= 0 && y >= 0
		}
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return atMost(info, e.Args[0], depth+1)
		}
		return random(info, e, depth)
	}
	return 0, false
}

// random is the bound of a call of math/rand.
func random(info *types.Info, call *ast.CallExpr, depth int) (float64, bool) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return 0, false
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "math/rand" && fn.Pkg().Path() != "math/rand/v2" {
		return 0, false
	}
	switch fn.Name() {
	case "Float64", "Float32":
		return 1, true
	case "Int63n", "Int31n", "Intn", "Int64N", "Int32N", "IntN", "N":
		if len(call.Args) == 1 {
			return atMost(info, call.Args[0], depth+1)
		}
	}
	return 0, false
}
