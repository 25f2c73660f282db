package retryzero

import (
	"go/ast"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
)

// withContext reports whether one of the other options of a call gives it a
// context: that is what ends it.
func withContext(call *ast.CallExpr) bool {
	if call == nil {
		return false
	}
	for _, arg := range call.Args {
		inner, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok {
			continue
		}
		if sel, ok := ast.Unparen(inner.Fun).(*ast.SelectorExpr); ok && (sel.Sel.Name == "Context" || sel.Sel.Name == "WithContext") {
			return true
		}
	}
	return false
}

const steps = "k8s.io/apimachinery/pkg/util/wait.Backoff.Steps"

// neverRuns is the call that counts down the steps of a backoff that has none.
func neverRuns(o *bounds.Object) (bounds.Use, bool) {
	if o.Type+".Steps" != steps || o.Kind != bounds.MadeHere || o.Bounded("Steps") || len(o.Copies) > 0 {
		return bounds.Use{}, false
	}
	for _, u := range o.Uses {
		if u.Row == nil || o.Left(bounds.Passed, bounds.Stored) {
			continue
		}
		for _, b := range u.Row.Bound {
			if b.Kind() == "field" && b.Name() == steps {
				return u, true
			}
		}
	}
	return bounds.Use{}, false
}
