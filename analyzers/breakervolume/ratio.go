package breakervolume

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// ratio is the comparison or division of two counts in a ReadyToTrip that asks
// for no minimum of requests, or nil.
func ratio(pass *analysis.Pass, fn ast.Node) ast.Node {
	r := reader{info: pass.TypesInfo}
	if fn == nil {
		return nil
	}
	ast.Inspect(fn, r.visit)
	if r.minimum {
		return nil
	}
	return r.at
}

type reader struct {
	info    *types.Info
	at      ast.Node // where two counts are set in relation
	minimum bool     // a count is compared with something else, or the counts go elsewhere
}

func (r *reader) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		left, right := r.counts(n.X), r.counts(n.Y)
		switch n.Op {
		case token.QUO:
			if left > 0 && right > 0 {
				r.found(n)
			}
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			switch {
			case left > 0 && right > 0:
				r.found(n)
			case left == 1 && r.asksForTwo(n.Op, n.Y), right == 1 && r.asksForTwo(turned[n.Op], n.X):
				r.minimum = r.minimum || !divides(n)
			}
		}
	case *ast.CallExpr:
		for _, arg := range n.Args {
			if isCounts(r.info.TypeOf(arg)) {
				r.minimum = true
			}
		}
	case *ast.SwitchStmt:
		r.minimum = r.minimum || n.Tag != nil && r.counts(n.Tag) > 0
	case *ast.AssignStmt:
		for _, rhs := range n.Rhs {
			if r.counts(rhs) == 1 && !divides(rhs) {
				r.minimum = true // compared under another name, perhaps
			}
		}
	}
	return true
}

func (r *reader) found(n ast.Node) {
	if r.at == nil {
		r.at = n
	}
}

// counts is how many fields of the breaker's counts an expression reads.
func (r *reader) counts(e ast.Expr) int {
	n := 0
	ast.Inspect(e, func(x ast.Node) bool {
		if sel, ok := x.(*ast.SelectorExpr); ok && isCounts(r.info.TypeOf(sel.X)) {
			n++
		}
		return true
	})
	return n
}

// turned is a comparison read from the other side.
var turned = map[token.Token]token.Token{
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ,
}

// asksForTwo reports whether a count compared with e parts a single request
// from more: e is not a constant, or two at least.
func (r *reader) asksForTwo(op token.Token, e ast.Expr) bool {
	v := r.info.Types[e].Value
	if v == nil {
		return true
	}
	n, ok := constant.Int64Val(constant.ToInt(v))
	switch op {
	case token.GTR, token.LEQ:
		return !ok || n >= 1
	case token.GEQ, token.LSS:
		return !ok || n >= 2
	}
	return false
}

func divides(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(x ast.Node) bool {
		if b, ok := x.(*ast.BinaryExpr); ok && b.Op == token.QUO {
			found = true
		}
		return !found
	})
	return found
}

func isCounts(t types.Type) bool {
	if t == nil {
		return false
	}
	name := calls.Named(t)
	return name == "github.com/sony/gobreaker.Counts" || name == "github.com/sony/gobreaker/v2.Counts"
}
