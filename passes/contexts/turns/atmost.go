package turns

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strings"
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
	if !ok || fn.Pkg() == nil {
		return 0, false
	}
	switch fn.Pkg().Path() {
	case "math/rand", "math/rand/v2", "k8s.io/apimachinery/pkg/util/rand":
	default:
		return 0, false
	}
	switch fn.Name() {
	case "Float64", "Float32":
		return 1, true
	case "Int63n", "Int31n", "Intn", "Int64N", "Int32N", "IntN", "N":
		if len(call.Args) == 1 {
			return atMost(info, call.Args[0], depth+1)
		}
	case "IntnRange":
		if len(call.Args) == 2 {
			return atMost(info, call.Args[1], depth+1)
		}
	}
	return 0, false
}

// Units reports which units of time an expression speaks of: thousandths of a
// second, or seconds and more.
func Units(info *types.Info, e ast.Expr) (milli, long bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] != nil && info.Uses[id].Pkg() != nil && info.Uses[id].Pkg().Path() == "time" {
			switch id.Name {
			case "Millisecond", "Microsecond":
				milli = true
			case "Second", "Minute", "Hour":
				long = true
			}
		}
		return true
	})
	return milli, long
}

// Brief reports whether a sleep in a loop, of a time that is not a constant, is
// short enough for what else the loop does with the context.
func (l Loop) Brief(info *types.Info, arg ast.Expr, ctx string) bool {
	longest, bounded := AtMost(info, arg)
	milli, long := Units(info, arg)
	switch {
	case !l.Turns:
		return false
	case bounded && longest < 100*time.Millisecond, l.Asks && bounded && longest <= time.Second:
		return true
	case (bounded && longest <= time.Second || !bounded && milli && !long) && l.Body != nil && Mentions(info, l.Body, ctx):
		return true // what is given the context will say so
	case !l.Asks || bounded || long:
		return false
	}
	// Each turn asks, and nothing says how long it sleeps but a name.
	name, ok := arg.(*ast.Ident)
	lower := ""
	if ok {
		lower = strings.ToLower(name.Name)
	}
	for _, word := range []string{"delay", "backoff", "interval", "retry", "pause"} {
		if strings.Contains(lower, word) {
			return false
		}
	}
	return true
}
